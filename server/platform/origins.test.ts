import { beforeEach, describe, expect, it } from 'vitest'
import { aLogIn, account, aWorld, bookings, failure, frame, post } from '#test/support/binder.ts'
import { basketUuid } from '#test/support/sampleNoun.ts'
import type { World } from '#test/support/binder.ts'

const foreign = 'https://evil.example'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('where a write comes from', () => {
  const written = (headers: Record<string, string>) =>
    world.call('/api/samples/write', post({ name: 'x' }, headers))

  it('refuses a write that rests on a cookie and comes from a foreign page', async () => {
    const { cookie } = await aLogIn(world)
    for (const origin of [
      foreign,
      'null',
      'http://bookings.town.example',
      'https://town.example',
      `${bookings}.evil.example`,
      frame,
    ]) {
      const response = await written({ ...cookie, origin })
      expect([origin, (await failure(response)).code, response.status]).toEqual([
        origin,
        'origin_refused',
        403,
      ])
    }
    const byBasket = await written({ cookie: `basket=${basketUuid}`, origin: foreign })
    expect((await failure(byBasket)).code).toBe('origin_refused')
    expect(await world.runs()).toBe(0)
  })

  it('allows our sites, those of the settings, and the very host asked', async () => {
    const { cookie } = await aLogIn(world)
    for (const headers of [
      { origin: bookings },
      { origin: account },
      { origin: 'http://localhost:3000', host: 'localhost:3000' },
    ]) {
      expect([headers, (await written({ ...cookie, ...headers })).status]).toEqual([headers, 200])
    }
  })

  it('takes a call without Origin only when the browser says that it is from the same page', async () => {
    const { cookie } = await aLogIn(world)
    expect((await written(cookie)).status).toBe(403)
    expect((await written({ ...cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await written({ ...cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('exempts bearer calls, whatever cookies come along, and callers who hold nothing', async () => {
    const { bearer } = await aLogIn(world)
    expect((await written({ ...bearer, origin: foreign })).status).toBe(200)
    expect((await written({ ...bearer, cookie: `basket=${basketUuid}` })).status).toBe(200)
    expect((await written({ 'cart-uuid': basketUuid, origin: foreign })).status).toBe(200)
    expect((await written({})).status).toBe(200)
  })

  it('lets foreign pages read with a cookie that the browser sent on its own: nothing is written', async () => {
    const { cookie } = await aLogIn(world)
    const response = await world.call('/api/samples/own', { headers: { ...cookie, origin: foreign } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('sets no cookie for a foreign page, which could log its visitor in or out', async () => {
    const first = await written({ origin: foreign })
    expect([first.status, first.headers.getSetCookie()]).toEqual([200, []])
    const out = await world.call('/api/samples/leave', { method: 'POST', headers: { origin: foreign } })
    expect([out.status, out.headers.getSetCookie()]).toEqual([200, []])
    const refused = await world.call('/api/samples/own', { headers: { origin: foreign } })
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  })
})

describe('other origins', () => {
  it('reflects any origin, and lets our own pages call with cookies', async () => {
    const requests = async (path: string, init: RequestInit) => {
      const { headers } = await world.call(path, init)
      return [
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-credentials'),
        headers.get('access-control-expose-headers'),
      ]
    }
    const exposed = 'ETag, Date, Retry-After, Idempotency-Replayed'
    const ways: [string, RequestInit][] = [
      ['/api/samples', {}],
      ['/api/samples/own', {}],
      ['/api/nothing', {}],
      ['/api/samples', { method: 'DELETE' }],
      ['/api/samples', { method: 'OPTIONS' }],
    ]
    for (const [path, init] of ways) {
      expect(await requests(path, { ...init, headers: { origin: foreign } })).toEqual([
        foreign,
        null,
        exposed,
      ])
      expect(await requests(path, { ...init, headers: { origin: frame } })).toEqual([frame, null, exposed])
      expect(await requests(path, { ...init, headers: { origin: account } })).toEqual([
        account,
        'true',
        exposed,
      ])
      expect(await requests(path, init)).toEqual([null, null, null])
    }
  })

  it('answers a preflight with 204, to be kept 600 seconds', async () => {
    const response = await world.call('/api/samples/write', {
      method: 'OPTIONS',
      headers: { origin: account, 'access-control-request-method': 'POST' },
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-max-age': '600',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Idempotency-Key, Cart-Uuid, Client-Domain-Identifier, If-None-Match',
      vary: 'Origin',
    })
  })
})
