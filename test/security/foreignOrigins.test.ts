import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFor, bodyFor, reads, writes } from '#test/support/attackSurface.ts'
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

describe('a page of another origin', () => {
  it.each(writes)('$title cannot be called with the cookie of a person', async (target) => {
    const { method } = target.endpoint
    const path = addressFor(target, world.ids)
    const body = method === 'DELETE' ? undefined : bodyFor(target, world.ids)
    for (const origin of hostile) {
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
    for (const origin of hostile) {
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
})
