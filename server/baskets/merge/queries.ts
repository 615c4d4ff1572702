import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Makes a visitor's basket the customer's own. */
export const adoptBasket = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx.updateTable('basket').set({ customerId }).where('id', '=', basketId).execute()
}

/** Moves lines to the end of another basket. */
export const moveItems = async (tx: Tx, itemIds: number[], toBasketId: number): Promise<void> => {
  await sql`
    update basket_item bi set basket_id = ${toBasketId},
      sort_by = bi.sort_by + 1 + coalesce((select max(x.sort_by) from basket_item x where x.basket_id = ${toBasketId}), -1)
    where bi.id = any(${itemIds}::int[])`.execute(tx)
  await sql`
    update hold h set basket_id = ${toBasketId}
    from basket_item bi where bi.id = any(${itemIds}::int[]) and h.id = bi.hold_id`.execute(tx)
}

/** Names the attendee of holds that have none. */
export const nameAttendee = async (tx: Tx, holdIds: number[], personId: number): Promise<void> => {
  await tx
    .updateTable('hold')
    .set({ personId })
    .where('id', 'in', holdIds)
    .where('personId', 'is', null)
    .execute()
}

/** Sets the quantity of a line whose places have been changed. */
export const setQuantity = async (tx: Tx, id: number, quantity: number): Promise<void> => {
  await tx.updateTable('basketItem').set({ quantity }).where('id', '=', id).execute()
}
