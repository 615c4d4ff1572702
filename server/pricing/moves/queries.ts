import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Counts the uses of a line on another day. */
export const setDayOfUses = async (tx: Tx, itemId: number, day: string): Promise<void> => {
  await sql`
    update benefit_use set counted_on = ${day} where basket_item_id = ${itemId} and state <> 'returned'`.execute(
    tx,
  )
  await sql`
    update package_use set used_on = ${day} where basket_item_id = ${itemId} and state <> 'returned'`.execute(
    tx,
  )
}

/** Counts all uses for places of an occurrence, bought or in baskets, on the day that it has now. */
export const setDayOfOccurrenceUses = async (tx: Tx, occurrenceId: number): Promise<void> => {
  const lines = sql`
    from hold h join basket_item bi on bi.hold_id = h.id join occurrence o on o.id = h.occurrence_id
    where h.occurrence_id = ${occurrenceId} and u.basket_item_id = bi.id and u.state <> 'returned'`
  await sql`update benefit_use u set counted_on = o.local_date ${lines} and u.counted_on <> o.local_date`.execute(
    tx,
  )
  await sql`update package_use u set used_on = o.local_date ${lines} and u.used_on <> o.local_date`.execute(
    tx,
  )
}
