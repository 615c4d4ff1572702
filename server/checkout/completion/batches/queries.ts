import { sql } from 'kysely'
import type { NewOrderRow } from '#server/bookings/orders/service.ts'
import type { Tx } from '#server/platform/database.ts'

export type PaidOrder = { paymentId: number; order: NewOrderRow }
export type CompletedPayment = {
  paymentId: number
  orderId: number
  basketUuid: string
  venueIds: number[] | null
}

/**
 * Makes the orders of authorised payments in one statement. Payments that it leaves out are not answered.
 * @returns null when places are gone; the caller must then roll back
 */
export const completePayments = async (
  tx: Tx,
  paid: readonly PaidOrder[],
  now: Date,
): Promise<CompletedPayment[] | null> => {
  const { rows } = await sql<CompletedPayment & { lost: unknown }>`
    select payment_id, order_id, basket_uuid, venue_ids, lost
    from complete_payments(${JSON.stringify(paid)}::jsonb, ${now})`.execute(tx)
  return rows.some(({ lost }) => lost !== null) ? null : rows
}
