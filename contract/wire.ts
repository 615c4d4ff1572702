/** Turns the name of a field. `inside` is the name of the field that holds it, where there is one. */
type Rename = (name: string, inside: string) => string

/**
 * `startsAt` to `starts_at`, `format24Hour` to `format_24_hour`, `isV2` to `is_v2`:
 * a number is a word of its own unless it belongs to the letter v before it.
 */
export const snakeName = (name: string): string => {
  const cached = irregular.get(name) ?? snakeNames.get(name)
  if (cached !== undefined) return cached
  const snake = name
    .replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/(?<=[a-z])(?<!(?:^|[^a-z])v)(?=\d)/g, '_')
  if (snakeNames.size < mostNames) snakeNames.set(name, snake)
  return snake
}

/** Names whose number belongs to the word before it. */
const irregular = new Map([['contentBase64', 'content_base64']])

/** An answer repeats few names many times, so each is turned once. */
const snakeNames = new Map<string, string>()

/** More than the contract has; whatever else comes along is not remembered. */
const mostNames = 2000

/** Names of answers that programs already in use read in camelCase. They are not converted. */
const irregularNames = new Set([
  'v2Id',
  'formattedTotal',
  'formattedBalance',
  'attendeeWaiversRequired',
  'itemHash',
])

/** The name of a field in an answer. `credit` is the one object with a regular `formatted_balance` (wire §2). */
export const answerName: Rename = (name, inside) =>
  irregularNames.has(name) && inside !== 'credit' ? name : snakeName(name)

/** The way back: `format_24_hour` to `format24Hour`. */
export const camelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (value: unknown, rename: Rename, inside: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, inside))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[name]
    // The keys of `errors` are field paths, which are data.
    copy[rename(name, inside)] = name === 'errors' ? inner : renamed(inner, rename, name)
  }
  return copy
}

/** A response as JSON: snake_case names, except the few above. */
export const toWire = (answer: unknown): unknown => renamed(answer, answerName, '')

/** A request as JSON: snake_case names without exception. */
export const requestToWire = (request: unknown): unknown => renamed(request, snakeName, '')

/** A parsed JSON value in our names: camelCase. */
export const fromWire = (value: unknown): unknown => renamed(value, camelName, '')
