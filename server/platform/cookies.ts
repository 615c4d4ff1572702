import { serialize } from 'hono/utils/cookie'
import type { Language } from '#server/messages/languages.ts'
import type { Config } from './config.ts'
import { offeredLanguage } from './readerLanguage.ts'

export const authCookie = 'authToken'
/** The names under which the login token is read. */
export const loginCookieNames = ({ authCookieAliases }: Pick<Config, 'authCookieAliases'>): string[] => [
  authCookie,
  ...authCookieAliases,
]
/** Tells the page that the visitor is logged in, not who it is. */
export const presentCookie = `${authCookie}-present`
export const basketCookie = 'basket'
/** Tells the browsers apart in which a person has logged in before. */
export const deviceCookie = 'device'
/** Secrets of visitors' orders, separated by dots. */
export const ordersCookie = 'orders'
/** The language that was chosen in this browser. */
const languageCookie = 'lang'
/** When a call of this browser's pages last changed something, on any of the sites (ms). */
const changedAtCookie = 'changed-at'

/** The venue that was last chosen in this browser. */
const venueCookie = 'selected-venue'

const thirtyDays = 30 * 24 * 3600
const halfAYear = 180 * 24 * 3600
const aYear = 365 * 24 * 3600
const aMinute = 60
const orderSecretsAtMost = 10

/** The domain that all sites of the settings share, when the request came to one of them. */
export const sharedDomain = (config: Pick<Config, 'sites'>, host: string): string | undefined => {
  const name = host.replace(/:\d+$/, '')
  const sites = Object.values(config.sites).map((site) => new URL(site).hostname)
  const parents = new Set(sites.map((site) => site.split('.').slice(1).join('.')))
  const [parent] = parents
  // A parent of one label (`localhost`, `uk`) is not a domain of ours to set cookies on.
  if (parents.size !== 1 || parent === undefined || !parent.includes('.')) return undefined
  return name.endsWith(`.${parent}`) ? parent : undefined
}

/** Where cookies are set: the domain, if not just the host asked, and whether that is in another page's frame. */
export type Where = { domain: string | undefined; framed: boolean }

type Life = { expires?: Date } | { maxAge: number }

const cookie = (name: string, value: string, life: Life, where: Where, httpOnly: boolean): string[] => {
  const common = {
    path: '/',
    secure: true,
    httpOnly,
    ...life,
    ...(where.domain === undefined ? {} : { domain: where.domain }),
  }
  const plain = serialize(name, value, { ...common, sameSite: 'Lax' })
  // In a frame of another site browsers take no cookie but one that is kept apart for that site.
  return where.framed
    ? [plain, serialize(name, value, { ...common, sameSite: 'None', partitioned: true })]
    : [plain]
}

/** Both kinds go, wherever they were set. */
const gone = (name: string, where: Pick<Where, 'domain'>, httpOnly: boolean): string[] =>
  cookie(name, '', { maxAge: 0 }, { ...where, framed: true }, httpOnly)

/** Cookies for a login. The token is out of script's reach unless script must send it (wire §1.3). */
export const loginCookies = (
  token: string,
  expires: Date,
  where: Where & { readable: boolean },
): string[] => [
  ...cookie(authCookie, token, { expires }, where, !where.readable),
  ...cookie(presentCookie, '1', { expires }, where, false),
]

/** Shows script the login of a browser that has the token's cookie alone. It ends with the browser, or with the login. */
export const missingPresentCookie = (where: Where): string[] => cookie(presentCookie, '1', {}, where, false)

export const logoutCookies = (names: readonly string[], where: Pick<Where, 'domain'>): string[] => [
  ...names.flatMap((name) => gone(name, where, true)),
  ...gone(presentCookie, where, false),
]

/** Stays when the person logs out. */
export const deviceCookies = (token: string, where: Where): string[] =>
  cookie(deviceCookie, token, { maxAge: halfAYear }, where, true)

/** Stays when the person logs out. */
export const languageCookies = (language: Language, where: Where): string[] =>
  cookie(languageCookie, language, { maxAge: halfAYear }, where, true)

/** The language that was chosen in a browser, of the header with all its cookies. */
export const chosenLanguage = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)`).exec(cookies ?? '')?.[1]

/** All other cookies of the header: pages are not drawn for the language alone. */
export const withoutLanguage = (cookies: string | undefined): string =>
  (cookies ?? '')
    .split(/;\s*/)
    .filter((one) => one !== '' && !one.startsWith(`${languageCookie}=`))
    .join('; ')

export const withLanguage = (cookies: string, language: Language): string =>
  [cookies, `${languageCookie}=${language}`].filter((one) => one !== '').join('; ')

/** For the browser of a person who logs in: the language of the account, unless one was chosen there. */
export const accountLanguageCookies = (
  { languages }: Pick<Config, 'languages'>,
  { language, cookies, where }: { language: string | null; cookies: string | undefined; where: Where },
): string[] => {
  const offered = offeredLanguage(language, languages)
  const isOpen = languages.length > 1 && chosenLanguage(cookies) === undefined
  return offered === undefined || !isOpen ? [] : languageCookies(offered, where)
}

export const basketCookies = (uuid: string, where: Where): string[] =>
  cookie(basketCookie, uuid, { maxAge: thirtyDays }, where, true)

export const noBasketCookies = (where: Pick<Where, 'domain'>): string[] => gone(basketCookie, where, true)

/** Adds a secret to those that the browser has; the oldest give way. */
export const orderCookies = (secret: string, before: readonly string[], where: Where): string[] =>
  cookie(
    ordersCookie,
    [secret, ...before.filter((one) => one !== secret)].slice(0, orderSecretsAtMost).join('.'),
    { maxAge: thirtyDays },
    where,
    true,
  )

/**
 * For a browser that has not chosen a venue: pages then have the look of this one. Pages read it by this name, and write it
 * for their host alone (web/platform/venue.ts).
 * @param browser.cookies the header with all its cookies
 */
export const venueCookies = (
  slug: string,
  { cookies, ...where }: { cookies: string; path: string; secure: boolean },
): string[] =>
  cookies.includes(`${venueCookie}=`)
    ? []
    : [serialize(venueCookie, slug, { ...where, maxAge: aYear, sameSite: 'Lax' })]

/** For the page that is rendered meanwhile, which reads its data again. */
export const changedAtCookies = (changedAt: Date, where: Where): string[] =>
  cookie(changedAtCookie, String(changedAt.getTime()), { maxAge: aMinute }, where, false)

export const noOrderCookies = (where: Pick<Where, 'domain'>): string[] => gone(ordersCookie, where, true)
