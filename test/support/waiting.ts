/** Two sessions of one place each, and calls for their places while another call has them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { itemOf } from './holds.ts'
import { isAnyCallWaiting } from './locks.ts'
import { openShop } from './shop.ts'

export const now = new Date('2027-03-01T09:00:00Z')
export const later = new Date('2027-03-01T09:30:00Z')

const valueOf = async (tx: Tx, call: string): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select to_jsonb(x) as value from ${sql.raw(call)} x`.execute(
    tx,
  )
  return rows[0]?.value
}

const time = `'${now.toISOString()}'::timestamptz`

/** The form, times of day and time of a call about a range. */
export const range = `'v2', '06:00', '23:00', NOW`

export const run = (tx: Tx, call: string) => sql.raw(`select ${call.replaceAll('NOW', time)}`).execute(tx)

export const firstOf = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('There is no line.')
  return row
}

export const release = (holdId: number) => (tx: Tx) =>
  run(tx, `end_holds(array[${holdId}::bigint], 'released', NOW)`)

export const prolong = (holdId: number) => async (tx: Tx) => {
  await run(tx, 'open_reservation_guard()')
  return tx.updateTable('hold').set({ heldUntil: later }).where('id', '=', holdId).execute()
}

/** The place of a hold is free and on offer to who waits first. */
export const offer = (holdId: number) => (tx: Tx) =>
  run(tx, `free_places(array[${holdId}::bigint], 'released', NOW)`)

/** Empties the database for the two sessions and a person. */
export const aWaitingWorld = async (db: Database) => {
  await emptyTables(db)
  const shop = await openShop(db, { now, classes: [{ capacity: 1 }, { capacity: 1 }] })
  const [first, second] = shop.occurrences.map(({ id }) => id) as [number, number]
  const personId = (await aCustomer(db, shop.operatorId)).id

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
      for (let turns = 0; turns < 200 && !isOver && !(await isAnyCallWaiting(db)); turns += 1) await sleep(10)
      await change(tx)
    })
    return answer
  }

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

  const aBasketId = async (): Promise<number> =>
    (
      await db
        .insertInto('basket')
        .values({ operatorId: shop.operatorId, createdAt: now, updatedAt: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  const take = (occurrenceId: number) => (tx: Tx) =>
    run(tx, `create_hold(${occurrenceId}, null, null, null, null, 1, '${later.toISOString()}', NOW)`)

  const join = async (occurrenceId: number, person = personId): Promise<number> => {
    await run(db, `join_waitlist(${occurrenceId}, ${person}, ${person}, 'v2', 1, NOW)`)
    const entry = db.selectFrom('waitlistEntry').select('id').orderBy('id', 'desc')
    return (await entry.executeTakeFirstOrThrow()).id
  }

  const joinRange = async (): Promise<number> => {
    await run(db, `join_waitlist_range(array[${first}, ${second}], ${personId}, ${personId}, ${range})`)
    return (await db.selectFrom('waitlistRange').select('id').executeTakeFirstOrThrow()).id
  }

  const whatHappened = async (): Promise<string[]> =>
    (await db.selectFrom('waitlistEvent').select('what').orderBy('id').execute()).map(({ what }) => what)

  const entryStates = async (): Promise<string[]> =>
    (await db.selectFrom('waitlistEntry').select('state').orderBy('id').execute()).map(({ state }) => state)

  /** An item for a basket, as a call of adding sends it. */
  const anItem = async (occurrenceId: number, person: number | null) => {
    const { id } = await db.selectFrom('pricingOption').select('id').executeTakeFirstOrThrow()
    const offered = { occurrenceId, pricingOptionId: id, ticketTypeId: null, mayOverlap: false }
    return itemOf(offered, person)
  }

  return {
    db,
    first,
    second,
    personId,
    operatorId: shop.operatorId,
    callMeanwhile,
    lockPlaces,
    aLine,
    aBasketId,
    take,
    join,
    joinRange,
    whatHappened,
    entryStates,
    anItem,
  }
}

export type WaitingWorld = Awaited<ReturnType<typeof aWaitingWorld>>
