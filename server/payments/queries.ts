import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type AccountPaymentRow = {
  id: number
  orderId: number
  reference: string
  paidAt: Date
  tenderType: string
  amount: number
  status: 'paid' | 'refunded' | 'failed'
  hasReceipt: boolean
}

/** Payments of a customer's orders, newest first. */
export const paymentsOf = async (tx: Tx, customerId: number): Promise<AccountPaymentRow[]> =>
  await tx
    .selectFrom('orderPayment as p')
    .innerJoin('customerOrder as o', 'o.id', 'p.orderId')
    .select(['p.id', 'p.orderId', 'o.reference', 'p.paidAt', 'p.tenderType', 'p.amount', 'p.status'])
    .select(sql<boolean>`o.total > 0 or o.items @> '[{"enablePrintReceipt": true}]'`.as('hasReceipt'))
    .where('o.customerId', '=', customerId)
    .orderBy('p.paidAt', 'desc')
    .orderBy('p.id', 'desc')
    .execute()

export type AccountRefundRow = {
  id: number
  orderId: number
  reference: string
  at: Date
  destination: 'credit' | 'card' | 'account' | 'desk' | 'partner'
  amount: number
  status: 'due' | 'done'
}

/** What has come back of a customer's orders, or is on its way; a refund that failed has not. */
export const refundsTo = async (tx: Tx, customerId: number): Promise<AccountRefundRow[]> => {
  const { rows } = await sql<AccountRefundRow>`
    select min(r.id) as id, r.order_id, o.reference, r.created_at as at, r.destination, sum(r.amount)::int as amount,
      r.status
    from refund r join customer_order o on o.id = r.order_id
    where o.customer_id = ${customerId} and r.status <> 'failed'
    group by r.order_id, o.reference, r.created_at, r.destination, r.status`.execute(tx)
  return rows
}
