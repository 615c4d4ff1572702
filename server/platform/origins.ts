import type { Context } from 'hono'
import type { Operator } from './actor.ts'
import type { Config } from './config.ts'
import { Refusal } from './errors.ts'

/** Whether an origin is one of the operator's sites, one of its allowed frames, or the very host asked. */
export const isOurOrigin = (origin: string, host: string, config: Config, operator: Operator): boolean => {
  const sites = Object.values(config.sites)
  if (sites.includes(origin) || config.extraOrigins.includes(origin)) return true
  if (operator.frameOrigins.includes(origin)) return true
  // A site of the settings has one scheme: its name spoken in plain text is not it.
  if (sites.some((site) => new URL(site).host === host)) return false
  try {
    return new URL(origin).host === host
  } catch {
    // `null` and other things that are no address.
    return false
  }
}

/**
 * A write that rests on a cookie must come from one of our pages: the browser sends cookies for anybody.
 * @throws Refusal `origin_refused`
 */
export const requireOurOrigin = (c: Context, isOurs: boolean): void => {
  const origin = c.req.header('origin')
  if (origin !== undefined && isOurs) return
  // Some browsers leave Origin out on same-origin calls, but then say so here.
  if (origin === undefined && c.req.header('sec-fetch-site') === 'same-origin') return
  throw new Refusal('origin_refused', 'This call did not come from one of our pages.')
}

const allowedHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, Cart-Uuid, Client-Domain-Identifier, If-None-Match'

/** Any page may read the answer of a call that carries no cookie of ours. */
export const reflectOrigin = (c: Context): void => {
  const origin = c.req.header('origin')
  c.header('Vary', 'Origin')
  if (origin === undefined) return
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'ETag, Date, Retry-After, Idempotency-Replayed')
}

/** The answer to a browser that asks before it calls. */
export const preflight = (c: Context): Response => {
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
  c.header('Access-Control-Allow-Headers', allowedHeaders)
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}
