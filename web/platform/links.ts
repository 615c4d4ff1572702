import type { PageContext } from './pageContext.tsx'

const encode = encodeURIComponent

/**
 * The URLs of the product; those of the front desk are in deskLinks.ts. Paths are without the base path: <Link> and `navigate` add it. Tests compare them with the
 * route tables.
 */
export const links = {
  home: () => '/',
  redirectToSelectedVenue: () => '/redirect-to-selected-venue',
  venue: (venueSlug: string) => `/location/${encode(venueSlug)}`,
  activity: (venueSlug: string, activitySlug: string) =>
    `/location/${encode(venueSlug)}/${encode(activitySlug)}`,
  /** `rest` is the part after the type: the panel of one court, class or ticket. */
  timeSlots: (venueSlug: string, activitySlug: string, dateSlug: string, type?: string, rest?: string) =>
    `/location/${encode(venueSlug)}/${encode(activitySlug)}/${encode(dateSlug)}` +
    (type === undefined ? '' : `/${encode(type)}`) +
    (type === undefined || rest === undefined ? '' : `/${rest.split('/').map(encode).join('/')}`),
  basket: () => '/basket',
  attendees: () => '/attendees',
  checkout: () => '/basket/checkout',
  bookingConfirmed: (orderId: string | number) => `/booking-confirmed/${encode(String(orderId))}`,
  /** The same path in the account. */
  movePayment: (moveId: string | number) => `/move-booking/${encode(String(moveId))}`,
  register: () => '/register',
  /** With the id of a fast ticket: its prices by customer reference. */
  pricing: (id?: string | number) =>
    id === undefined ? '/pricing' : withQuery('/pricing', { id: String(id) }),
  newPassword: () => '/new-password',
  confirmEmail: () => '/confirm-email',
  findBooking: () => '/find-booking',
} as const

export const accountLinks = {
  dashboard: () => '/',
  login: () => '/login',
  forgottenPassword: () => '/forgotten-password',
  register: () => '/register',
  newPassword: () => '/new-password',
  details: () => '/details',
  security: () => '/security',
  documents: () => '/documents',
  family: () => '/family',
  privacy: () => '/privacy',
  goodbye: () => '/goodbye',
  payments: () => '/payments',
  guestPasses: () => '/guest-passes',
  memberships: () => '/memberships',
  paymentMethod: (membershipId: number) => `/memberships/${membershipId}/payment-method`,
  packages: () => '/packages',
  bookings: () => '/bookings',
  waitlists: () => '/bookings?show=waitlists',
  pastBookings: () => '/bookings?show=past',
} as const

/** `path` with changed query parameters; null removes one. */
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

/** Where every site's customers request a link to log in, and where it leads. */
export const mailedLinkPath = '/login-link'

/** The page at `path` with the login dialog; a link, so that it works without script. */
export const loginModalPath = (path: string): string => withQuery(path, { login: '1', forgotten: null })

/**
 * The login link for the page at `path`: a dialog on the bookings site, a page on other sites (A21, A22). `stay` is true
 * when the page stays open behind it.
 */
export const loginLink = ({ site }: Pick<PageContext, 'site'>, path: string): { to: string; stay: boolean } =>
  site === 'bookings'
    ? { to: loginModalPath(path), stay: true }
    : { to: withQuery('/login', { redirect: path === '/' ? null : path }), stay: false }

/** The link to request a new password, in the same way. */
export const passwordResetLink = (
  context: Pick<PageContext, 'site'>,
  path: string,
): { to: string; stay: boolean } =>
  context.site === 'bookings'
    ? { to: withQuery(path, { login: null, forgotten: '1' }), stay: true }
    : { to: '/forgotten-password', stay: false }

type SiteLocation = Pick<PageContext, 'embedded' | 'origin' | 'basePath'>

/**
 * The URL of another site of the product; keeps `embedded=true` (A25). Sites under one parent domain share the login;
 * for others the link goes through the server's single sign-on (`/hand-over`).
 */
export const crossSiteUrl = (
  siteUrl: string,
  path: string,
  { embedded, origin, basePath }: SiteLocation,
): string => {
  const url = new URL(siteUrl.replace(/\/$/, '') + path)
  if (embedded) url.searchParams.set('embedded', 'true')
  if (shareParentDomain(new URL(origin).hostname, url.hostname)) return url.href
  return `${origin}${basePath}${withQuery('/hand-over', { to: url.href })}`
}

/** Whether two hosts are the same or siblings under a domain that can have a cookie. */
const shareParentDomain = (one: string, other: string): boolean => {
  const [parent, otherParent] = [one, other].map((host) => host.split('.').slice(1).join('.'))
  return one === other || (parent === otherParent && parent !== undefined && parent.includes('.'))
}

/** Whether a path of the server is no page: an API call, a script, one of its own tools. */
const isNoPage = (pathname: string, basePath: string): boolean =>
  /^\/(?:api|dev|assets|healthz|readyz)(?:\/|$)/i.test(
    pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname,
  )

/**
 * Validates a `redirect` parameter (A06, A27): a path of this site, or a URL of a site of the product. Undefined for
 * anything else: another origin, `//host`, a script, an address of the server that is no page.
 */
export const safeRedirect = (
  target: string | null | undefined,
  { origin, basePath }: Pick<PageContext, 'origin' | 'basePath'>,
  sites: readonly (string | null | undefined)[] = [],
): string | undefined => {
  if (target === null || target === undefined || target === '') return undefined
  let url: URL
  let pathname: string
  try {
    url = new URL(target, `${origin}${basePath}/`)
    pathname = decodeURI(url.pathname)
  } catch {
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (isNoPage(pathname, basePath)) return undefined
  if (url.origin === origin) {
    const path = url.pathname + url.search + url.hash
    if (basePath === '') return path.startsWith('//') ? undefined : path
    if (path === basePath) return '/'
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
  }
  const isOwnSite = sites.some(
    (site) => typeof site === 'string' && URL.canParse(site) && new URL(site).origin === url.origin,
  )
  return isOwnSite ? url.href : undefined
}
