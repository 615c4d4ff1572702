import { beforeEach, describe, expect, it } from 'vitest'
import { aLogIn, aWorld, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('what is read and written', () => {
  it('I01: takes snake_case and answers snake_case in `data`, without what the contract does not name', async () => {
    const response = await world.call('/api/samples/write', post({ name: 'x', starts_at: '18:00' }))
    expect(await response.json()).toEqual({
      data: {
        customer_id: null,
        person_id: null,
        basket_uuid: null,
        address: 'in-process',
        starts_at: '18:00',
      },
    })
  })

  it('answers JSON and says so, without a charset', async () => {
    const answers = [
      await world.call('/api/samples'),
      await world.call('/api/nothing'),
      await world.call('/api/samples/own'),
      await world.call('/api/samples/write', post('{')),
    ]
    expect(answers.map((answer) => answer.headers.get('content-type'))).toEqual(
      answers.map(() => 'application/json'),
    )
  })

  it('carries a checksum that does not know the time, and answers 304 to anyone who has it', async () => {
    const first = await world.call('/api/samples/shared')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    world.turn(5000)
    for (const clientEtag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await world.call('/api/samples/shared', { headers: { 'if-none-match': clientEtag } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect(
      (await world.call('/api/samples/shared', { headers: { 'if-none-match': '"other"' } })).status,
    ).toBe(200)
  })

  it('keeps personal answers out of shared caches, and written ones out of all', async () => {
    const { cookie } = await aLogIn(world)
    world.turn(2 * 86_400_000)
    const prolonging = await world.call('/api/samples/shared', { headers: cookie })
    expect(prolonging.headers.getSetCookie()).toHaveLength(2)
    expect(prolonging.headers.get('cache-control')).toBe('private, no-cache')
    const read = await world.call('/api/samples')
    expect(read.headers.get('cache-control')).toBe('private, no-cache')
    const personal = await world.call('/api/samples', { headers: cookie })
    expect(personal.headers.get('cache-control')).toBe('no-store')
    expect(personal.headers.get('etag')).toMatch(/^"[\w-]{20,}"$/)
    expect(read.headers.get('vary')).toBe(
      'Accept-Encoding, Origin, Authorization, Cookie, Cart-Uuid, Referer',
    )
    const write = await world.call('/api/samples/write', post({ name: 'x' }))
    expect(write.headers.get('cache-control')).toBe('no-store')
    expect((await world.call('/api/samples/own')).headers.get('cache-control')).toBe('no-store')
  })
})
