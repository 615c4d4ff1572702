/** Knows passwords that have been published in a leak. Never throws: what it cannot find out it takes for unpublished. */
export type BreachedPasswords = { isBreached: (password: string) => Promise<boolean> }
