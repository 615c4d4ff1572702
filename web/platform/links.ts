import type { Visit } from './visit.tsx'

/**
 * Every address of the product, in one place. Paths are without the base path: <Link> and `navigate` add it.
 * test/contract compares them with the route tables.
 */
const part = encodeURIComponent

export const links = {
  home: () => '/',
  redirectToSelectedVenue: () => '/redirect-to-selected-venue',
  venue: (venueSlug: string) => `/location/${part(venueSlug)}`,
  activity: (venueSlug: string, activitySlug: string) => `/location/${part(venueSlug)}/${part(activitySlug)}`,
  /** `rest` is what follows the type: the panel of one court, class or ticket is an address of its own. */
  timeSlots: (venueSlug: string, activitySlug: string, dateSlug: string, type?: string, rest?: string) =>
    `/location/${part(venueSlug)}/${part(activitySlug)}/${part(dateSlug)}` +
    (type === undefined ? '' : `/${part(type)}`) +
    (type === undefined || rest === undefined ? '' : `/${rest.split('/').map(part).join('/')}`),
  basket: () => '/basket',
  checkout: () => '/basket/checkout',
  bookingConfirmed: (orderId: string | number) => `/booking-confirmed/${part(String(orderId))}`,
  register: () => '/register',
  pricing: () => '/pricing',
  newPassword: () => '/new-password',
} as const

/** The address of this very page with other query values; null takes one away. */
export const withQuery = (path: string, changes: Readonly<Record<string, string | null>>): string => {
  const [pathname = '/', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

/** The login modal over the page at `path`; a link, so it works before any script has run. */
export const loginOver = (path: string): string => withQuery(path, { login: '1', forgotten: null })

/** The address of another site of the product; embedding goes with the person (A25). */
export const toSite = (siteUrl: string, path: string, visit: Pick<Visit, 'embedded'>): string => {
  const url = new URL(siteUrl.replace(/\/$/, '') + path)
  if (visit.embedded) url.searchParams.set('embedded', 'true')
  return url.href
}

/**
 * Where a `redirect` value may lead (A06, A27): a path of this site, or an address of a site of the product.
 * Anything else, another origin, `//host`, a script, gives undefined.
 */
export const safeRedirect = (
  wanted: string | null | undefined,
  { origin, basePath }: Pick<Visit, 'origin' | 'basePath'>,
  sites: readonly (string | null | undefined)[] = [],
): string | undefined => {
  if (wanted === null || wanted === undefined || wanted === '') return undefined
  let url: URL
  try {
    url = new URL(wanted, `${origin}${basePath}/`)
  } catch {
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (url.origin === origin) {
    const path = url.pathname + url.search + url.hash
    if (basePath === '') return path.startsWith('//') ? undefined : path
    if (path === basePath) return '/'
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
  }
  const known = sites.some(
    (site) => typeof site === 'string' && URL.canParse(site) && new URL(site).origin === url.origin,
  )
  return known ? url.href : undefined
}
