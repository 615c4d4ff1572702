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
