/**
 * The functions of places wait for whoever has them, and decide by what has become of them meanwhile; on PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Opened } from '#server/platform/database.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const later = new Date('2027-03-01T09:30:00Z')

let opened: Opened
let db: Database
let shop: Shop
/** Two sessions of one place each. */
let first: number
let second: number
let personId: number

beforeAll(async () => {
  opened = await openCopy(6)
  ;({ db } = opened)
})
afterAll(() => opened.close())

beforeEach(async () => {
  await emptyTables(db)
  shop = await openShop(db, { now, classes: [{ capacity: 1 }, { capacity: 1 }] })
  ;[first, second] = shop.occurrences.map(({ id }) => id) as [number, number]
  personId = (await aCustomer(db, shop.operatorId)).id
})

const valueOf = async (tx: Tx, call: string): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select to_jsonb(x) as value from ${sql.raw(call)} x`.execute(
    tx,
  )
  return rows[0]?.value
}

const isAnyoneWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.length > 0
}

const time = `'${now.toISOString()}'::timestamptz`
const lockPlaces = (tx: Tx) => run(tx, `lock_places(array[${first}, ${second}])`)

/** Calls a function while another has these locks, who changes something before giving them back. */
const callMeanwhile = async (
  call: string,
  change: (tx: Tx) => Promise<unknown>,
  lock: (tx: Tx) => Promise<unknown> = lockPlaces,
): Promise<unknown> => {
  const named = call.replaceAll('FIRST', String(first)).replaceAll('SECOND', String(second))
  let answer: Promise<unknown> = Promise.resolve()
  await transact(db, async (tx) => {
    await lock(tx)
    let isOver = false
    const stop = () => (isOver = true)
    answer = valueOf(db, named.replaceAll('NOW', time))
    answer.then(stop, stop)
    for (let turns = 0; turns < 200 && !isOver && !(await isAnyoneWaiting()); turns += 1) await sleep(10)
    await change(tx)
  })
  return answer
}

const run = (tx: Tx, call: string) => sql.raw(`select ${call.replaceAll('NOW', time)}`).execute(tx)

/** A line in a visitor's basket. */
const aLine = async (of: readonly number[] = [0]) => {
  const { basketUuid } = await shop.buyer({ of })
  return db
    .selectFrom('basketItem')
    .innerJoin('basket', 'basket.id', 'basketItem.basketId')
    .innerJoin('hold', 'hold.id', 'basketItem.holdId')
    .select(['basketItem.id', 'basketItem.basketId', 'holdId', 'hold.occurrenceId'])
    .where('basket.uuid', '=', basketUuid)
    .orderBy('holdId')
    .execute()
}

const firstOf = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('There is no line.')
  return row
}

const aBasketId = async (): Promise<number> =>
  (
    await db
      .insertInto('basket')
      .values({ operatorId: shop.operatorId, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const release = (holdId: number) => (tx: Tx) =>
  run(tx, `end_holds(array[${holdId}::bigint], 'released', NOW)`)

const take = (occurrenceId: number) => (tx: Tx) =>
  run(tx, `create_hold(${occurrenceId}, null, null, null, null, 1, '${later.toISOString()}', NOW)`)

const prolong = (holdId: number) => async (tx: Tx) => {
  await run(tx, 'open_reservation_guard()')
  return tx.updateTable('hold').set({ heldUntil: later }).where('id', '=', holdId).execute()
}

const join = async (occurrenceId: number, person = personId): Promise<number> => {
  await run(db, `join_waitlist(${occurrenceId}, ${person}, ${person}, 'v2', 1, NOW)`)
  const entry = db.selectFrom('waitlistEntry').select('id').orderBy('id', 'desc')
  return (await entry.executeTakeFirstOrThrow()).id
}

const range = `'v2', '06:00', '23:00', NOW`
const joinRange = async (): Promise<number> => {
  await run(db, `join_waitlist_range(array[${first}, ${second}], ${personId}, ${personId}, ${range})`)
  return (await db.selectFrom('waitlistRange').select('id').executeTakeFirstOrThrow()).id
}

/** The place of a hold is free and on offer to who waits first. */
const offer = (holdId: number) => (tx: Tx) =>
  run(tx, `free_places(array[${holdId}::bigint], 'released', NOW)`)

const whatHappened = async (): Promise<string[]> =>
  (await db.selectFrom('waitlistEvent').select('what').orderBy('id').execute()).map(({ what }) => what)

const entryStates = async (): Promise<string[]> =>
  (await db.selectFrom('waitlistEntry').select('state').orderBy('id').execute()).map(({ state }) => state)

it('a line is not made larger after its hold has ended', async () => {
  const { id, holdId } = firstOf(await aLine())
  await db.updateTable('occurrence').set({ capacity: 5 }).execute()
  expect(await callMeanwhile(`resize_places(${id}, 2, NOW)`, release(holdId))).toBe('full')
})

it('holds that lapse and holds that are prolonged do not wait for each other', async () => {
  const { holdId } = firstOf(await aLine())
  expect(await callMeanwhile(`lapse_places(array[${holdId}::bigint], NOW)`, prolong(holdId))).toBe(1)
})

it('a basket that is opened again does not wait in a ring with who has its places', async () => {
  const [line, other] = await aLine([0, 1])
  if (line === undefined || other === undefined) throw new Error('There are no two lines.')
  await db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
  const reopening = `reopen_basket(${line.basketId}, NOW)`
  const answer = await callMeanwhile(reopening, prolong(line.holdId), async (tx) => {
    await lockPlaces(tx)
    await prolong(other.holdId)(tx)
  })
  expect(answer).toBe(true)
})

it('a question of the bank is not abandoned once it is answered', async () => {
  const { basketId } = firstOf(await aLine())
  const { id } = await db
    .insertInto('paymentTransaction')
    .values({
      uuid: sql<string>`gen_random_uuid()`,
      operatorId: shop.operatorId,
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
  const answer = await callMeanwhile(
    `abandon_challenge(${basketId}, NOW)`,
    (tx) => tx.updateTable('paymentTransaction').set({ status: 'authorised' }).where('id', '=', id).execute(),
    (tx) => sql`select 1 from basket where id = ${basketId} for no key update`.execute(tx),
  )
  expect(answer).toBe(false)
})

it('a place that comes free is booked, not waited for', async () => {
  const [{ holdId }] = [firstOf(await aLine())]
  const joining = `join_waitlist(FIRST, ${personId}, ${personId}, 'v2', 1, NOW)`
  expect(await callMeanwhile(joining, release(holdId))).toMatchObject({ outcome: 'places_free' })
})

it('a place of a range that comes free is booked, not waited for', async () => {
  const [{ holdId }] = [firstOf(await aLine([0, 1]))]
  const joining = `join_waitlist_range(array[FIRST, SECOND], ${personId}, ${personId}, ${range})`
  expect(await callMeanwhile(joining, release(holdId))).toMatchObject({ outcome: 'places_free' })
})

it('who leaves a waitlist declines what was offered meanwhile', async () => {
  const { holdId } = firstOf(await aLine())
  const entryId = await join(first)
  await callMeanwhile(`leave_waitlist(${entryId}, ${personId}, NOW)`, offer(holdId))
  expect(await whatHappened()).toEqual(['joined', 'offered', 'passed'])
})

it('who leaves a range declines what was offered meanwhile', async () => {
  const { holdId } = firstOf(await aLine([0, 1]))
  const rangeId = await joinRange()
  await callMeanwhile(`leave_waitlist_range(${rangeId}, ${personId}, NOW)`, offer(holdId))
  expect(await entryStates()).toEqual(['passed', 'left'])
})

it('no one waits again for sessions that are called off', async () => {
  await aLine([0, 1])
  const rangeId = await joinRange()
  await run(db, `leave_waitlist_range(${rangeId}, ${personId}, NOW)`)
  const callOff = (tx: Tx) => tx.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  expect(await callMeanwhile(`rejoin_waitlist_range(${rangeId}, ${personId}, NOW)`, callOff)).toBe(false)
})

it('a place is not offered out of turn after it was taken', async () => {
  const { holdId } = firstOf(await aLine())
  const entryId = await join(first)
  await run(db, `end_holds(array[${holdId}::bigint], 'released', NOW)`)
  const offering = `offer_out_of_turn(${entryId}, ${personId}, NOW)`
  expect(await callMeanwhile(offering, take(first))).toMatch(/full|held/)
})

it('an offer that was taken is not withdrawn', async () => {
  const { holdId } = firstOf(await aLine())
  await join(first)
  await offer(holdId)(db)
  const basketId = await aBasketId()
  const { pricingOptionId } = await db
    .selectFrom('basketItem')
    .select('pricingOptionId')
    .executeTakeFirstOrThrow()
  const item = {
    occurrenceId: first,
    places: 1,
    idForm: 'v2',
    pricingOptionId,
    quantity: 1,
    unitPrice: 500,
    personId,
    mayOverlap: false,
  }
  await callMeanwhile('withdraw_offers(FIRST, 0, NOW)', (tx) =>
    run(tx, `take_item(${basketId}, '${later.toISOString()}', '${JSON.stringify(item)}', NOW)`),
  )
  expect(await entryStates()).toEqual(['taken'])
})

it('a partner is told what is free, and gets what is free, after others have taken', async () => {
  const basketId = await aBasketId()
  const limits = `find_lease_limits(${basketId}, array[FIRST], NOW)`
  expect(await callMeanwhile(limits, take(first))).toMatchObject({ free: 0, available: 1 })
  const { id: pricingOptionId } = await db.selectFrom('pricingOption').select('id').executeTakeFirstOrThrow()
  const item = { occurrenceId: second, places: 1, idForm: 'v2', pricingOptionId, quantity: 1, unitPrice: 500 }
  const lease = `lease_places(${basketId}, '${later.toISOString()}', '${JSON.stringify([item])}', NOW)`
  expect(await callMeanwhile(lease, take(second))).toMatchObject({ outcome: 'held' })
})

/** The person of a line whose time is up, and who takes the other session at the same time meanwhile. */
const aLapsedLineOf = async (person: number) => {
  const line = firstOf(await aLine())
  await run(db, `assign_hold_person(${line.holdId}, ${person})`)
  const { startsAt, endsAt } = await db
    .selectFrom('occurrence')
    .select(['startsAt', 'endsAt'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  await db.updateTable('occurrence').set({ startsAt, endsAt }).where('id', '=', second).execute()
  return line
}
const lockPerson = (tx: Tx) =>
  sql`select 1 from customer where id = ${personId} for no key update`.execute(tx)
const takeSecond = (tx: Tx) =>
  run(tx, `create_hold(${second}, null, ${personId}, null, null, 1, '${later.toISOString()}', NOW)`)
const lapsed = `'${new Date(now.getTime() + 20 * 60_000).toISOString()}'::timestamptz`

it.each([
  ['held again', `renew_places(array[LINE], '${later.toISOString()}', ${lapsed})`],
  ['bought', `confirm_places(array[LINE], ${lapsed})`],
])('a line is not %s at the time of what its person takes meanwhile', async (_, call) => {
  const { id } = await aLapsedLineOf(personId)
  const answer = await callMeanwhile(call.replace('LINE', String(id)), takeSecond, lockPerson)
  expect(answer).toMatchObject({ outcome: 'clash' })
})

it('a line that is bought does not wait in a ring with its person, who takes places meanwhile', async () => {
  const { id } = await aLapsedLineOf(personId)
  const takeFirst = (tx: Tx) => run(tx, `lock_places(array[${first}])`)
  expect(
    await callMeanwhile(`confirm_places(array[${id}], ${lapsed})`, takeFirst, lockPerson),
  ).toBeUndefined()
})

/** A request for the first session, as a call of adding to a basket sends it. */
const aRequest = async (basketId: number, person: number | null): Promise<string> => {
  const { id: pricingOptionId } = await db.selectFrom('pricingOption').select('id').executeTakeFirstOrThrow()
  const item = {
    occurrenceId: first,
    places: 1,
    idForm: 'v2',
    pricingOptionId,
    quantity: 1,
    unitPrice: 500,
    personId: person,
    mayOverlap: false,
  }
  const request = { request: 0, basketId, heldUntil: later, items: [item] }
  return `take_places('${JSON.stringify([request])}', NOW)`
}

it('a person gets no place at the time of what they take meanwhile', async () => {
  const { holdId } = await aLapsedLineOf(personId)
  await release(holdId)(db)
  const call = await aRequest(await aBasketId(), personId)
  expect(await callMeanwhile(call, takeSecond, lockPerson)).toMatchObject({ outcome: 'clash' })
})

it('a basket that is closed meanwhile gets no more places', async () => {
  const basketId = await aBasketId()
  const close = (tx: Tx) =>
    tx.updateTable('basket').set({ status: 'paymentProcessing' }).where('id', '=', basketId).execute()
  const call = await aRequest(basketId, null)
  expect(await callMeanwhile(call, () => Promise.resolve(), close)).toMatchObject({
    outcome: 'basket_closed',
  })
})

it.each([
  'move_places(HOLD, SECOND, NOW)',
  `hold_for_move(HOLD, SECOND, null, '${later.toISOString()}', NOW)`,
])('a booking does not move to the place that another takes meanwhile: %s', async (call) => {
  const { id, holdId } = firstOf(await aLine())
  await run(db, `confirm_places(array[${id}], NOW)`)
  const lockSecond = (tx: Tx) => run(tx, `lock_places(array[${second}])`)
  const answer = await callMeanwhile(call.replace('HOLD', String(holdId)), take(second), lockSecond)
  expect(answer).toMatchObject({ outcome: 'held' })
})

it('a person who waits for any of two sessions is offered one, though both come free at once', async () => {
  const [line, other] = await aLine([0, 1])
  if (line === undefined || other === undefined) throw new Error('There are no two lines.')
  await joinRange()
  const freeing = `free_places(array[${other.holdId}::bigint], 'released', NOW)`
  await callMeanwhile(freeing, () => Promise.resolve(), offer(line.holdId))
  expect((await entryStates()).filter((state) => state === 'offered')).toHaveLength(1)
})
