/** Names that programs already in use read in camelCase. They cross the wire as they stand. */
const keptAsIs = new Set([
  'v2Id',
  'formattedTotal',
  'formattedBalance',
  'attendeeWaiversRequired',
  'itemHash',
])

/** `credit` is the one object whose `formatted_balance` is as regular as everything else (wire §2). */
const regularInside = 'credit'

/** `inside` is the name of the object the name stands in, where there is one. */
type Rename = (name: string, inside?: string) => string

/**
 * `startsAt` to `starts_at`, `format24Hour` to `format_24_hour`, `isV2` to `is_v2`:
 * a number stands alone unless it belongs to the letter v before it.
 */
export const snakeName: Rename = (name, inside = '') =>
  keptAsIs.has(name) && inside !== regularInside
    ? name
    : name
        .replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
        .replace(/([a-z]+)(\d)/g, (_, word: string, digit: string) =>
          word === 'v' ? word + digit : `${word}_${digit}`,
        )

/** The way back: `format_24_hour` to `format24Hour`. */
export const camelName: Rename = (name) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (value: unknown, rename: Rename, inside: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, inside))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    // The keys of `errors` are field paths, which are data.
    copy[rename(name, inside)] = name === 'errors' ? inner : renamed(inner, rename, name)
  }
  return copy
}

/** Our value as it stands in JSON: snake_case names. */
export const toWire = (value: unknown): unknown => renamed(value, snakeName, '')

/** A parsed JSON value in our names: camelCase. */
export const fromWire = (value: unknown): unknown => renamed(value, camelName, '')
