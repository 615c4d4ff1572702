/**
 * Calls that take, renew, buy or move places wait for people, baskets and sessions that other calls have; on PostgreSQL.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Opened, Tx } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import { aWaitingWorld, now, later, firstOf, offer, release, run } from '#test/support/waiting.ts'
import type { WaitingWorld } from '#test/support/waiting.ts'

let opened: Opened
let world: WaitingWorld

beforeAll(async () => {
  opened = await openCopy(6)
})
afterAll(() => opened.close())

beforeEach(async () => {
  world = await aWaitingWorld(opened.db)
})

/** The person of a line whose time is up, and who takes the other session at the same time meanwhile. */
const aLapsedLineOf = async (person: number) => {
  const line = firstOf(await world.aLine())
  await run(world.db, `assign_hold_person(${line.holdId}, ${person})`)
  const { startsAt, endsAt } = await world.db
    .selectFrom('occurrence')
    .select(['startsAt', 'endsAt'])
    .where('id', '=', world.first)
    .executeTakeFirstOrThrow()
  await world.db.updateTable('occurrence').set({ startsAt, endsAt }).where('id', '=', world.second).execute()
  return line
}
const lockPerson = (tx: Tx) =>
  sql`select 1 from customer where id = ${world.personId} for no key update`.execute(tx)
const takeSecond = (tx: Tx) =>
  run(
    tx,
    `create_hold(${world.second}, null, ${world.personId}, null, null, 1, '${later.toISOString()}', NOW)`,
  )
const lapsed = `'${new Date(now.getTime() + 20 * 60_000).toISOString()}'::timestamptz`

it.each([
  ['held again', `renew_places(array[LINE], '${later.toISOString()}', ${lapsed})`],
  ['bought', `confirm_places(array[LINE], ${lapsed})`],
])('a line is not %s at the time of what its person takes meanwhile', async (_, call) => {
  const { id } = await aLapsedLineOf(world.personId)
  const answer = await world.callMeanwhile(call.replace('LINE', String(id)), takeSecond, lockPerson)
  expect(answer).toMatchObject({ outcome: 'clash' })
})

it('a line that is bought does not wait in a ring with its person, who takes places meanwhile', async () => {
  const { id } = await aLapsedLineOf(world.personId)
  const takeFirst = (tx: Tx) => run(tx, `lock_places(array[${world.first}])`)
  expect(
    await world.callMeanwhile(`confirm_places(array[${id}], ${lapsed})`, takeFirst, lockPerson),
  ).toBeUndefined()
})

/** A request for the first session, as a call of adding to a basket sends it. */
const aRequest = async (basketId: number, person: number | null): Promise<string> => {
  const item = await world.anItem(world.first, person)
  const request = { request: 0, basketId, heldUntil: later, items: [item] }
  return `take_places('${JSON.stringify([request])}', NOW)`
}

it('a person gets no place at the time of what they take meanwhile', async () => {
  const { holdId } = await aLapsedLineOf(world.personId)
  await release(holdId)(world.db)
  const call = await aRequest(await world.aBasketId(), world.personId)
  expect(await world.callMeanwhile(call, takeSecond, lockPerson)).toMatchObject({ outcome: 'clash' })
})

it('a basket that is closed meanwhile gets no more places', async () => {
  const basketId = await world.aBasketId()
  const close = (tx: Tx) =>
    tx.updateTable('basket').set({ status: 'paymentProcessing' }).where('id', '=', basketId).execute()
  const call = await aRequest(basketId, null)
  expect(await world.callMeanwhile(call, () => Promise.resolve(), close)).toMatchObject({
    outcome: 'basket_closed',
  })
})

it.each([
  'move_places(HOLD, SECOND, NOW)',
  `hold_for_move(HOLD, SECOND, null, '${later.toISOString()}', NOW)`,
])('a booking does not move to the place that another takes meanwhile: %s', async (call) => {
  const { id, holdId } = firstOf(await world.aLine())
  await run(world.db, `confirm_places(array[${id}], NOW)`)
  const lockSecond = (tx: Tx) => run(tx, `lock_places(array[${world.second}])`)
  const answer = await world.callMeanwhile(
    call.replace('HOLD', String(holdId)),
    world.take(world.second),
    lockSecond,
  )
  expect(answer).toMatchObject({ outcome: 'held' })
})

it('a person who waits for any of two sessions is offered one, though both come free at once', async () => {
  const [line, other] = await world.aLine([0, 1])
  if (line === undefined || other === undefined) throw new Error('There are no two lines.')
  await world.joinRange()
  const freeing = `free_places(array[${other.holdId}::bigint], 'released', NOW)`
  await world.callMeanwhile(freeing, () => Promise.resolve(), offer(line.holdId))
  expect((await world.entryStates()).filter((state) => state === 'offered')).toHaveLength(1)
})
