import ipaddr from 'ipaddr.js'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Language } from '#server/messages/languages.ts'
import type { Person } from './actor.ts'
import type { Config } from './config.ts'
import { basketCookie, chosenLanguage, deviceCookie, loginCookieNames, ordersCookie } from './cookies.ts'
import { readerLanguage } from './readerLanguage.ts'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The login token and whether it came by cookie. Bearer wins over cookie, and our cookie over its aliases. */
export const tokenOf = (c: Context, config: Config): { token: string; byCookie: boolean } | null => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (bearer) return { token: bearer, byCookie: false }
  // Programs in use send the value in double quotes, some of them encoded.
  const cookies = loginCookieNames(config).map((name) => getCookie(c, name)?.replace(/^"(.*)"$/, '$1'))
  const cookie = cookies.find(Boolean)
  return cookie ? { token: cookie, byCookie: true } : null
}

/** The anonymous basket named by the call. The header wins, for frames where cookies are blocked. */
export const basketOf = (c: Context): { uuid: string; byCookie: boolean } | null => {
  const header = c.req.header('cart-uuid')
  if (header && uuidForm.test(header)) return { uuid: header.toLowerCase(), byCookie: false }
  const cookie = getCookie(c, basketCookie)
  return cookie && uuidForm.test(cookie) ? { uuid: cookie.toLowerCase(), byCookie: true } : null
}

/** What the browser was given at an earlier log-in, or null. */
export const deviceOf = (c: Context): string | null => {
  const token = getCookie(c, deviceCookie)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

/** What opens orders of visitors in this browser, newest first. */
export const orderSecretsOf = (c: Context): string[] =>
  (getCookie(c, ordersCookie) ?? '').split('.').filter((secret) => /^[\w-]{32,36}$/.test(secret))

/** The client's network address, past as many proxies as the settings say stand in front. */
export const addressOf = (c: Context, config: Config): string => {
  if (config.trustedProxies > 0) {
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const hop = hops.at(-config.trustedProxies)
    if (hop) return networkOf(hop)
  }
  try {
    return networkOf(getConnInfo(c).remote.address ?? 'unknown')
  } catch {
    // Called in process, while rendering a page: the outer request carries the address.
    return c.req.header('x-rendering-for') ?? 'in-process'
  }
}

/**
 * The network whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, because one
 * household has 2^64 of those. What is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return address.slice(0, 64)
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The /56 and the /48 that a network of `networkOf` is part of; null for what is no IPv6 network. */
export const widerNetworks = (network: string): { of56: string; of48: string } | null => {
  const [, prefix] = /^([\da-f:]+)::\/64$/.exec(network) ?? []
  if (prefix === undefined) return null
  const [first, second, third, fourth = '0'] = prefix.split(':')
  const of48 = [first, second, third].join(':')
  const block = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return { of56: `${of48}:${block}::/56`, of48: `${of48}::/48` }
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one, as data protection asks of logs; empty for what is neither. */
export const shortenedNetwork = (address: string): string => {
  const [bare = ''] = address.split(/[%/]/)
  if (!ipaddr.isValid(bare)) return ''
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`
  const prefix = parsed.parts.slice(0, 3).map((part) => part.toString(16))
  return `${prefix.join(':')}::/48`
}

/**
 * Where the caller reaches us, for addresses that are sent out and lead back: the site of the settings whose
 * host was asked, else the very host asked.
 */
export const siteOf = (c: Context, config: Config): string => {
  const host = c.req.header('host')
  const existing = [...Object.values(config.sites), ...config.extraOrigins].find(
    (site) => URL.canParse(site) && new URL(site).host === host,
  )
  const isSecure = config.trustedProxies > 0 && c.req.header('x-forwarded-proto') === 'https'
  const requests = host === undefined ? config.sites.bookings : `${isSecure ? 'https' : 'http'}://${host}`
  return (existing ?? requests) + (config.basePath === '/' ? '' : config.basePath)
}

/** Whether the call was made by a page of ours that stands in another page's frame: its address says so (A25). */
export const isFramed = (c: Context): boolean =>
  /[?&]embedded=true(?:[&#]|$)/.test(c.req.header('referer') ?? '')

/** In which language the caller reads. @param person null while it is not known who calls */
export const languageFor = (
  c: Context,
  { languages }: Pick<Config, 'languages'>,
  person: Pick<Person, 'language'> | null = null,
): Language =>
  readerLanguage(
    {
      link: c.req.query('lang'),
      cookie: chosenLanguage(c.req.header('cookie')),
      account: person?.language,
      accepted: c.req.header('accept-language'),
    },
    languages,
  )
