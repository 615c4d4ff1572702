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
