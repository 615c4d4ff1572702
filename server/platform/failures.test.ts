import { beforeEach, describe, expect, it } from 'vitest'
import { aLogIn, aWorld, failure, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('failures', () => {
  const failing = (how: string, headers: Record<string, string> = {}) =>
    world.call('/api/samples/fail', post({ how }, headers))

  it('have one body, with what the refusal carries', async () => {
    expect(await failure(await failing('sold_out'))).toEqual({
      status: 409,
      code: 'sold_out',
      message: 'Nothing is left.',
    })
    expect(await failure(await failing('not_open'))).toEqual({
      status: 422,
      code: 'not_open',
      message: 'Not yet.',
      errors: {},
      available_at: '2027-03-01T22:00:00Z',
    })
    expect(await failure(await failing('fields'))).toEqual({
      status: 422,
      code: 'invalid',
      message: 'We do not know this.',
      errors: { 'items.0.id': ['We do not know this.'] },
    })
    const busy = await failing('busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([409, '1'])
  })

  it('roll back what was begun', async () => {
    for (const how of ['sold_out', 'busy', 'undeclared', 'broken answer']) await failing(how)
    expect(await world.runs()).toBe(0)
  })

  it('of our own making are 500 and tell nothing', async () => {
    for (const how of ['undeclared', 'database', 'twice', 'broken answer']) {
      expect(await failure(await failing(how))).toEqual({
        status: 500,
        code: 'failed',
        message: 'Something has gone wrong, please try again.',
      })
    }
  })

  it('and everything else leave lines without personal data', async () => {
    const { email, bearer, token } = await aLogIn(world)
    const password = 'a password nobody logs'
    await world.call('/api/samples/write?email=ann@example.test', post({ name: email, password }, bearer))
    await world.call('/api/samples/ann@example.test', { headers: bearer })
    for (const how of ['undeclared', 'database', 'twice', 'ann@example.test']) await failing(how)
    const written = world.lines.join('')
    expect(world.lines.length).toBeGreaterThan(8)
    for (const secret of ['ann@example', email, password, token, 'authToken', 'Bearer', 'Example']) {
      expect(written).not.toContain(secret)
    }
    expect(JSON.parse(world.lines[0] ?? '')).toMatchObject({
      method: 'POST',
      route: '/samples/write',
      status: 200,
    })
    expect(written).toContain('"code":"22P02"')
    expect(written).toContain('tag_operator_id_slug_key')
  })

  it('carry the id under which they are logged, and no line break of the caller', async () => {
    const mine = await world.call('/api/samples', { headers: { 'x-request-id': 'abc-123' } })
    expect(mine.headers.get('x-request-id')).toBe('abc-123')
    expect(world.lines.at(-1)).toContain('"requestId":"abc-123"')
    const made = await world.call('/api/samples', { headers: { 'x-request-id': 'ann@example.test "x"' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('too many calls from one place are refused for a while', async () => {
    const rare = (headers = {}) => world.call('/api/samples/rare', { method: 'POST', headers })
    expect([(await rare()).status, (await rare()).status]).toEqual([200, 200])
    const third = await rare()
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await failure(third)).toEqual({
      status: 429,
      code: 'too_many',
      message: 'Too many attempts. Wait 60 seconds and try again.',
    })
    expect((await rare({ 'x-rendering-for': '198.51.100.7' })).status).toBe(200)
    world.turn(60_000)
    expect((await rare()).status).toBe(200)
  })
})
