// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createRenderer, type Render, type Rendered } from './entry-server.tsx'

/*
 * Calls the renderer as the server does. `fetchApi` is a fake API with a few responses; the real API has its own tests.
 */

type Answer = { status?: number; json: unknown; cookies?: string[] }
type Api = Record<string, Answer | (() => Answer)>

const theme = { theme_app_primary_colour: '#0b5d3b' }
const config = {
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
const venue = {
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
  accessibility: ['Step-free throughout'],
  phone: '',
  email: '',
  lat: null,
  lng: null,
}
const category = (slug: string, name: string, children: unknown[] = []) => ({
  id: slug,
  slug,
  name,
  description: null,
  v2_type: 'classes',
  has_children: children.length > 0,
  children,
  locations: [],
})
const swimming = category('swimming', 'Swimming', [
  category('lanes', 'Lanes'),
  category('quiet', 'Quiet swim'),
])
const customer = { id: 501, first_name: 'Maya', membership_user: null }
const data = (value: unknown): Answer => ({ json: { data: value } })
const missing: Answer = { status: 404, json: { status: 404, code: 'not_found', message: 'No such thing.' } }
const failed: Answer = { status: 500, json: { status: 500, code: 'failed', message: 'Oh no.' } }
const closed: Answer = {
  status: 503,
  json: { status: 503, code: 'maintenance', message: 'Closed for work.' },
}

const mill = { ...venue, id: 90002, slug: 'mill', name: 'Millbrook' }
/** What a search answers about venues; nothing is on. */
const foundVenues = (venueMatch: 'all' | 'name' | 'none', ...venues: (typeof venue)[]): Answer =>
  data({
    words: '',
    period: null,
    centre: null,
    place_status: 'none',
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

const ordinary: Api = {
  '/search?q=tonight': foundVenues('all', venue, mill),
  '/search?q=tonight&venue=harbour': foundVenues('all', venue, mill),
  '/search?q=MILL&radius=5': foundVenues('name', mill),
  '/search?q=nowhere&radius=5': foundVenues('none'),
  '/frontend/theme': data(theme),
  '/frontend/theme?venue=harbour': data({ theme_app_primary_colour: '#7a1f5c' }),
  '/frontend/client-config': data(config),
  '/frontend/footer': data({ html: '<p>Larkhaven Leisure, by the sea</p>' }),
  '/frontend/footer?venue=harbour': data({ html: '<p>Harbour View, 1 Quay</p>' }),
  '/activities/venues': data([venue, mill]),
  '/activities/venues/harbour': data(venue),
  '/activities/venue/harbour/categories': data([swimming, category('yoga', 'Yoga')]),
  '/activities/venue/harbour/categories/swimming': data(swimming),
  '/activities/venue/harbour/categories/yoga': data(category('yoga', 'Yoga')),
  '/activities/venue/harbour/activity-category/yoga/dates': data([{ raw: '2027-03-04' }]),
  '/auth/user': { json: { data: customer, result: customer } },
  '/activities/cart': data({ item_count: 3, items: [], uuid: 'u', now: '2027-03-01T10:00:00Z' }),
  '/terms': data([]),
}

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const requestPage = async (
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
const words = (html: string): string =>
  (/<div id="root">([\s\S]*)<\/div>\n<p id="unheard"/.exec(html)?.[1] ?? '')
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, '')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')

const primary = (html: string): string | undefined => /--primary:(#[0-9a-f]+)/.exec(html)?.[1]

describe('pages', () => {
  test('A01: the home page has venues, a search, header and footer', async () => {
    const { status, html, defects } = await requestPage('/')
    expect(status).toBe(200)
    expect(words(html)).toMatch(/What would you like to do\?.*Harbour View.*Millbrook/)
    expect(html).toMatch(/<form[^>]*role="search"[^>]*method="get"/)
    expect(html).toContain('<title>Book an activity – Larkhaven Leisure</title>')
    expect(defects).toEqual([])
  })

  test('A01: the home page shows the activities of the remembered venue', async () => {
    const { html } = await requestPage('/', { cookie: 'selected-venue=harbour' })
    expect(words(html)).toContain("What's on at Harbour View")
    expect(html).toContain('href="/location/harbour/swimming"')
  })

  test('C11: the search works without script, through the URL', async () => {
    const { html } = await requestPage('/?q=MILL')
    expect(words(html)).toContain('1 venue with “MILL” in the name')
    expect(words(html)).not.toContain('Harbour View')
    expect(words((await requestPage('/?q=nowhere')).html)).toContain('No results for “nowhere”')
  })

  test('A10, A23: a venue lists its activities', async () => {
    const { html, status } = await requestPage('/location/harbour')
    expect(status).toBe(200)
    expect(words(html)).toMatch(/Book an activity Harbour View .*Choose an activity.*Swimming.*Yoga/)
    expect(html).toMatch(/<nav aria-label="Breadcrumb">.*aria-current="page"[^>]*>Book an activity</)
  })

  test('C15: a visit to a venue is remembered', async () => {
    const { header } = await requestPage('/location/harbour')
    expect(header('set-cookie').join()).toMatch(
      /^selected-venue=harbour; Path=\/; SameSite=Lax; Max-Age=31536000; Secure/,
    )
    expect((await requestPage('/location/harbour/swimming')).header('set-cookie').join()).toContain(
      'harbour%2Fswimming',
    )
  })

  test('C16: the change-venue button follows the setting', async () => {
    expect(words((await requestPage('/location/harbour')).html)).toContain('Change venue')
    const without = {
      '/activities/venues/harbour': data({ ...venue, display_venue_selection_button: false }),
    }
    expect(words((await requestPage('/location/harbour', { api: without })).html)).not.toContain(
      'Change venue',
    )
  })

  test('A11, A23: an activity lists its sub activities', async () => {
    const { html } = await requestPage('/location/harbour/swimming')
    expect(words(html)).toMatch(/Lanes.*Quiet swim/)
    expect(html).toMatch(
      /Breadcrumb.*href="\/location\/harbour">Book an activity<.*aria-current="page"[^>]*>Swimming</,
    )
  })

  test('A11: an activity without sub activities redirects to its first day', async () => {
    const { status, header } = await requestPage('/location/harbour/yoga')
    expect(status).toBe(302)
    expect(header('location')).toEqual(['/location/harbour/yoga/2027-03-04'])
  })

  test('A11: an activity without a bookable day says so', async () => {
    const api = { '/activities/venue/harbour/activity-category/yoga/dates': data([]) }
    const { status, html } = await requestPage('/location/harbour/yoga', { api })
    expect(status).toBe(200)
    expect(words(html)).toContain("You can't book Yoga yet.")
  })

  test('A14, A23: membership pricing', async () => {
    expect(words((await requestPage('/pricing')).html)).toMatch(/Membership pricing.*Log in/)
  })
})

describe('redirects', () => {
  test('A03: /redirect-to-selected-venue redirects to the remembered venue', async () => {
    const { status, header } = await requestPage('/redirect-to-selected-venue', {
      cookie: 'selected-venue=harbour%2Fyoga',
    })
    expect([status, ...header('location')]).toEqual([302, '/location/harbour'])
  })

  test.each([
    ['gone', missing, 'venue-gone'],
    ['in maintenance', closed, 'venue-closed'],
  ])('A03: a remembered venue that is %s is forgotten, and home says so', async (_, answer, flash) => {
    const { header } = await requestPage('/redirect-to-selected-venue', {
      cookie: 'selected-venue=harbour',
      api: { '/activities/venues/harbour': answer, '/frontend/theme?venue=harbour': answer },
    })
    expect(header('location')).toEqual(['/'])
    expect(header('set-cookie')).toEqual([
      expect.stringContaining('selected-venue=; Path=/; SameSite=Lax; Max-Age=0'),
      expect.stringContaining(`flash=${flash};`),
    ])
  })

  test('B03: a remembered venue in maintenance is not where "Book an activity" leads', async () => {
    const api = { '/frontend/theme?venue=harbour': closed }
    const { html } = await requestPage('/', { api, cookie: 'selected-venue=harbour' })
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Book an activity</)
    expect(html).not.toMatch(/<a[^>]*href="\/location\/harbour"[^>]*>Book an activity</)
    const { html: blocked } = await requestPage('/location/harbour', { api })
    expect(blocked).toMatch(/<a[^>]*href="\/"[^>]*>See other venues</)
  })

  test('A21: /login opens the dialog on home, and /my-account leads to the account', async () => {
    expect((await requestPage('/login?redirect=/basket')).header('location')).toEqual([
      '/?redirect=%2Fbasket&login=1',
    ])
    expect((await requestPage('/my-account')).header('location')).toEqual(['https://account.town.test/'])
  })

  test('A04: without one it redirects to the home page, which asks to select a venue', async () => {
    const { header } = await requestPage('/redirect-to-selected-venue')
    expect(header('location')).toEqual(['/'])
    const flash = header('set-cookie').find((value) => value.startsWith('flash='))
    const home = await requestPage('/', { cookie: flash?.split(';')[0] ?? '' })
    expect(words(home.html)).toContain('Please select a venue before booking an activity')
    expect(home.header('set-cookie').join()).toMatch(/flash=; .*Max-Age=0/)
  })

  test('a notice from a cookie must be a defined one', async () => {
    expect(words((await requestPage('/', { cookie: 'flash=Send%20money' })).html)).not.toContain('Send money')
  })

  test.each([
    ['A15', '/harbour', '/location/harbour'],
    ['A16', '/harbour/swimming', '/location/harbour/swimming'],
    ['A18', '/harbour/yoga/2027-03-04', '/location/harbour/yoga/2027-03-04'],
    ['A18', '/harbour/yoga/2027-03-04/location', '/location/harbour/yoga/2027-03-04/location'],
    ['A18', '/harbour/yoga/2027-03-04?from=09%3A00', '/location/harbour/yoga/2027-03-04?from=09%3A00'],
  ])('%s: %s leads to %s', async (_row, from, to) => {
    expect((await requestPage(from)).header('location')).toEqual([to])
  })

  test.each(['/nowhere', '/harbour/nothing', '/nowhere/yoga/2027-03-04'])(
    "A17: %s goes home with 'We couldn't find the activity you are looking for'",
    async (from) => {
      const { header } = await requestPage(from)
      expect(header('location')).toEqual(['/'])
      const home = await requestPage('/', { cookie: header('set-cookie')[0]?.split(';')[0] ?? '' })
      expect(words(home.html)).toContain("We couldn't find the activity you are looking for")
    },
  )

  test.each(['/favicon.ico', '/apple-touch-icon.png', '/.well-known/security.txt'])(
    'A19: %s is no venue, and leaves no notice for the next page',
    async (file) => {
      const { status, header, requests } = await requestPage(file)
      expect(status).toBe(404)
      expect(header('set-cookie').join()).not.toContain('flash')
      expect(requests.join()).not.toContain('/activities/venues/')
    },
  )

  test('A20: removes a trailing slash and keeps the query', async () => {
    const { status, header, requests } = await requestPage('/location/harbour/?q=1&x=%2F')
    expect([status, ...header('location')]).toEqual([301, '/location/harbour?q=1&x=%2F'])
    expect(requests).toEqual([])
    expect((await requestPage('//elsewhere.example/')).header('location')).toEqual(['/elsewhere.example'])
  })

  test('A06: sign-up redirects a logged-in customer, within the product only', async () => {
    const cookie = 'authToken-present=1'
    const to = async (query: string) =>
      (await requestPage(`/register${query}`, { cookie })).header('location')
    expect(await to('')).toEqual(['/'])
    expect(await to('?redirect=/basket')).toEqual(['/basket'])
    expect(await to('?redirect=https://account.town.test/bookings')).toEqual([
      'https://account.town.test/bookings',
    ])
    expect(await to('?redirect=https://elsewhere.example/')).toEqual(['/'])
    expect(await to('?redirect=//elsewhere.example')).toEqual(['/'])
  })

  test('A05, A23: shows sign-up to visitors', async () => {
    const { status, html } = await requestPage('/register')
    expect(status).toBe(200)
    expect(words(html)).toMatch(/Sign up.*First name.*Password/)
  })
})

describe('the frame', () => {
  test("B01: the venue's theme is in the head of the page", async () => {
    const { html } = await requestPage('/location/harbour')
    expect(primary(html)).toBe('#7a1f5c')
    expect(html.indexOf('--primary')).toBeLessThan(html.indexOf('<body>'))
    expect(primary((await requestPage('/')).html)).toBe('#0b5d3b')
    expect(primary((await requestPage('/', { cookie: 'selected-venue=harbour' })).html)).toBe('#7a1f5c')
  })

  test("B02: when a venue's theme fails, the operator's is read", async () => {
    const api = { '/frontend/theme?venue=harbour': failed }
    const { html, requests, status } = await requestPage('/location/harbour', { api })
    expect(status).toBe(200)
    expect(requests).toContain('/frontend/theme?venue=harbour')
    expect(requests).toContain('/frontend/theme')
    expect(primary(html)).toBe('#0b5d3b')
  })

  test('B03: 503 from the theme shows the maintenance page', async () => {
    const { status, html } = await requestPage('/location/harbour', {
      api: { '/frontend/theme?venue=harbour': closed },
    })
    expect(status).toBe(503)
    expect(words(html)).toContain(
      'Service disruption – Unable to access the site due to planned maintenance.',
    )
    expect((await requestPage('/', { api: { '/frontend/theme': closed } })).status).toBe(503)
  })

  test('B03: maintenance of the remembered venue does not block pages where another can be chosen', async () => {
    const api = { '/frontend/theme?venue=harbour': closed }
    expect((await requestPage('/', { api, cookie: 'selected-venue=harbour' })).status).toBe(200)
  })

  test('B04: any other failure of the theme shows the full-page error', async () => {
    const renderWith = createRenderer({ development: { head: '', script: '/entry.tsx' } })
    const { status, html } = await requestPage('/', { api: { '/frontend/theme': failed }, renderWith })
    expect(status).toBe(500)
    expect(words(html)).toContain('We may have dropped the ball on this one.')
    expect(primary(html)).toBe('#6b2fb3')
  })

  test('B04, B07: the full-page error keeps the last theme known, of the venue or else of the operator', async () => {
    const renderWith = createRenderer({ development: { head: '', script: '/entry.tsx' } })
    await requestPage('/', { renderWith })
    await requestPage('/location/harbour', { renderWith })
    const api = {
      '/frontend/theme': failed,
      '/frontend/theme?venue=harbour': failed,
      '/frontend/client-config': failed,
    }
    const atVenue = await requestPage('/location/harbour', { api, renderWith })
    expect([atVenue.status, primary(atVenue.html)]).toEqual([500, '#7a1f5c'])
    expect(primary((await requestPage('/', { api, renderWith })).html)).toBe('#0b5d3b')
    expect(primary((await requestPage('/location/mill', { api, renderWith })).html)).toBe('#0b5d3b')
  })

  test('B07: without the client config no page is displayed', async () => {
    const { status, html } = await requestPage('/', { api: { '/frontend/client-config': failed } })
    expect(status).toBe(500)
    expect(words(html)).toContain('We may have dropped the ball on this one.')
  })

  test('A19, B08: any other path shows the not-found page', async () => {
    const { status, html } = await requestPage('/a/b/c/d/e')
    expect(status).toBe(404)
    expect(words(html)).toContain("Whoops! Looks like you've gone offside.")
    expect(words(html)).toContain(
      "The page you're looking for doesn't exist. Return home to keep the ball rolling.",
    )
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Go home</)
    expect((await requestPage('/location/nowhere')).status).toBe(404)
  })

  test("when the page's data fails to load, the frame is still shown", async () => {
    const { status, html } = await requestPage('/location/harbour', {
      api: { '/activities/venues/harbour': failed },
    })
    expect(status).toBe(500)
    expect(words(html)).toContain('Something has gone wrong, please try again.')
    expect(words(html)).toContain('Harbour View, 1 Quay')
  })

  test('B04: an error in the frame shows the full-page error, and is reported', async () => {
    const broken = { '/frontend/client-config': data({ ...config, sites: null }) }
    const { status, html, defects } = await requestPage('/', { api: broken })
    expect(status).toBe(500)
    expect(words(html)).toContain('We may have dropped the ball on this one.')
    expect(defects.length).toBeGreaterThan(0)
  })

  test('A28: the header of a visitor', async () => {
    const { html, requests } = await requestPage('/')
    const header = words(
      /<header[\s\S]*?<\/header>/
        .exec(html)?.[0]
        .replace(/^/, '<div id="root">')
        .concat('</div>\n<p id="unheard"') ?? '',
    )
    expect(header).toMatch(/Book an activity Buy a membership Log in Basket/)
    expect(requests).not.toContain('/auth/user')
    expect(requests).not.toContain('/activities/cart')
  })

  test('A28: memberships are offered only if online joining is enabled', async () => {
    const api = { '/frontend/client-config': data({ ...config, online_joining_enabled: false }) }
    expect(words((await requestPage('/?menu=1', { api })).html)).not.toContain('Buy a membership')
  })

  test('A28: the header of a customer: name and basket count', async () => {
    const { html } = await requestPage('/', { cookie: 'authToken-present=1' })
    expect(words(html)).toMatch(/Maya/)
    expect(html).toContain('aria-label="Basket, 3 items"')
    expect(html).toContain('href="https://account.town.test/"')
  })

  test('A28: an anonymous basket is counted too', async () => {
    expect((await requestPage('/', { cookie: 'basket=opaque' })).html).toContain(
      'aria-label="Basket, 3 items"',
    )
  })

  test('A32: the drawer of a visitor and of a customer', async () => {
    const drawer = (html: string): string => words(html).split('Menu').at(-1) ?? ''
    expect(drawer((await requestPage('/?menu=1')).html).trim()).toBe(
      'Book an activity Buy a membership Shopping basket Log in Create an account',
    )
    expect(drawer((await requestPage('/?menu=1', { cookie: 'authToken-present=1' })).html).trim()).toBe(
      'Book an activity Buy a membership Shopping basket My account Log out',
    )
  })

  test('A29: the footer is that of the venue', async () => {
    expect(words((await requestPage('/location/harbour')).html)).toContain('Harbour View, 1 Quay')
    expect(words((await requestPage('/')).html)).toContain('Larkhaven Leisure, by the sea')
    expect((await requestPage('/', { api: { '/frontend/footer': failed } })).status).toBe(200)
  })

  test('A21, B10: login is a dialog over the page, opened by a link', async () => {
    const { html } = await requestPage('/location/harbour?login=1')
    expect(html).toMatch(/<dialog open="" [^>]*aria-labelledby/)
    expect(words(html)).toMatch(/Log in.*E-mail address or customer number.*Password/)
    expect(words(html)).toContain('Choose an activity')
    expect((await requestPage('/?login=1', { cookie: 'authToken-present=1' })).html).not.toContain('<dialog')
  })

  test("F06: an ended session renders a visitor's page, and removes the cookies that the API removed", async () => {
    const gone: Answer = {
      status: 401,
      json: { status: 401, code: 'logged_out', message: 'Unauthenticated.' },
      cookies: ['authToken-present=; Max-Age=0; Path=/'],
    }
    const { status, html, header } = await requestPage('/', {
      cookie: 'authToken-present=1',
      api: { '/auth/user': gone },
    })
    expect(status).toBe(200)
    expect(words(html)).toContain('Log in')
    expect(header('set-cookie')).toContain('authToken-present=; Max-Age=0; Path=/')
  })
})

describe('the document', () => {
  test('A02: the whole site is served under its base path', async () => {
    const { html, requests, header } = await requestPage('/book/location/harbour', { basePath: '/book' })
    expect(requests).toContain('/activities/venues/harbour')
    const hrefs = [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href ?? '')
    expect(hrefs.length).toBeGreaterThan(3)
    expect(hrefs.filter((href) => !/^\/book(\/|$|\?)/.test(href))).toEqual([])
    expect(header('set-cookie')[0]).toContain('Path=/book;')
    expect((await requestPage('/book/harbour', { basePath: '/book' })).header('location')).toEqual([
      '/book/location/harbour',
    ])
    expect((await requestPage('/book', { basePath: '/book' })).status).toBe(200)
  })

  test('A25: every link and redirect keeps embedded=true', async () => {
    const { html } = await requestPage('/?embedded=true')
    expect(html).toContain('href="/location/harbour?embedded=true"')
    expect(html).toContain('href="https://join.town.test/?embedded=true"')
    expect((await requestPage('/harbour?embedded=true')).header('location')).toEqual([
      '/location/harbour?embedded=true',
    ])
  })

  test('has a hash for every inline script and style', async () => {
    const { html, styleHashes, scriptHashes } = await requestPage('/location/harbour?login=1')
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toMatch(/ on[a-z]+="/)
    const hashesOf = (written: RegExp): Promise<string[]> =>
      Promise.all(
        [...html.matchAll(written)].map(async ([, text]) => {
          const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
          return `sha256-${Buffer.from(digest).toString('base64')}`
        }),
      )
    expect(styleHashes).toEqual(await hashesOf(/<style>([\s\S]*?)<\/style>/g))
    expect(scriptHashes).toEqual(await hashesOf(/<script>([\s\S]*?)<\/script>/g))
    for (const [, attributes] of html.matchAll(/<script( [^>]*)>/g))
      expect(attributes).toMatch(/ src=|type="application\/json"/)
  })

  test('escapes its data so that it cannot close its element', async () => {
    const nasty = { ...venue, name: '</script><script>alert(1)</script>\u2028' }
    const { html } = await requestPage('/location/harbour', {
      api: { '/activities/venues/harbour': data(nasty) },
    })
    expect(html).not.toContain('<script>alert')
    const carried = /id="bootstrap">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.stringify(JSON.parse(carried))).toContain('alert(1)')
  })

  test('inlines the styles of the page, and preloads its modules', async () => {
    const built = createRenderer({
      manifest: {
        'web/entry-client.tsx': {
          file: 'assets/client.js',
          isEntry: true,
          css: ['assets/client.css'],
          imports: ['_a.js'],
        },
        '_a.js': { file: 'assets/a.js', css: ['assets/a.css'] },
        'web/apps/bookings/site.tsx': { file: 'assets/site.js', imports: ['_a.js'] },
        'web/pages/HomePage.tsx': { file: 'assets/home.js', css: ['assets/home.css'] },
        'web/pages/UnfinishedCalls.tsx': { file: 'assets/unfinished.js' },
        'web/pages/VenuePage.tsx': { file: 'assets/venue.js', css: ['assets/venue.css'] },
      },
      readAsset: (file) => `.from-${file.replace(/\W/g, '-')}{color:red}`,
    })
    const { html } = await built({
      site: 'bookings',
      url: 'https://bookings.town.test/book',
      basePath: '/book',
      cookie: '',
      fetchApi: async (request) => {
        const { pathname, search } = new URL(request.url)
        const found = ordinary[pathname.slice('/book/api'.length) + search]
        return Response.json(typeof found === 'object' ? found.json : missing.json)
      },
      report: (error) => {
        throw error
      },
    })
    expect(html).toContain('.from-assets-home-css')
    expect(html).not.toContain('venue-css')
    expect(html).toContain('@layer base, ui, platform, feature, page;')
    for (const file of ['a', 'site', 'home'])
      expect(html).toContain(`<link rel="modulepreload" href="/book/assets/${file}.js">`)
    expect(html).toContain('<script type="module" src="/book/assets/client.js">')
  })
})
