/** A holder with fewer lines and fewer places than these is a household that chooses, and is not listed. */
export const fewestItems = 4
export const fewestPlaces = 8

/** Holders listed at a time. */
export const mostHolders = 50
