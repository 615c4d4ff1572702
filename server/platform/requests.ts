import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { camelName, fromWire, snakeName } from '#contract/wire.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { invalid, notFound, Refusal } from './errors.ts'
import { textOf } from './raw.ts'
import { messagesFor } from './requestContext.ts'
import type { RequestContext } from './requestContext.ts'

const usualBody = 128 * 1024

/** @throws Refusal `too_large` */
export const readBody = async (c: Context, maximumBody = usualBody): Promise<string> => {
  const text = await textOf(c.req.raw, maximumBody)
  if (text === null) throw new Refusal('too_large', (messages) => messages.platform.requestTooLarge)
  return text
}

/** Params, query and body, validated; `raw` holds them as they were sent. */
const parseInput = (c: Context, endpoint: Endpoint, bodyText: string, messages: Messages) => {
  const sentQuery = Object.fromEntries(new URL(c.req.url).searchParams)
  if (couldBeUnstorable(c.req.url)) refuseUnstorable(unstorablePaths(sentQuery))
  const query = fromWire(sentQuery)
  const { body, unstorable } = readJson(bodyText)
  refuseUnstorable(unstorable)
  return {
    params: checkedPath(endpoint.params, c.req.param()),
    query: checked(endpoint.query, query, messages),
    body: checked(endpoint.body, body, messages),
    raw: { query, body },
  }
}

/** The fields of a JSON value: `null`, a number or a list has none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** @throws Refusal `bad_request` */
export const bodyOf = (text: string): unknown => readJson(text).body

/** What does not parse, and what is too deep to look through, is not read. */
const readJson = (text: string): { body: unknown; unstorable: (readonly string[])[] } => {
  if (text.trim() === '') return { body: {}, unstorable: [] }
  try {
    const sent: unknown = JSON.parse(text)
    return { body: fromWire(sent), unstorable: couldBeUnstorable(text) ? unstorablePaths(sent) : [] }
  } catch {
    throw new Refusal('bad_request', (messages) => messages.platform.notJson)
  }
}

/**
 * Fields have the names they were sent with: a name that the client chose is neither converted nor remembered.
 * @throws Refusal `invalid`, naming each field whose text cannot be stored
 */
const refuseUnstorable = (paths: readonly (readonly string[])[]): void => {
  if (paths.length === 0) return
  const errors = Object.fromEntries(
    paths.map((path) => [path.join('.'), [(messages: Messages) => messages.platform.unusableCharacters]]),
  )
  throw new Refusal('invalid', (messages) => messages.platform.unusableCharacters, { errors })
}

/** An invalid path parameter is a 404. */
const checkedPath = (schema: z.ZodType | undefined, value: unknown): object => {
  const parsed = schema?.safeParse(value)
  if (parsed === undefined) return {}
  if (!parsed.success || unstorablePaths(value).length > 0) throw notFound()
  return parsed.data as object
}

const checked = (schema: z.ZodType | undefined, value: unknown, messages: Messages): object => {
  if (schema === undefined) return {}
  const parsed = schema.safeParse(value, { reportInput: true, error: inWords(messages) })
  if (parsed.success) return parsed.data as object
  const errors: Record<string, Text[]> = {}
  for (const issue of parsed.error.issues) {
    const path = issue.path
      .map((part) => (typeof part === 'string' ? snakeName(part) : String(part)))
      .join('.')
    const missing = typeErrors.has(issue.code) && issue.input === undefined
    const message = missing
      ? messages.platform.required
      : (messages.platform.ofContract[issue.message] ?? issue.message)
    errors[path] = [...(errors[path] ?? []), () => message]
  }
  throw new Refusal(
    'invalid',
    Object.values(errors).flat()[0] ?? ((messages) => messages.platform.requestInvalid),
    { errors },
  )
}

/** What is left out is one of these, also where a field takes several types, as ids of both forms do. */
const typeErrors: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union'])

/** Messages for errors that the contract gives none. */
const inWords =
  (messages: Messages): z.core.$ZodErrorMap =>
  (issue) => {
    switch (issue.code) {
      case 'too_big': {
        const maximum = String(issue.maximum)
        if (issue.origin === 'string') return messages.platform.atMostCharacters({ maximum })
        return issue.origin === 'array'
          ? messages.platform.atMostEntries({ maximum })
          : messages.platform.atMost({ maximum })
      }
      case 'too_small': {
        const minimum = String(issue.minimum)
        if (issue.origin === 'string')
          return Number(minimum) <= 1
            ? messages.platform.empty({ field: String(issue.path?.at(-1) ?? '') })
            : messages.platform.atLeastCharacters({ minimum })
        return issue.origin === 'array'
          ? messages.platform.atLeastEntries({ minimum })
          : messages.platform.atLeast({ minimum })
      }
      case 'invalid_value':
        return messages.platform.oneOf({ values: issue.values.map(String) })
      case 'invalid_format':
        return messages.platform.wrongFormat
      case 'invalid_type':
        return messages.platform.wrongTypes[issue.expected] ?? messages.platform.wrongType
      case 'invalid_union':
        return messages.platform.wrongType
      default:
        return undefined
    }
  }

/**
 * Finds what the contract cannot know of an invalid body, by field, so that one answer names every mistake. `body` is
 * as it was sent, without the fields that the contract refuses: these keep its message, and may be of any length.
 */
export type FurtherErrors = (call: {
  db: Database
  operator: Actor['operator']
  body: Readonly<Record<string, unknown>>
  now: Date
}) => Promise<Readonly<Record<string, Text | null>>>

/** @throws Refusal `invalid` with every mistake, those that only `furtherErrors` knows included */
export const parseFully = async (
  context: RequestContext,
  { endpoint, furtherErrors }: { endpoint: Endpoint; furtherErrors: FurtherErrors | undefined },
  bodyText: string,
): Promise<ReturnType<typeof parseInput>> => {
  const { c, deps, operator, now } = context
  try {
    return parseInput(c, endpoint, bodyText, messagesFor(context))
  } catch (error) {
    if (furtherErrors === undefined || !(error instanceof Refusal) || error.errors === undefined) throw error
    const refused = new Set(Object.keys(error.errors).map(camelName))
    const accepted = Object.entries(fieldsOf(bodyOf(bodyText))).filter(([name]) => !refused.has(name))
    const found = await furtherErrors({ db: deps.db, operator, body: Object.fromEntries(accepted), now })
    const further = Object.entries(found).flatMap(([field, why]) => (why === null ? [] : [[field, [why]]]))
    // In the order of the fields, which the contract's errors have.
    throw invalid({ ...error.errors, ...Object.fromEntries(further), ...error.errors })
  }
}
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
