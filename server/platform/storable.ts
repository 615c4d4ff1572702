/** Whether PostgreSQL can store the text: it takes neither U+0000 nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/**
 * Whether an address or a body, as it was sent, could hold text that cannot be stored. Most could not, and need no
 * search of their fields.
 */
export const couldBeUnstorable = (sent: string): boolean => /\\u(?:0000|d[89a-f])|%00|\0/i.test(sent)

/** Where a value has text that cannot be stored, as lists of names and indexes. */
export const unstorablePaths = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (typeof value === 'string') return isStorable(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorable(name) ? unstorablePaths(inner, [...path, name]) : [path],
  )
}
