import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Operator } from './actor.ts'
import type { Config } from './config.ts'
import { authCookie, basketCookie } from './cookies.ts'
import { Refusal } from './errors.ts'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The login token and whether it came by cookie. Bearer wins over cookie. */
export const tokenOf = (c: Context): { token: string; byCookie: boolean } | null => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (bearer) return { token: bearer, byCookie: false }
  const cookie = getCookie(c, authCookie)?.replace(/^"(.*)"$/, '$1')
  return cookie ? { token: cookie, byCookie: true } : null
}

/** The anonymous basket named by the call. The header wins, for frames where cookies are blocked. */
export const basketOf = (c: Context): { uuid: string; byCookie: boolean } | null => {
  const header = c.req.header('cart-uuid')
  if (header && uuidForm.test(header)) return { uuid: header.toLowerCase(), byCookie: false }
  const cookie = getCookie(c, basketCookie)
  return cookie && uuidForm.test(cookie) ? { uuid: cookie.toLowerCase(), byCookie: true } : null
}

/** The client's network address, past as many proxies as the settings say stand in front. */
export const addressOf = (c: Context, config: Config): string => {
  if (config.trustedProxies > 0) {
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const hop = hops.at(-config.trustedProxies)
    if (hop) return hop
  }
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // Called in process, while rendering a page: the outer request carries the address.
    return c.req.header('x-rendering-for') ?? 'in-process'
  }
}

/**
 * Where the caller reaches us, for addresses that are sent out and lead back: the site of the settings whose
 * host was asked, else the very host asked.
 */
export const siteOf = (c: Context, config: Config): string => {
  const host = c.req.header('host')
  const known = [...Object.values(config.sites), ...config.extraOrigins].find(
    (site) => URL.canParse(site) && new URL(site).host === host,
  )
  const isSecure = config.trustedProxies > 0 && c.req.header('x-forwarded-proto') === 'https'
  const asked = host === undefined ? config.sites.bookings : `${isSecure ? 'https' : 'http'}://${host}`
  return (known ?? asked) + (config.basePath === '/' ? '' : config.basePath)
}

/** Whether an origin is one of the operator's sites, one of its allowed frames, or the very host asked. */
export const isOurOrigin = (origin: string, host: string, config: Config, operator: Operator): boolean => {
  if (Object.values(config.sites).includes(origin) || config.extraOrigins.includes(origin)) return true
  if (operator.frameOrigins.includes(origin)) return true
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
export const requireOurOrigin = (c: Context, config: Config, operator: Operator): void => {
  const origin = c.req.header('origin')
  const host = c.req.header('host') ?? ''
  if (origin !== undefined && isOurOrigin(origin, host, config, operator)) return
  // Some browsers leave Origin out on same-origin calls, but then say so here.
  if (origin === undefined && c.req.header('sec-fetch-site') === 'same-origin') return
  throw new Refusal('origin_refused', 'This call did not come from one of our pages.')
}
