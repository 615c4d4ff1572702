import { createHash } from 'node:crypto'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWire } from '#contract/wire.ts'
import { acceptsGzip, isWorthCompressing, compress, compressedEtag, plainEtag } from './compression.ts'
import type { IncomingRequest } from './requestContext.ts'

/** An answer already checked and written, served again as it is while it holds. */
export class CachedResponse {
  readonly body: string
  readonly etag: string
  /** Whether a visitor at this instant should still see it. Without it nobody gets it but by its handler. */
  readonly holds: ((now: Date) => boolean) | undefined
  /** For how long anybody's cache may keep a public answer. */
  readonly maxAgeSeconds: number
  constructor(body: string, holds?: (now: Date) => boolean, maxAgeSeconds = 60) {
    this.body = body
    this.etag = etagOf(body)
    this.holds = holds
    this.maxAgeSeconds = maxAgeSeconds
  }
}

const jsonType = 'application/json'

/** The strong checksum of an answer, without the clock in it (wire §1.7). */
export const etagOf = (body: string): string =>
  `"${createHash('sha1')
    .update(body.replace(/"now":"[^"]*"/g, ''))
    .digest('base64url')}"`

/** Checks an answer against the contract and writes it as JSON. Further columns never leave. */
export const serialiseAnswer = (endpoint: Endpoint, answer: unknown): string => {
  const checked = endpoint.returns.safeParse(answer)
  if (!checked.success) {
    const fields = checked.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(
      `The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${fields.join('; ')}`,
    )
  }
  const whole = endpoint.bare ? checked.data : { data: checked.data }
  return JSON.stringify(endpoint.ownNames ? whole : toWire(whole))
}

/** An answer that is not sent where the caller has it already, and packed where that is worth it (wire §1.7). */
export const sendIfChanged = async (
  context: IncomingRequest,
  endpoint: Endpoint,
  { body, etag, maxAgeSeconds }: CachedResponse,
  cookies: string[],
): Promise<Response> => {
  const { c } = context
  // What sets a cookie is one person's, and no shared cache may give it to another.
  const isPublic = endpoint.cache === 'public' && cookies.length === 0
  c.header('ETag', etag)
  c.header('Cache-Control', isPublic ? `public, max-age=${maxAgeSeconds}` : 'private, no-cache')
  const whose = isPublic ? 'Client-Domain-Identifier' : 'Authorization, Cookie, Cart-Uuid'
  c.header('Vary', `Accept-Encoding, Origin, ${whose}`)
  if (isKnown(c.req.header('if-none-match'), etag)) {
    setCookies(context, cookies)
    return c.body(null, 304)
  }
  if (!isWorthCompressing(body) || !acceptsGzip(c.req.header('accept-encoding')))
    return send(context, 200, body, cookies)
  c.header('ETag', compressedEtag(etag))
  c.header('Content-Encoding', 'gzip')
  return send(context, 200, await compress(body), cookies)
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((known) => plainEtag(known) === etag)

/** Writes an answer out. */
export const send = (
  context: IncomingRequest,
  status: number,
  body: string | Buffer,
  cookies: readonly string[],
): Response => {
  context.c.header('Content-Type', jsonType)
  setCookies(context, cookies)
  return context.c.body(body as string | Uint8Array<ArrayBuffer>, status as ContentfulStatusCode)
}

/** A foreign page gets no cookie set: it could log its visitor in as somebody else, or out. */
const setCookies = ({ c, isOurs }: IncomingRequest, cookies: readonly string[]): void => {
  if (c.req.header('origin') !== undefined && !isOurs) return
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
