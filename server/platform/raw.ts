import type { Actor } from './actor.ts'

/** What a raw handler receives. */
export type RawCall = {
  request: Request
  params: Readonly<Record<string, string>>
  /** For reading only: the origin of a cookie has not been checked. */
  actor: Actor
  cookies: Readonly<Record<string, string>>
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
  handle: (call: RawCall) => Promise<Response> | Response
}

/** Limit for forms and webhooks, in bytes. */
const maximumText = 64 * 1024

/** The body of a raw request, or null when it is too large. */
export const textOf = async (request: Request): Promise<string | null> => {
  if (Number(request.headers.get('content-length') ?? 0) > maximumText) return null
  const text = await request.text()
  return text.length > maximumText ? null : text
}

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
