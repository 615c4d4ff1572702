import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** The tender of what is paid at the venue. */
export const venueTender = 'at_venue'

export type DuePayment = {
  id: number
  tenderType: string
  collectedAt: Date | null
  /** Pence of the places that are not cancelled. */
  due: number
}

/**
 * What an order pays at the venue, or has paid there; locked, so that two desks take it once. What is due is read under
 * the lock: a cancellation may have been under way.
 */
export const lockDue = async (
  tx: Tx,
  of: { orderId: number; operatorId: number },
): Promise<DuePayment | undefined> => {
  await sql`
    select 1 from customer_order where id = ${of.orderId} and operator_id = ${of.operatorId}
    for no key update`.execute(tx)
  const { rows } = await sql<DuePayment>`
    select y.id, y.tender_type, y.collected_at, (
        select coalesce(sum(b.price), 0)::int from booking b
        where b.order_id = y.order_id and b.status not in ('cancelled', 'cancelled_by_venue')
      ) as due
    from order_payment y join customer_order o on o.id = y.order_id
    where o.id = ${of.orderId} and o.operator_id = ${of.operatorId}
      and (y.tender_type = ${sql.lit(venueTender)} or y.collected_at is not null)
    for no key update of y`.execute(tx)
  return rows[0]
}

export const saveCollected = async (
  tx: Tx,
  paymentId: number,
  { tenderType, amount, at, by }: { tenderType: string; amount: number; at: Date; by: number },
): Promise<void> => {
  await tx
    .updateTable('orderPayment')
    .set({ tenderType, amount, paidAt: at, collectedAt: at, collectedBy: by })
    .where('id', '=', paymentId)
    .execute()
}

/**
 * Takes bookings that have just been cancelled off what their orders pay at the venue: where that is not paid yet, they
 * cost nothing. The caller holds the locks of the orders.
 */
export const writeOffDue = async (tx: Tx, bookingIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ orderId: number; price: number; tax: number }>`
    select b.order_id, sum(b.price)::int as price, sum(b.tax)::int as tax
    from booking b join order_payment y on y.order_id = b.order_id and y.tender_type = ${sql.lit(venueTender)}
    where b.id = any(${[...bookingIds]}::int[]) group by b.order_id having sum(b.price) > 0`.execute(tx)
  for (const { orderId, price, tax } of rows) {
    const due = sql`order_id = ${orderId} and tender_type = ${sql.lit(venueTender)}`
    for (const statement of [
      sql`update booking set price = 0, tax = 0 where order_id = ${orderId} and id = any(${[...bookingIds]}::int[])`,
      sql`update customer_order set total = total - ${price}::int, tax_total = tax_total - ${tax}::int where id = ${orderId}`,
      sql`delete from order_payment where ${due} and amount = ${price}`,
      sql`update order_payment set amount = amount - ${price}::int where ${due}`,
    ])
      await statement.execute(tx)
  }
}
