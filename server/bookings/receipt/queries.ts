import { sql } from 'kysely'
import type { RefundPart } from '#server/bookings/queries.ts'
import type { Tx } from '#server/platform/database.ts'

export type ReceiptPayment = {
  tenderType: string
  amount: number
  status: 'paid' | 'refunded' | 'failed'
  paidAt: Date
}

export type ReceiptRefund = {
  bookingId: number | null
  destination: RefundPart['destination']
  amount: number
  status: 'due' | 'done' | 'failed'
  createdAt: Date
}

/** Who paid an order, and each payment and refund of it, the oldest first. */
export const receiptFacts = async (
  tx: Tx,
  orderId: number,
): Promise<{ payer: string; payments: ReceiptPayment[]; refunds: ReceiptRefund[] }> => {
  const [payer, payments, refunds] = await Promise.all([
    tx
      .selectFrom('customerOrder as o')
      .leftJoin('customer as c', 'c.id', 'o.customerId')
      .select(
        sql<string>`trim(case when o.payer_first_name || o.payer_last_name <> ''
          then o.payer_first_name || ' ' || o.payer_last_name
          else coalesce(c.first_name || ' ' || c.last_name, '') end)`.as('name'),
      )
      .where('o.id', '=', orderId)
      .executeTakeFirst(),
    tx
      .selectFrom('orderPayment')
      .select(['tenderType', 'amount', 'status'])
      .select(sql<Date>`coalesce(collected_at, paid_at)`.as('paidAt'))
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('refund')
      .select(['bookingId', 'destination', 'amount', 'status', 'createdAt'])
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute(),
  ])
  return { payer: payer?.name ?? '', payments, refunds }
}
