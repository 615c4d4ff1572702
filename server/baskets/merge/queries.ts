import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Makes a visitor's basket the customer's own. @returns false when another call has made them one meanwhile */
export const adoptBasket = async (tx: Tx, basketId: number, customerId: number): Promise<boolean> => {
  const { rows } = await sql<{ isAdopted: boolean }>`
    select adopt_basket(${basketId}, ${customerId}) as is_adopted`.execute(tx)
  return rows[0]?.isAdopted ?? false
}

/** Moves lines to the end of another basket. */
export const moveItems = async (tx: Tx, itemIds: number[], toBasketId: number): Promise<void> => {
  await sql`
    update basket_item bi set basket_id = ${toBasketId},
      sort_by = bi.sort_by + 1 + coalesce((select max(x.sort_by) from basket_item x where x.basket_id = ${toBasketId}), -1)
    where bi.id = any(${itemIds}::int[])`.execute(tx)
  await sql`select move_holds(${itemIds}::int[], ${toBasketId})`.execute(tx)
}

/** Names the attendee of holds that have none. */
export const nameAttendee = async (tx: Tx, holdIds: number[], personId: number): Promise<void> => {
  await sql`select assign_unnamed_holds(${holdIds}::bigint[], ${personId})`.execute(tx)
}
