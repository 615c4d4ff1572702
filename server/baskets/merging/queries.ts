import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** An anonymous basket becomes the customer's own. */
export const adoptBasket = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx.updateTable('basket').set({ customerId }).where('id', '=', basketId).execute()
}

/** Lines move to another basket, behind what is there. */
export const moveItems = async (tx: Tx, itemIds: number[], toBasketId: number): Promise<void> => {
  await sql`
    update basket_item bi set basket_id = ${toBasketId},
      sort_by = bi.sort_by + 1 + coalesce((select max(x.sort_by) from basket_item x where x.basket_id = ${toBasketId}), -1)
    where bi.id = any(${itemIds}::int[])`.execute(tx)
  await sql`
    update hold h set basket_id = ${toBasketId}
    from basket_item bi where bi.id = any(${itemIds}::int[]) and h.id = bi.hold_id`.execute(tx)
}

/** Puts the buyer's name to held places that nobody had a name for. */
export const nameHolds = async (tx: Tx, holdIds: number[], personId: number): Promise<void> => {
  await tx
    .updateTable('hold')
    .set({ personId })
    .where('id', 'in', holdIds)
    .where('personId', 'is', null)
    .execute()
}
