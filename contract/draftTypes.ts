/** A draft holds so many edits. */
export const mostEdits = 200
