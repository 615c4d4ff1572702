import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Sets which places a bought line has. */
export const setPlacesOfLine = async (
  tx: Tx,
  itemId: number,
  places: { occurrenceId: number; holdId: number },
): Promise<void> => {
  await tx.updateTable('basketItem').set(places).where('id', '=', itemId).execute()
}

/** A line like a bought one in another basket, which holds the places of another time. @returns its id */
export const copyLine = async (
  tx: Tx,
  line: { ofItemId: number; basketId: number; occurrenceId: number; holdId: number; pricingOptionId: number },
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id, quantity,
      unit_price, purchased_for_id, for_guest, sort_by, added_at)
    select ${line.basketId}::int, ${line.occurrenceId}::int, ${line.holdId}::bigint, id_form, ticket_type_id,
      ${line.pricingOptionId}::int, quantity, unit_price, purchased_for_id, for_guest, 1, ${now}::timestamptz
    from basket_item where id = ${line.ofItemId} returning id`.execute(tx)
  const [copied] = rows
  if (copied === undefined) throw new Error('A bought line is not there.')
  return copied.id
}

/** Closes the basket of a move that is paid for. */
export const closeBasket = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('basket')
    .set({ status: 'paymentComplete', updatedAt: now })
    .where('id', '=', basketId)
    .execute()
}
