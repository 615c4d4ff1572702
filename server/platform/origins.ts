import type { Context } from 'hono'
import type { Config } from './config.ts'
import { Refusal } from './errors.ts'

/**
 * Whether an origin is one of the operator's sites, or the host of the request. A page that embeds a site is not: what
 * is in its frame is a page of ours, and calls from our origin.
 */
export const isOurOrigin = (origin: string, host: string, config: Config): boolean => {
  const sites = Object.values(config.sites)
  if (sites.includes(origin) || config.extraOrigins.includes(origin)) return true
  // A configured site has one scheme, so http is not accepted for an https site.
  if (sites.some((site) => new URL(site).host === host)) return false
  try {
    return new URL(origin).host === host
  } catch {
    // `null` and other values that are no URL.
    return false
  }
}

/**
 * CSRF protection: a write authenticated by cookie must come from one of our pages.
 * @throws Refusal `origin_refused`
 */
export const requireOurOrigin = (c: Context, isOurs: boolean): void => {
  const origin = c.req.header('origin')
  if (origin !== undefined && isOurs) return
  // Some browsers leave out Origin on same-origin requests, but send this header.
  if (origin === undefined && c.req.header('sec-fetch-site') === 'same-origin') return
  throw new Refusal('origin_refused', (messages) => messages.platform.foreignOrigin)
}

const allowedHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, Cart-Uuid, Client-Domain-Identifier, If-None-Match'

/** Any origin may read responses to requests without credentials. */
export const reflectOrigin = (c: Context): void => {
  const origin = c.req.header('origin')
  c.header('Vary', 'Origin')
  if (origin === undefined) return
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'ETag, Date, Retry-After, Idempotency-Replayed')
}

export const preflight = (c: Context): Response => {
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
  c.header('Access-Control-Allow-Headers', allowedHeaders)
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}

/**
 * Whether a page of ours, at this origin, has posted a form. Pages with a one-time code send no referrer, and browsers
 * then leave out the origin, too; that the page is ours they still say.
 */
export const isFormOfOwnPage = (c: Context, own: string): boolean => {
  const origin = c.req.header('origin')
  if (origin === undefined || origin === 'null') return c.req.header('sec-fetch-site') === 'same-origin'
  return origin === own
}
