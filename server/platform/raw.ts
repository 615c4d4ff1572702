import type { Actor } from './actor.ts'

/** What a raw handler receives. */
export type RawCall = {
  request: Request
  params: Readonly<Record<string, string>>
  /** For reading only: the origin of a cookie has not been checked. */
  actor: Actor
  cookies: Readonly<Record<string, string>>
  /** What the browser was given at an earlier log-in. */
  device: string | null
  now: Date
}

/**
 * A route outside our JSON API: a page, a file, a webhook. It answers a Response of its own; a Refusal it throws becomes
 * the usual failure.
 */
export type RawRoute = {
  method: 'GET' | 'POST'
  /** From the root: `/api/activities/orders/{completeOrderId}/calendar`, `/dev/mail`. */
  path: string
  /** Pages of any origin may read the answer. Without it none but our own may. */
  anyOrigin?: true
  /** Its bearer token is no session of ours: nobody is looked up. */
  hasOwnTokens?: true
  handle: (call: RawCall) => Promise<Response> | Response
}

/** Limit for forms and webhooks, in bytes. */
const maximumText = 64 * 1024

/**
 * The body of a request as text, or null when it is larger than so many bytes or the client ended before its end.
 * Nothing beyond the limit is read, whether or not the request says how large it is.
 */
export const textOf = async (request: Request, maximum = maximumText): Promise<string | null> => {
  const length = request.headers.get('content-length')
  if (length !== null && !(Number(length) <= maximum)) return null
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of (request.body as AsyncIterable<Uint8Array> | null) ?? []) {
      size += piece.length
      if (size > maximum) return null
      pieces.push(piece)
    }
  } catch {
    // The client is gone, and nothing else makes a body unreadable.
    return null
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
