/**
 * The functions of places wait for calls that have them, and decide by what has become of them meanwhile; on PostgreSQL.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { takeBatch } from '#server/holds/places.ts'
import type { Opened, Tx } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import {
  aWaitingWorld,
  now,
  later,
  firstOf,
  offer,
  prolong,
  release,
  range,
  run,
} from '#test/support/waiting.ts'
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

it('a line is not made larger after its hold has ended', async () => {
  const { id, holdId } = firstOf(await world.aLine())
  await world.db.updateTable('occurrence').set({ capacity: 5 }).execute()
  expect(await world.callMeanwhile(`resize_places(${id}, 2, NOW)`, release(holdId))).toBe('full')
})

it('holds that lapse and holds that are prolonged do not wait for each other', async () => {
  const { holdId } = firstOf(await world.aLine())
  expect(await world.callMeanwhile(`lapse_places(array[${holdId}::bigint], NOW)`, prolong(holdId))).toBe(1)
})

it('a basket that is opened again does not wait in a ring with who has its places', async () => {
  const [line, other] = await world.aLine([0, 1])
  if (line === undefined || other === undefined) throw new Error('There are no two lines.')
  await world.db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
  const reopening = `reopen_basket(${line.basketId}, NOW)`
  const answer = await world.callMeanwhile(reopening, prolong(line.holdId), async (tx) => {
    await world.lockPlaces(tx)
    await prolong(other.holdId)(tx)
  })
  expect(answer).toBe(true)
})

it('a question of the bank is not abandoned once it is answered', async () => {
  const { basketId } = firstOf(await world.aLine())
  const { id } = await world.db
    .insertInto('paymentTransaction')
    .values({
      uuid: sql<string>`gen_random_uuid()`,
      operatorId: world.operatorId,
      basketId,
      provider: 'demo',
      amount: 500,
      status: 'challenge',
      agreement: '{}',
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await world.callMeanwhile(
    `abandon_challenge(${basketId}, NOW)`,
    (tx) => tx.updateTable('paymentTransaction').set({ status: 'authorised' }).where('id', '=', id).execute(),
    (tx) => sql`select 1 from basket where id = ${basketId} for no key update`.execute(tx),
  )
  expect(answer).toBe(false)
})

it('a place that comes free is booked, not waited for', async () => {
  const [{ holdId }] = [firstOf(await world.aLine())]
  const joining = `join_waitlist(FIRST, ${world.personId}, ${world.personId}, 'v2', 1, NOW)`
  expect(await world.callMeanwhile(joining, release(holdId))).toMatchObject({ outcome: 'places_free' })
})

it('a place of a range that comes free is booked, not waited for', async () => {
  const [{ holdId }] = [firstOf(await world.aLine([0, 1]))]
  const joining = `join_waitlist_range(array[FIRST, SECOND], ${world.personId}, ${world.personId}, ${range})`
  expect(await world.callMeanwhile(joining, release(holdId))).toMatchObject({ outcome: 'places_free' })
})

it('who leaves a waitlist declines what was offered meanwhile', async () => {
  const { holdId } = firstOf(await world.aLine())
  const entryId = await world.join(world.first)
  await world.callMeanwhile(`leave_waitlist(${entryId}, ${world.personId}, NOW)`, offer(holdId))
  expect(await world.whatHappened()).toEqual(['joined', 'offered', 'passed'])
})

it('who leaves a range declines what was offered meanwhile', async () => {
  const { holdId } = firstOf(await world.aLine([0, 1]))
  const rangeId = await world.joinRange()
  await world.callMeanwhile(`leave_waitlist_range(${rangeId}, ${world.personId}, NOW)`, offer(holdId))
  expect(await world.entryStates()).toEqual(['passed', 'left'])
})

it('no one waits again for sessions that are called off', async () => {
  await world.aLine([0, 1])
  const rangeId = await world.joinRange()
  await run(world.db, `leave_waitlist_range(${rangeId}, ${world.personId}, NOW)`)
  const callOff = (tx: Tx) => tx.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  expect(
    await world.callMeanwhile(`rejoin_waitlist_range(${rangeId}, ${world.personId}, NOW)`, callOff),
  ).toBe(false)
})

it('a place is not offered out of turn after it was taken', async () => {
  const { holdId } = firstOf(await world.aLine())
  const entryId = await world.join(world.first)
  await run(world.db, `end_holds(array[${holdId}::bigint], 'released', NOW)`)
  const offering = `offer_out_of_turn(${entryId}, ${world.personId}, NOW)`
  expect(await world.callMeanwhile(offering, world.take(world.first))).toMatch(/full|held/)
})

it('an offer that was taken is not withdrawn', async () => {
  const { holdId } = firstOf(await world.aLine())
  await world.join(world.first)
  await offer(holdId)(world.db)
  const basketId = await world.aBasketId()
  const item = await world.anItem(world.first, world.personId)
  await world.callMeanwhile('withdraw_offers(FIRST, 0, NOW)', (tx) =>
    takeBatch(tx, [{ basketId, heldUntil: later, items: [item] }], now),
  )
  expect(await world.entryStates()).toEqual(['taken'])
})

it('a partner is told what is free, and gets what is free, after others have taken', async () => {
  const basketId = await world.aBasketId()
  const limits = `find_lease_limits(${basketId}, array[FIRST], NOW)`
  expect(await world.callMeanwhile(limits, world.take(world.first))).toMatchObject({ free: 0, available: 1 })
  const item = await world.anItem(world.second, null)
  const lease = `lease_places(${basketId}, '${later.toISOString()}', '${JSON.stringify([item])}', NOW)`
  expect(await world.callMeanwhile(lease, world.take(world.second))).toMatchObject({ outcome: 'held' })
})
