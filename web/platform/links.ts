import type { PageContext } from './pageContext.tsx'

/**
 * Every address of the product, in one place. Paths are without the base path: <Link> and `navigate` add it.
 * test/contract compares them with the route tables.
 */
const encode = encodeURIComponent

export const links = {
  home: () => '/',
  redirectToSelectedVenue: () => '/redirect-to-selected-venue',
  venue: (venueSlug: string) => `/location/${encode(venueSlug)}`,
  activity: (venueSlug: string, activitySlug: string) =>
    `/location/${encode(venueSlug)}/${encode(activitySlug)}`,
  /** `rest` is what follows the type: the panel of one court, class or ticket is an address of its own. */
  timeSlots: (venueSlug: string, activitySlug: string, dateSlug: string, type?: string, rest?: string) =>
    `/location/${encode(venueSlug)}/${encode(activitySlug)}/${encode(dateSlug)}` +
    (type === undefined ? '' : `/${encode(type)}`) +
    (type === undefined || rest === undefined ? '' : `/${rest.split('/').map(encode).join('/')}`),
  basket: () => '/basket',
  attendees: () => '/attendees',
  checkout: () => '/basket/checkout',
  bookingConfirmed: (orderId: string | number) => `/booking-confirmed/${encode(String(orderId))}`,
  register: () => '/register',
  /** With the id of a session sold by tickets: their prices by customer reference. */
  pricing: (id?: string | number) =>
    id === undefined ? '/pricing' : withQuery('/pricing', { id: String(id) }),
  newPassword: () => '/new-password',
} as const

/** Addresses of the account site. */
export const accountLinks = {
  dashboard: () => '/',
  login: () => '/login',
  forgottenPassword: () => '/forgotten-password',
  register: () => '/register',
  newPassword: () => '/new-password',
  details: () => '/details',
  documents: () => '/documents',
  privacy: () => '/privacy',
  goodbye: () => '/goodbye',
  payments: () => '/payments',
  guestPasses: () => '/guest-passes',
  memberships: () => '/memberships',
  packages: () => '/packages',
  bookings: () => '/bookings',
  waitlists: () => '/bookings?show=waitlists',
  pastBookings: () => '/bookings?show=past',
} as const

/** Addresses of the front desk's site. Selling goes by `links`: its pages are those of the bookings site. */
export const deskLinks = {
  home: () => '/',
  login: () => '/login',
  today: (venueSlug: string, day: string) => `/today/${encode(venueSlug)}/${encode(day)}`,
  session: (id: number) => `/sessions/${id}`,
  customers: () => '/customers',
  newCustomer: () => '/customers/new',
  customer: (id: number) => `/customers/${id}`,
  card: () => '/basket/card',
  documents: () => '/documents',
  takings: (venueSlug: string, day: string) => `/takings/${encode(venueSlug)}/${encode(day)}`,
} as const

/** The choice of a customer over the page at `path`. */
export const customerChoicePath = (path: string): string => withQuery(path, { choose: '1', login: null })

/** Addresses of the joining site. */
export const joinLinks = {
  home: () => '/',
  login: () => '/login',
  forgottenPassword: () => '/forgotten-password',
  register: () => '/register',
  newPassword: () => '/new-password',
  plans: (venueSlug: string) => `/location/${encode(venueSlug)}`,
  plan: (venueSlug: string, planId: string | number) =>
    `/location/${encode(venueSlug)}/${encode(String(planId))}`,
  /** What is due today. */
  pay: (joiningId: string | number) => `/joining/${encode(String(joiningId))}`,
  member: (joiningId: string | number) => `/member/${encode(String(joiningId))}`,
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
export const loginModalPath = (path: string): string => withQuery(path, { login: '1', forgotten: null })

/**
 * Where one logs in from the page at `path`: a modal over it on the bookings site, a page elsewhere (A21, A22).
 * @param stay whether the link stands over the page and leaves it as it is
 */
export const loginLink = ({ site }: Pick<PageContext, 'site'>, path: string): { to: string; stay: boolean } =>
  site === 'bookings'
    ? { to: loginModalPath(path), stay: true }
    : { to: withQuery('/login', { redirect: path === '/' ? null : path }), stay: false }

/** Where one asks for a new password, in the same way. */
export const passwordResetLink = (
  context: Pick<PageContext, 'site'>,
  path: string,
): { to: string; stay: boolean } =>
  context.site === 'bookings'
    ? { to: withQuery(path, { login: null, forgotten: '1' }), stay: true }
    : { to: '/forgotten-password', stay: false }

type SiteLocation = Pick<PageContext, 'embedded' | 'origin' | 'basePath'>

/**
 * The address of another site of the product; embedding goes with the person (A25). Sites under one parent domain
 * share the log-in; to one that does not, the server hands the person over (`/hand-over`).
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

/** Whether two hosts are the same, or sites beside each other under a domain that may have a cookie. */
const shareParentDomain = (one: string, other: string): boolean => {
  const [parent, otherParent] = [one, other].map((host) => host.split('.').slice(1).join('.'))
  return one === other || (parent === otherParent && parent !== undefined && parent.includes('.'))
}

/**
 * Where a `redirect` value may lead (A06, A27): a path of this site, or an address of a site of the product.
 * Anything else, another origin, `//host`, a script, gives undefined.
 */
export const safeRedirect = (
  target: string | null | undefined,
  { origin, basePath }: Pick<PageContext, 'origin' | 'basePath'>,
  sites: readonly (string | null | undefined)[] = [],
): string | undefined => {
  if (target === null || target === undefined || target === '') return undefined
  let url: URL
  try {
    url = new URL(target, `${origin}${basePath}/`)
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
  const isOwnSite = sites.some(
    (site) => typeof site === 'string' && URL.canParse(site) && new URL(site).origin === url.origin,
  )
  return isOwnSite ? url.href : undefined
}
