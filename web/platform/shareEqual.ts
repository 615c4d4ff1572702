/**
 * The new JSON value, with all parts that equal the old one taken from it: what has not changed keeps its identity, so
 * that memoised components do not render again.
 */
export const shareEqual = (before: unknown, next: unknown): unknown => {
  if (Object.is(before, next)) return before
  if (Array.isArray(before) && Array.isArray(next)) {
    const items = next.map((item, index) => shareEqual(before[index], item))
    return items.length === before.length && items.every((item, index) => item === before[index])
      ? before
      : items
  }
  if (isObject(before) && isObject(next)) {
    const entries = Object.entries(next).map(
      ([name, value]) => [name, shareEqual(before[name], value)] as const,
    )
    return entries.length === Object.keys(before).length &&
      entries.every(([name, value]) => name in before && value === before[name])
      ? before
      : Object.fromEntries(entries)
  }
  return next
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
