/**
 * Where files that people send us lie: not in the database, which is copied, searched and backed up in other ways. A
 * key is made by us and tells nothing.
 */
export type Files = {
  put: (key: string, bytes: Buffer, mediaType: string) => Promise<void>
  /** null when there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** Nothing happens when there is none. */
  remove: (key: string) => Promise<void>
}

/** Keys are ours: letters, digits, hyphens and slashes, so that none leads out of the folder. */
export const isKey = (key: string): boolean => /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/.test(key)
