// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createRenderer } from './entry-server.tsx'
import {
  config,
  data,
  failed,
  closed,
  requestPage,
  words,
  primary,
  type Answer,
} from '#test/support/renderedPages.ts'

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

  test('B04, B07: the full-page error keeps the last theme, of the venue or else of the operator', async () => {
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

  test("when the page's data fails to load, the frame is still displayed", async () => {
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
