import type { Actor } from './actor.ts'

/** What a raw handler receives: the request as it came, and who asks. */
export type RawCall = {
  request: Request
  params: Readonly<Record<string, string>>
  /** For reading only: nobody has checked that a cookie came from one of our pages. */
  actor: Actor
  now: Date
}

/**
 * An address that does not speak our JSON: a page, a file, another company's call. It answers a Response of its
 * own; a Refusal it throws becomes the usual failure.
 */
export type RawRoute = {
  method: 'GET' | 'POST'
  /** From the root: `/api/activities/orders/{completeOrderId}/calendar`, `/dev/mail`. */
  path: string
  handle: (call: RawCall) => Promise<Response> | Response
}

/** As much as a form or another company's message may hold. */
const maximumText = 64 * 1024

/** The body of a raw request, or null when it is too large to be one of those we expect. */
export const textOf = async (request: Request): Promise<string | null> => {
  if (Number(request.headers.get('content-length') ?? 0) > maximumText) return null
  const text = await request.text()
  return text.length > maximumText ? null : text
}

/** Text that stands inside HTML, in an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
