import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { addressFor, bodyFor, reads, writes } from '#test/support/attackSurface.ts'
import type { Target } from '#test/support/attackSurface.ts'
import { testDatabase } from '#test/support/database.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'

/*
 * Every write and read of the contract, called by a page that is not ours in the browser of a person who is logged in.
 */

/** Each as the value of `Origin`; the first label of our host is `bookings.onside.localhost:3000`. */
const hostile = [
  'https://evil.example',
  'null',
  'http://bookings.onside.localhost:3000.evil.example',
  'http://evil.example/bookings.onside.localhost:3000',
  'http://onside.localhost:3000',
  'http://bookings.onside.localhost',
  'http://bookings.onside.localhost:3001',
  'https://council.example',
  'file://',
  '',
]

/**
 * Three of them for each call, others for the next one: the origin is judged before the call is known, so that all of them
 * with one call, and each call with some, find what all with all would.
 */
const someHostile = (target: Target, all: readonly Target[]): readonly string[] => {
  const place = all.indexOf(target)
  return place === 0 ? hostile : [0, 3, 7].map((step) => hostile[(place + step) % hostile.length] ?? '')
}

let world: TwoOperators

beforeAll(async () => {
  world = await twoOperators((await testDatabase()).db)
  await world.db
    .updateTable('operator')
    .set({ frameOrigins: ['https://council.example'] })
    .where('slug', '=', 'demo')
    .execute()
  await new Promise((resolve) => setTimeout(resolve, 1100))
})

afterAll(() => world.removeFiles())

const cookieOf = () => `authToken=${world.supervisor.cookies.get('authToken')}`

const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  world.app.app.request(`http://bookings.onside.localhost:3000${path}`, {
    method,
    headers: { host: 'bookings.onside.localhost:3000', ...headers },
    ...(body !== undefined && { body }),
  })

it('a request that another site has made sets no cookie, though it names no origin', async () => {
  const cookie = `authToken=${'x'.repeat(43)}`
  const setBy = async (site: string) =>
    (await call('GET', '/api/auth/user', { cookie, 'sec-fetch-site': site })).headers.getSetCookie()
  expect(await setBy('same-origin')).not.toEqual([])
  expect(await setBy('cross-site')).toEqual([])
})

describe('a page of another origin', () => {
  it.each(writes)('$title cannot be called with the cookie of a person', async (target) => {
    const { method } = target.endpoint
    const path = addressFor(target, world.ids)
    const body = method === 'DELETE' ? undefined : bodyFor(target, world.ids)
    for (const origin of someHostile(target, writes)) {
      const response = await call(method, path, { cookie: cookieOf(), origin }, body)
      const { code } = (await response.json()) as { code: string }
      expect([origin, response.status, code, response.headers.getSetCookie()]).toEqual([
        origin,
        403,
        'origin_refused',
        [],
      ])
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    // Without an origin, only when the browser says that the page is ours.
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await call(method, path, { cookie: cookieOf(), 'sec-fetch-site': site }, body)
      expect([site, response.status]).toEqual([site, 403])
    }
  })

  it.each(writes)('$title sets no cookie, so that it cannot log a visitor in or out', async (target) => {
    const { method } = target.endpoint
    const body = method === 'DELETE' ? undefined : bodyFor(target, world.ids)
    for (const origin of ['https://evil.example', 'null', 'https://council.example']) {
      const response = await call(method, addressFor(target, world.ids), { origin }, body)
      expect([response.status < 500, response.headers.getSetCookie()]).toEqual([true, []])
    }
  })

  it.each(reads)('$title cannot be read with the cookie of a person', async (target) => {
    for (const origin of someHostile(target, reads)) {
      const path = addressFor(target, world.ids)
      const { headers, status } = await call('GET', path, { cookie: cookieOf(), origin })
      expect([origin, headers.get('access-control-allow-credentials'), headers.getSetCookie()]).toEqual([
        origin,
        null,
        [],
      ])
      expect(status).toBeLessThan(500)
    }
  })

  it('is in the security log, in a few rows however often it tries', async () => {
    const { securityLog } = world.app.services
    await securityLog.flush()
    await world.db.deleteFrom('securityEvent').execute()
    for (const target of writes) {
      const body = target.endpoint.method === 'DELETE' ? undefined : bodyFor(target, world.ids)
      const headers = { cookie: cookieOf(), origin: 'https://evil.example' }
      for (let times = 0; times < 3; times += 1)
        await call(target.endpoint.method, addressFor(target, world.ids), headers, body)
      await securityLog.flush()
    }
    const rows = await world.db
      .selectFrom('securityEvent')
      .select(['route', 'times', 'personId', 'network'])
      .where('event', '=', 'origin_refused')
      .execute()
    const routes = new Set(writes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    expect(new Set(rows.map(({ route }) => route))).toEqual(routes)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(3 * writes.length)
    expect(rows.length).toBeLessThan(2 * writes.length)
    expect(JSON.stringify(rows)).not.toContain('evil')
  })
})

describe('a form of a browser without script', () => {
  it('is refused to a page of another origin and recorded, and not rendered', async () => {
    const { db } = world
    let rendered = 0
    const { app, services } = createApp({
      db,
      clock: world.app.clock,
      config: readConfig({ NODE_ENV: 'test' }),
      log: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
      render: () => {
        rendered += 1
        return Promise.resolve({ status: 200, headers: [], html: '', styleHashes: [], scriptHashes: [] })
      },
    })
    const post = (path: string, origin: string, more: Record<string, string> = {}) =>
      app.request(`http://bookings.onside.localhost:3000${path}`, {
        method: 'POST',
        headers: {
          host: 'bookings.onside.localhost:3000',
          'content-type': 'application/x-www-form-urlencoded',
          cookie: cookieOf(),
          origin,
          ...more,
        },
        body: 'form=log-in&email=ann%40example.test&password=x',
      })
    await db.deleteFrom('securityEvent').execute()
    for (const path of ['/login', '/basket', '/login/link?code=x', '/switch-account']) {
      for (const origin of hostile) {
        const response = await post(path, origin)
        expect([path, origin, response.status, response.headers.getSetCookie()]).toEqual([
          path,
          origin,
          403,
          [],
        ])
      }
    }
    expect(rendered).toBe(0)
    await services.securityLog.flush()
    const rows = await db
      .selectFrom('securityEvent')
      .select(['event', 'route', 'times'])
      .orderBy('route')
      .execute()
    const times = hostile.length
    expect(rows).toEqual([
      { event: 'origin_refused', route: 'POST /*', times: 3 * times },
      { event: 'origin_refused', route: 'POST /switch-account', times },
    ])
    expect((await post('/login', 'http://bookings.onside.localhost:3000')).status).toBe(200)
    // A page with a one-time code has no referrer, so its forms have no origin.
    for (const [path, page, status] of [
      ['/login-link?code=x', 'same-origin', 200],
      ['/login-link?code=x', 'same-site', 403],
      ['/login-link?code=x', 'cross-site', 403],
      ['/switch-account', 'same-origin', 303],
      ['/switch-account', 'same-site', 403],
      ['/switch-account', 'cross-site', 403],
    ] as const)
      expect((await post(path, 'null', { 'sec-fetch-site': page })).status).toBe(status)
  })
})
