import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { aLogIn, aWorld, bookings, data, failure, post } from '#test/support/binder.ts'
import { basketUuid } from '#test/support/sampleNoun.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('a call made again with the same key', () => {
  const key = 'f1c0a5a0-7f53-4a0c-9d0e-2d2b7a1f5b11'
  const write = (body: unknown = { name: 'x' }, headers: Record<string, string> = {}) =>
    world.call('/api/samples/write', post(body, { 'idempotency-key': key, ...headers }))

  it('gives the first answer again, with its cookies, and runs once', async () => {
    const first = await write()
    const again = await write()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie())
    expect(await again.text()).toBe(await first.text())
    expect(await world.runs()).toBe(1)
  })

  it('is refused when it says something else', async () => {
    await write()
    expect(await failure(await write({ name: 'y' }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })

  it('is told to wait while the first still runs, and takes over from one that has died', async () => {
    const slow = () =>
      world.call('/api/samples/slow', { method: 'POST', headers: { 'idempotency-key': key } })
    const first = slow()
    await expect
      .poll(async () => (await world.db.selectFrom('idempotentAnswer').select('caller').execute()).length)
      .toBe(1)
    const running = await slow()
    expect([running.headers.get('retry-after'), await failure(running)]).toEqual([
      '1',
      { status: 409, code: 'in_progress', message: 'The same request is still being processed.' },
    ])
    world.release()
    expect((await first).status).toBe(200)
    expect((await slow()).headers.get('idempotency-replayed')).toBe('true')

    // As a node leaves it that went down in between.
    await sql`update idempotent_answer set status = null, answer = null`.execute(world.db)
    await sql`delete from tag`.execute(world.db)
    expect((await slow()).status).toBe(409)
    world.turn(60_001)
    expect((await slow()).status).toBe(200)
    expect(await world.runs()).toBe(1)
  })

  it('takes over at once from a node that is gone, and waits for one that is alive', async () => {
    const [here, other] = [randomUUID(), randomUUID()]
    world = await aWorld({}, here)
    world.release()
    await write()
    await sql`update idempotent_answer set status = null, answer = null, node_id = ${other}`.execute(world.db)
    await sql`insert into node (id, lease_until) values (${other}, clock_timestamp() + interval '5 seconds')`.execute(
      world.db,
    )
    expect((await write()).status).toBe(409)
    await sql`update node set lease_until = clock_timestamp()`.execute(world.db)
    const again = await write()
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect((await write()).headers.get('idempotency-replayed')).toBe('true')
    expect(await world.runs()).toBe(2)
  })

  it('leaves nothing of a call whose key another node has taken over', async () => {
    await sql`create or replace function take_over() returns trigger language plpgsql as $$
      begin update idempotent_answer set started_at = started_at + interval '1 second'; return null; end $$`.execute(
      world.db,
    )
    await sql`create trigger take_over after insert on tag execute function take_over()`.execute(world.db)
    try {
      expect(await failure(await write())).toMatchObject({ status: 409, code: 'in_progress' })
    } finally {
      await sql`drop trigger take_over on tag`.execute(world.db)
      await sql`drop function take_over()`.execute(world.db)
    }
    expect(await world.runs()).toBe(0)
  })

  it('is forgotten after a day', async () => {
    await write()
    world.turn(24 * 3_600_000 + 1)
    expect((await write({ name: 'y' })).headers.get('idempotency-replayed')).toBeNull()
    expect(await world.runs()).toBe(2)
  })

  it("is the caller's own: others with the same key and words are others", async () => {
    const one = await aLogIn(world)
    const other = await aLogIn(world)
    const answers = [
      await write({ name: 'x' }, one.bearer),
      await write({ name: 'x' }, other.bearer),
      await write({ name: 'x' }, { 'cart-uuid': basketUuid }),
      await write({ name: 'x' }, { 'cart-uuid': '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
      await write(),
    ]
    expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual(
      answers.map(() => null),
    )
    expect(await world.runs()).toBe(5)
    expect(await data(await write({ name: 'x' }, other.bearer))).toMatchObject({ personId: other.id })
  })

  it('anyone who has been given a basket by the first answer is still the same visitor', async () => {
    const first = await write({ name: 'x' }, { origin: bookings })
    const cookie = `basket=${basketUuid}`
    // The answer was lost, but its cookie had arrived.
    const again = await write({ name: 'x' }, { origin: bookings, cookie })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    expect(await world.runs()).toBe(1)
    // Another basket's owner who happens on the same key is not.
    const other = 'basket=7c9e6679-7425-40de-944b-e07fc1f90ae7'
    const stranger = await write({ name: 'x' }, { origin: bookings, cookie: other })
    expect(stranger.headers.get('idempotency-replayed')).toBeNull()
    expect(await world.runs()).toBe(2)
  })

  it('visitors of two networks who use the same key are two callers', async () => {
    world = await aWorld({ TRUSTED_PROXIES: '1' })
    const first = await write({ name: 'x' }, { 'x-forwarded-for': '198.51.100.7' })
    const again = await write({ name: 'x' }, { 'x-forwarded-for': '198.51.100.7' })
    expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie())
    const stranger = await write({ name: 'x' }, { 'x-forwarded-for': '203.0.113.9' })
    expect(stranger.headers.get('idempotency-replayed')).toBeNull()
    expect(await world.runs()).toBe(2)
  })

  it('keeps refusals, and tries again what a retry may mend', async () => {
    const fail = (how: string) =>
      world.call('/api/samples/fail', post({ how }, { 'idempotency-key': `${key}-${how}` }))
    for (const how of ['sold_out', 'not_open', 'fields']) {
      const first = await fail(how)
      const again = await fail(how)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true'])
      expect(await again.text()).toBe(await first.text())
    }
    for (const how of ['busy', 'undeclared', 'database']) {
      await fail(how)
      expect((await fail(how)).headers.get('idempotency-replayed')).toBeNull()
    }
  })

  it('takes 1 to 255 visible characters for a key', async () => {
    for (const bad of ['a b', 'x'.repeat(256), 'é']) {
      const response = await world.call('/api/samples/write', post({ name: 'x' }, { 'idempotency-key': bad }))
      expect((await failure(response)).errors).toEqual({
        idempotency_key: ['Use 1 to 255 visible characters.'],
      })
    }
  })

  it('leaves nothing readable in the database', async () => {
    const { token, bearer } = await aLogIn(world)
    await write({ name: 'a secret password' }, bearer)
    await write({ name: 'a secret password' })
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', caller, call, encode(answer, 'escape'), encode(key_digest, 'escape'),
        encode(body_digest, 'escape')) as row
      from idempotent_answer`.execute(world.db)
    expect(rows).toHaveLength(2)
    for (const { row } of rows) {
      for (const secret of [key, token, 'secret', 'basket=', basketUuid, 'person_id'])
        expect(row).not.toContain(secret)
    }
  })
})
