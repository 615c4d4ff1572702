import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createClock } from './clock.ts'
import { requestCookies } from './cookies.ts'
import { at, definePage, notFound, redirect, type Page, type Site } from './page.ts'
import { createQueries } from './queries.ts'
import { isRedirect, matchRoute, loadScreen } from './screens.ts'
import { createToasts } from './toasts.ts'
import type { PageContext } from './pageContext.tsx'

const nothing = (): null => null

const createContextWith = (report: (error: unknown) => void = () => undefined): PageContext => ({
  site: 'bookings',
  origin: 'https://bookings.test',
  basePath: '',
  embedded: false,
  channel: { name: 'online', source: 'bookings', cartSource: 'activity-booking' },
  client: { send: () => Promise.reject(new Error('no API here')) },
  queries: createQueries(),
  clock: createClock(),
  startedAt: 0,
  cookies: requestCookies('', { path: '/', secure: true }),
  toasts: createToasts(),
  report,
})

const pageThat = (load: () => Promise<unknown>): Page =>
  definePage({ load, title: () => 'A page', Component: nothing })

const siteWith = (load: () => Promise<{ page: Page }>): Site => ({
  name: 'bookings',
  routes: [at('/page', 'APage', load)],
  notFound: definePage({ load: async () => ({}), title: () => 'Page not found', Component: nothing }),
  loadFrame: async () => ({ theme: {}, operatorName: 'Larkhaven' }),
  Frame: nothing,
  Maintenance: nothing,
  Failed: nothing,
  PageFailed: nothing,
  ChunkFailed: nothing,
  channel: { name: 'online', source: 'bookings', cartSource: 'activity-booking' },
})

const screenOf = async (load: () => Promise<unknown>, report?: (error: unknown) => void) => {
  const screen = await loadScreen(
    siteWith(async () => ({ page: pageThat(load) })),
    createContextWith(report),
    '/page',
  )
  if (isRedirect(screen)) throw new Error('It redirects')
  return screen
}

describe('loadScreen', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('loads a page with its data and title', async () => {
    expect(await screenOf(async () => ({ venue: 'x' }))).toMatchObject({
      outcome: 'page',
      status: 200,
      title: 'A page – Larkhaven',
      data: { venue: 'x' },
    })
  })

  test('A19: notFound() and a read that fails with 404 show the not-found page', async () => {
    expect(await screenOf(async () => notFound())).toMatchObject({ outcome: 'not-found', status: 404 })
    const missing = new ApiError({ status: 404, code: 'not_found', message: '' })
    expect(await screenOf(() => Promise.reject(missing))).toMatchObject({ outcome: 'not-found', status: 404 })
  })

  test('returns a redirect unchanged', async () => {
    const load = async () => redirect('/basket', { flash: 'choose-venue' })
    const answer = await loadScreen(
      siteWith(async () => ({ page: pageThat(load) })),
      createContextWith(),
      '/page',
    )
    expect(answer).toEqual({ outcome: 'redirect', to: '/basket', flash: 'choose-venue' })
  })

  test('an API failure keeps its status; an unexpected error is reported', async () => {
    const busy = new ApiError({ status: 429, code: 'too_many', message: '' })
    expect(await screenOf(() => Promise.reject(busy))).toMatchObject({ outcome: 'page-failed', status: 429 })
    const report = vi.fn<(error: unknown) => void>()
    const defect = new TypeError('x is undefined')
    expect(await screenOf(() => Promise.reject(defect), report)).toMatchObject({
      outcome: 'page-failed',
      status: 500,
    })
    expect(report).toHaveBeenCalledWith(defect)
  })

  test("B14: a script that fails to load shows 'Loading chunk failed'", async () => {
    const screen = await loadScreen(
      siteWith(() => Promise.reject(new TypeError('Failed to fetch'))),
      createContextWith(),
      '/page',
    )
    expect(screen).toMatchObject({ outcome: 'chunk-failed', title: 'Loading chunk failed – Larkhaven' })
  })

  test('offline, a script that fails to load shows that the device is offline', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('navigator', { onLine: false })
    const screen = await loadScreen(
      siteWith(() => Promise.reject(new TypeError('Failed to fetch'))),
      createContextWith(),
      '/page',
    )
    vi.unstubAllGlobals()
    expect(screen).toMatchObject({
      outcome: 'page-failed',
      title: 'Something has gone wrong – Larkhaven',
      connectionMessage: "You're offline. Check your connection and try again.",
    })
  })

  test('B14: a script times out after 120 seconds', async () => {
    vi.useFakeTimers()
    let answer: unknown
    const waiting = async (): Promise<void> => {
      answer = await loadScreen(
        siteWith(() => new Promise(() => undefined)),
        createContextWith(),
        '/page',
      )
    }
    void waiting()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer).toMatchObject({ outcome: 'chunk-failed' })
  })
})

describe('matchRoute', () => {
  const load = async () => ({ page: pageThat(async () => ({})) })
  const routes = [at('/', 'Home', load), at('/a/:one/:two?/*', 'Parts', load), at('/:any', 'Any', load)]

  test.each([
    ['/', 'Home', {}],
    ['/a/x', 'Parts', { one: 'x' }],
    ['/a/x/y', 'Parts', { one: 'x', two: 'y' }],
    ['/a/x/y/z/z', 'Parts', { one: 'x', two: 'y', rest: 'z/z' }],
    ['/old%20town', 'Any', { any: 'old town' }],
    ['/%E0%A4', 'Any', { any: '%E0%A4' }],
  ])('%s', (path, name, params) => {
    expect(matchRoute(routes, path)).toMatchObject({ route: { name }, params })
  })

  test('matches nothing else', () => {
    expect(matchRoute(routes, '/b/c')).toBeUndefined()
  })
})
