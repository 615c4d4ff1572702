import { serialize } from 'hono/utils/cookie'
import type { Config } from './config.ts'

export const authCookie = 'authToken'
/** Tells the page that somebody is logged in; says nothing about who. */
export const presentCookie = `${authCookie}-present`
export const basketCookie = 'basket'

const thirtyDays = 30 * 24 * 3600

/** The domain that all sites of the settings share, when the request came to one of them. */
export const sharedDomain = (config: Config, host: string): string | undefined => {
  const name = host.replace(/:\d+$/, '')
  const sites = Object.values(config.sites).map((site) => new URL(site).hostname)
  const parents = new Set(sites.map((site) => site.split('.').slice(1).join('.')))
  const [parent] = parents
  // A parent of one label (`localhost`, `uk`) is not a domain of ours to set cookies on.
  if (parents.size !== 1 || parent === undefined || !parent.includes('.')) return undefined
  return name.endsWith(`.${parent}`) ? parent : undefined
}

type Where = { domain: string | undefined; readable: boolean }

const common = (where: Pick<Where, 'domain'>) => ({
  path: '/',
  secure: true,
  sameSite: 'Lax' as const,
  ...(where.domain === undefined ? {} : { domain: where.domain }),
})

/** Cookies for a login. The token is out of script's reach unless script must send it (wire §1.3). */
export const loginCookies = (token: string, expires: Date, where: Where): string[] => [
  serialize(authCookie, token, { ...common(where), httpOnly: !where.readable, expires }),
  serialize(presentCookie, '1', { ...common(where), expires }),
]

export const logoutCookies = (where: Pick<Where, 'domain'>): string[] => [
  serialize(authCookie, '', { ...common(where), httpOnly: true, maxAge: 0 }),
  serialize(presentCookie, '', { ...common(where), maxAge: 0 }),
]

export const basketCookies = (uuid: string, where: Pick<Where, 'domain'>): string[] => [
  serialize(basketCookie, uuid, { ...common(where), httpOnly: true, maxAge: thirtyDays }),
]

export const noBasketCookies = (where: Pick<Where, 'domain'>): string[] => [
  serialize(basketCookie, '', { ...common(where), httpOnly: true, maxAge: 0 }),
]
