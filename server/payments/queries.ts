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
    .select(sql<boolean>`o.items @> '[{"enablePrintReceipt": true}]'`.as('hasReceipt'))
    .where('o.customerId', '=', customerId)
    .orderBy('p.paidAt', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
