import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { fromWire, snakeName } from '#contract/wire.ts'
import { notFound, Refusal } from './errors.ts'

const usualBody = 128 * 1024

const tooLarge = () => new Refusal('too_large', 'The request is too large.')

/** The body as text. Without a Content-Length it is read up to the limit. */
export const readBody = async (c: Context, maximumBody = usualBody): Promise<string> => {
  const length = c.req.header('content-length')
  if (length !== undefined && c.req.header('transfer-encoding') === undefined) {
    if (!(Number(length) <= maximumBody)) throw tooLarge()
    return c.req.text()
  }
  const stream = c.req.raw.body as AsyncIterable<Uint8Array> | null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream ?? []) {
    size += piece.length
    if (size > maximumBody) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Params, query and body, validated; `raw` holds them as they were sent. */
export const parseInput = (c: Context, endpoint: Endpoint, bodyText: string) => {
  const query = fromWire(Object.fromEntries(new URL(c.req.url).searchParams))
  const body = bodyText.trim() === '' ? {} : parsedJson(bodyText)
  return {
    params: checkedPath(endpoint.params, c.req.param()),
    query: checked(endpoint.query, query),
    body: checked(endpoint.body, body),
    raw: { query, body },
  }
}

const parsedJson = (text: string): unknown => {
  try {
    return fromWire(JSON.parse(text))
  } catch {
    throw new Refusal('bad_request', 'The request is not JSON.')
  }
}

/** An invalid path parameter is a 404. */
const checkedPath = (schema: z.ZodType | undefined, value: unknown): object => {
  const parsed = schema?.safeParse(value)
  if (parsed === undefined) return {}
  if (!parsed.success) throw notFound()
  return parsed.data as object
}

const checked = (schema: z.ZodType | undefined, value: unknown): object => {
  if (schema === undefined) return {}
  const parsed = schema.safeParse(value, { reportInput: true, error: inWords })
  if (parsed.success) return parsed.data as object
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const path = issue.path
      .map((part) => (typeof part === 'string' ? snakeName(part) : String(part)))
      .join('.')
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const message = missing ? 'This is required.' : issue.message
    errors[path] = [...(errors[path] ?? []), message]
  }
  throw new Refusal('invalid', Object.values(errors).flat()[0] ?? 'The request is not valid.', { errors })
}

/** Messages for errors that the contract gives none. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_big':
      return `At most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}.`
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1
          ? 'Please fill this in.'
          : `At least ${String(issue.minimum)} characters.`
      return `At least ${Number(issue.minimum) === 1 ? 'one' : String(issue.minimum)}.`
    case 'invalid_value':
      return `One of these, please: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return 'This is not of the right form.'
    case 'invalid_type':
      return kinds[issue.expected] ?? 'This is not of the right kind.'
    default:
      return undefined
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'This is not a text.',
  number: 'This is not a number.',
  int: 'This is not a whole number.',
  boolean: 'This is neither yes nor no.',
  array: 'This is not a list.',
}
