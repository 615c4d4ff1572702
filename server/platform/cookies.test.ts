import { beforeEach, describe, expect, it } from 'vitest'
import { aLogIn, aWorld, bookings, post } from '#test/support/binder.ts'
import { basketUuid } from '#test/support/sampleNoun.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('cookies', () => {
  it('in a frame of another page there is one more, kept apart for that page', async () => {
    const referer = `${bookings}/location/demo-centre?embedded=true`
    const response = await world.call(
      '/api/samples/write',
      post({ name: 'x' }, { origin: bookings, referer }),
    )
    expect(response.headers.getSetCookie()).toEqual([
      `basket=${basketUuid}; Max-Age=2592000; Domain=town.example; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `basket=${basketUuid}; Max-Age=2592000; Domain=town.example; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`,
    ])
  })

  it('a change from one of our pages says when it was made, to the pages of all sites', async () => {
    const { cookie, bearer } = await aLogIn(world)
    const change = async (headers: Record<string, string>) => {
      const response = await world.call('/api/samples/change', post({ name: 'x' }, headers))
      expect(response.status).toBe(200)
      return response.headers.getSetCookie()
    }
    expect(await change({ ...cookie, origin: bookings })).toEqual([
      `changed-at=${world.now().getTime()}; Max-Age=60; Domain=town.example; Path=/; Secure; SameSite=Lax`,
    ])
    expect(await change(bearer)).toEqual([])
    expect(await change({ ...bearer, origin: 'https://elsewhere.example' })).toEqual([])
    const nothingToRead = await world.call('/api/samples/write', post({ name: 'x' }, { origin: bookings }))
    expect(nothingToRead.headers.getSetCookie().join()).not.toContain('changed-at')
  })

  it('a log-in in use is made to last longer once a day, and the browser is told', async () => {
    const { token, cookie, bearer } = await aLogIn(world)
    const lastSeen = async () =>
      (await world.db.selectFrom('session').select('lastSeenAt').executeTakeFirstOrThrow()).lastSeenAt
    const refused = async () => (await world.call('/api/samples/own', { headers: cookie })).status
    const requests = async (headers: Record<string, string>) => {
      const response = await world.call('/api/samples/own', { headers })
      // No call waits for it to be noted.
      await expect.poll(lastSeen).toEqual(world.now())
      return [
        response.status,
        response.headers.getSetCookie().filter((line) => line.startsWith('authToken=')),
      ]
    }
    expect(await requests(cookie)).toEqual([200, []])
    world.turn(2 * 86_400_000)
    expect(await requests(bearer)).toEqual([200, []])
    world.turn(2 * 86_400_000)
    expect(await requests(cookie)).toEqual([
      200,
      [
        `authToken=${token}; Domain=town.example; Path=/; Expires=Sat, 03 Apr 2027 10:00:00 GMT; HttpOnly; Secure; SameSite=Lax`,
      ],
    ])
    expect(await requests(cookie)).toEqual([200, []])
    world.turn(29 * 86_400_000)
    expect((await requests(cookie))[0]).toBe(200)
    world.turn(31 * 86_400_000)
    expect(await refused()).toBe(401)
  })
})
