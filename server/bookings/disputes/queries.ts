import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Locks the order that a payment of the card company paid for. */
export const lockOrderOfPayment = async (tx: Tx, reference: string): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select o.id from payment_transaction t
    join order_payment p on p.transaction_id = t.id
    join customer_order o on o.id = p.order_id
    where t.provider_reference = ${reference} for no key update of o`.execute(tx)
  return rows[0]?.id ?? null
}

export type DisputeStatus = 'open' | 'won' | 'lost'

/**
 * Inserts a dispute, or closes it.
 * @returns whether that is news: events are repeated, and come in any order
 */
export const saveDispute = async (
  tx: Tx,
  dispute: { reference: string; orderId: number; amount: number; status: DisputeStatus; at: Date },
): Promise<boolean> => {
  const { reference, orderId, amount, status, at } = dispute
  const closedAt = status === 'open' ? null : at
  const { rows } = await sql<{ id: number }>`
    insert into dispute (reference, order_id, amount, status, opened_at, closed_at)
      values (${reference}, ${orderId}, ${amount}, ${status}, ${at}, ${closedAt})
    on conflict (reference) do update set status = excluded.status, closed_at = excluded.closed_at
      where dispute.status = 'open' and excluded.status <> 'open'
    returning id`.execute(tx)
  return rows.length > 0
}

/** The worst of the states of an order's disputes; null: it has none. */
export const disputeOf = async (tx: Tx, orderId: number): Promise<DisputeStatus | null> => {
  const rows = await tx.selectFrom('dispute').select('status').where('orderId', '=', orderId).execute()
  const states: readonly DisputeStatus[] = ['lost', 'open', 'won']
  return states.find((state) => rows.some(({ status }) => status === state)) ?? null
}
