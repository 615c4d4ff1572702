// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { venue, data, missing, closed, nextSwim, requestPage, words } from '#test/support/renderedPages.ts'
import type { Answer } from '#test/support/renderedPages.ts'

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

  test('C14: says when places cannot be looked up', async () => {
    expect(words((await requestPage('/?q=OL1')).html)).toContain("We can't look up places at the moment.")
  })

  test('A10, A23: a venue lists its activities', async () => {
    const { html, status } = await requestPage('/location/harbour')
    expect(status).toBe(200)
    expect(words(html)).toMatch(
      /Book an activity Harbour View .*Choose an activity.*Swimming.*From £4.80, next tomorrow 19:00.*Yoga/,
    )
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

  test('C16: where there are no other venues none are offered', async () => {
    const offered = async (answers: Record<string, Answer>) =>
      words((await requestPage('/location/harbour', { api: answers })).html).includes('See other venues')
    const only = data({ ...venue, display_venue_selection_button: false })
    const nothing = { '/activities/venue/harbour/categories': data([]) }
    const maintained = { '/frontend/theme?venue=harbour': closed }
    expect(await offered(nothing)).toBe(true)
    expect(await offered({ ...nothing, '/activities/venues/harbour': only })).toBe(false)
    expect(await offered(maintained)).toBe(true)
    expect(await offered({ ...maintained, '/activities/venues/harbour': only })).toBe(false)
  })

  test('H02: a kiosk leads to the next times of today, and one of a closed venue offers nothing to book', async () => {
    const kioskOf = async (answers: Record<string, Answer>) => {
      const { html } = await requestPage('/location/harbour', { api: answers, cookie: 'kiosk=harbour' })
      return { text: words(html), html }
    }
    const today = await kioskOf({ '/search/venue/harbour': nextSwim('today') })
    expect(today.text).toContain('Book now Next today 19:00 Lanes')
    expect(today.html).toContain('href="/location/harbour/lanes/2027-03-05/ticket/7"')
    expect((await kioskOf({})).text).not.toContain('Next today')
    const closedVenue = { '/activities/venue/harbour/categories': data([]) }
    expect((await kioskOf(closedVenue)).text).toMatch(/Check in.*Find my booking/)
    expect((await kioskOf(closedVenue)).text).not.toContain('Book now')
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

  test.each([
    ['/Harbour', '/harbour'],
    ['/Harbour/YOGA?x=A', '/harbour/yoga?x=A'],
    [
      '/location/Harbour/Yoga/2027-03-04/class/AQGinvented',
      '/location/harbour/yoga/2027-03-04/class/AQGinvented',
    ],
  ])('A15, A16: %s is redirected to its slugs in lower case', async (path, to) => {
    const { status, header } = await requestPage(path)
    expect([status, ...header('location')]).toEqual([301, to])
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
