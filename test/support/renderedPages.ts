import { createRenderer, type Render, type Rendered } from '#web/entry-server.tsx'

/*
 * Calls the renderer as the server does. `fetchApi` is a fake API with a few responses; the real API has its own tests.
 */

export type Answer = { status?: number; json: unknown; cookies?: string[] }
type Api = Record<string, Answer | (() => Answer)>

export const theme = { theme_app_primary_colour: '#0b5d3b' }
export const config = {
  id: 1,
  client_id: 'demo',
  name: 'Larkhaven Leisure',
  currency: { symbol: '£' },
  online_joining_enabled: true,
  sites: {
    bookings: 'https://bookings.town.test',
    my_account: 'https://account.town.test',
    online_joining: 'https://join.town.test',
  },
  auth_cookie_name: 'authToken',
  map: { tile_url: null, attribution: '' },
  analytics: { container_ids: [], script_url: 'https://stats.test/c.js' },
}
export const venue = {
  id: 90001,
  slug: 'harbour',
  name: 'Harbour View',
  venue_type: 'Leisure Centre',
  address_line_one: '1 Quay',
  town: 'Larkhaven',
  postcode: 'LK1 1AA',
  display_venue_selection_button: true,
  closed: false,
  maintenance: false,
  timezone: 'Europe/London',
  description: 'By the sea.',
  opening_hours: [{ days: 'Every day', hours: '7am to 10pm' }],
  amenities: [],
  closures: [],
  accessibility: ['Step-free throughout'],
  phone: '',
  email: '',
  lat: null,
  lng: null,
}
export const category = (slug: string, name: string, children: unknown[] = []) => ({
  id: slug,
  slug,
  name,
  description: null,
  v2_type: 'classes',
  has_children: children.length > 0,
  children,
  locations: [],
})
export const swimming = category('swimming', 'Swimming', [
  category('lanes', 'Lanes'),
  category('quiet', 'Quiet swim'),
])
export const customer = { id: 501, first_name: 'Maya', membership_user: null }
export const data = (value: unknown): Answer => ({ json: { data: value } })
export const missing: Answer = {
  status: 404,
  json: { status: 404, code: 'not_found', message: 'No such thing.' },
}
export const failed: Answer = { status: 500, json: { status: 500, code: 'failed', message: 'Oh no.' } }
export const closed: Answer = {
  status: 503,
  json: { status: 503, code: 'maintenance', message: 'Closed for work.' },
}

export const mill = { ...venue, id: 90002, slug: 'mill', name: 'Millbrook' }
/** What a search answers about venues; nothing is on. */
const foundVenues = (venueMatch: 'all' | 'name' | 'none', ...venues: (typeof venue)[]): Answer =>
  data(searched(venueMatch, venues))

const searched = (venueMatch: string, venues: readonly (typeof venue)[], placeStatus = 'none') => ({
  words: '',
  period: null,
  centre: null,
  place_status: placeStatus,
  other_places: [],
  offers: [],
  alternatives: [],
  suggestion: null,
  venue_match: venueMatch,
  venues: venues.map((one) => ({ venue: one, miles: null })),
  venue_count: venues.length,
  popular: [],
  nearest_beyond: null,
})

/** What swimming costs, and its next time. */
export const nextSwim = (difference: 'today' | 'tomorrow') =>
  data([
    {
      slug: 'swimming',
      from: {
        raw: 480,
        currency: '4.80',
        formatted: '£4.80',
        formatted_amount: '£4.80',
        is_estimated: true,
        benefit_applied: false,
        package_applied: false,
        explanation: null,
      },
      next: {
        id: 7,
        name: 'Lanes',
        activity_slug: 'lanes',
        v2_type: 'ticketed',
        date: '2027-03-05',
        difference,
        timestamp: 1804320000,
        starts_at: { format_24_hour: '19:00', format_12_hour: '7pm' },
      },
    },
  ])

export const ordinary: Api = {
  '/search?q=tonight': foundVenues('all', venue, mill),
  '/search?q=tonight&venue=harbour': foundVenues('all', venue, mill),
  '/search?q=MILL&radius=5': foundVenues('name', mill),
  '/search?q=nowhere&radius=5': foundVenues('none'),
  '/search?q=OL1&radius=5': data(searched('none', [], 'unavailable')),
  '/frontend/theme': data(theme),
  '/frontend/theme?venue=harbour': data({ theme_app_primary_colour: '#7a1f5c' }),
  '/frontend/client-config': data(config),
  '/frontend/footer': data({ html: '<p>Larkhaven Leisure, by the sea</p>' }),
  '/frontend/footer?venue=harbour': data({ html: '<p>Harbour View, 1 Quay</p>' }),
  '/activities/venue-search': data({ venues: [venue, mill], total: 2 }),
  '/activities/venue-search?selected=harbour': data({ venues: [venue, mill], total: 2 }),
  '/activities/venues/harbour': data(venue),
  '/activities/venue-prices': data({ venue: { slug: 'harbour', name: 'Harbour View' }, activities: [] }),
  '/search/venue/harbour': nextSwim('tomorrow'),
  '/activities/venue/harbour/categories': data([swimming, category('yoga', 'Yoga')]),
  '/activities/venue/harbour/categories/swimming': data(swimming),
  '/activities/venue/harbour/categories/yoga': data(category('yoga', 'Yoga')),
  '/activities/venue/harbour/activity-category/yoga/dates': data([{ raw: '2027-03-04' }]),
  '/auth/user': { json: { data: customer, result: customer } },
  '/activities/cart': data({ item_count: 3, items: [], uuid: 'u', now: '2027-03-01T10:00:00Z' }),
  '/terms': data([]),
}

/** Renders a page as the server does, without a build. */
export const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

export const requestPage = async (
  path: string,
  {
    api = {},
    cookie = '',
    basePath = '',
    renderWith = render,
  }: { api?: Api; cookie?: string; basePath?: string; renderWith?: Render } = {},
): Promise<Rendered & { requests: string[]; defects: unknown[]; header: (name: string) => string[] }> => {
  const requests: string[] = []
  const defects: unknown[] = []
  const rendered = await renderWith({
    site: 'bookings',
    url: `https://bookings.town.test${path}`,
    basePath,
    cookie,
    fetchApi: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = pathname.slice(`${basePath}/api`.length) + search
      requests.push(call)
      const found = { ...ordinary, ...api }[call] ?? missing
      const { status = 200, json, cookies = [] } = typeof found === 'function' ? found() : found
      const headers = new Headers({ 'content-type': 'application/json' })
      for (const value of cookies) headers.append('set-cookie', value)
      return new Response(JSON.stringify(json), { status, headers })
    },
    report: (error) => defects.push(error),
  })
  const header = (wanted: string): string[] =>
    rendered.headers.filter(([name]) => name === wanted).map(([, value]) => value)
  return { ...rendered, requests, defects, header }
}

/** The text of the page, without markup and data. */
export const words = (html: string): string =>
  (/<div id="root">([\s\S]*)<\/div>\n<p id="unheard"/.exec(html)?.[1] ?? '')
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, '')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')

export const primary = (html: string): string | undefined => /--primary:(#[0-9a-f]+)/.exec(html)?.[1]
