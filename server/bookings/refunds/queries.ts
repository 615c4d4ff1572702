import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type CardRefund = {
  id: number
  uuid: string
  orderId: number
  amount: number
  createdAt: Date
  attempts: number
  /** The provider's reference of the payment; null when no provider was called. */
  reference: string | null
  capturedAt: Date | null
  isPaid: boolean
}

/** Claims refunds that are due and postpones their next attempt, so that no other node claims them. */
export const claimDueRefunds = async (db: Tx, now: Date, limit: number): Promise<CardRefund[]> => {
  const { rows } = await sql<CardRefund>`
    with taken as (
      update refund r
      set next_attempt_at = ${now}::timestamptz + make_interval(secs => least(3600, 30 * power(2, least(attempts, 10)))),
        attempts = attempts + 1
      where r.id in (
        select d.id from refund d where d.next_attempt_at <= ${now} order by d.next_attempt_at limit ${limit} for update skip locked
      )
      returning r.*
    )
    select r.id, r.uuid, r.order_id, r.amount, r.created_at, r.attempts, t.provider_reference as reference,
      t.captured_at, p.status <> 'failed' as is_paid
    from taken r join order_payment p on p.id = r.payment_id
    left join payment_transaction t on t.id = p.transaction_id
    order by r.id`.execute(db)
  return rows
}

export const settleRefund = async (
  tx: Tx,
  id: number,
  status: 'done' | 'failed',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('refund')
    .set({ status, settledAt: now, nextAttemptAt: null })
    .where('id', '=', id)
    .where('status', '=', sql.lit('due'))
    .execute()
}

/** @param key the idempotency key of the refund at the provider */
export const lockRefundByKey = (
  tx: Tx,
  key: string,
): Promise<
  { id: number; orderId: number; destination: string; status: string; settledAt: Date | null } | undefined
> =>
  tx
    .selectFrom('refund')
    .select(['id', 'orderId', 'destination', 'status', 'settledAt'])
    .where('uuid', '=', key)
    .forUpdate()
    .executeTakeFirst()

export const markRefundFailed = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('refund')
    .set({ status: 'failed', settledAt: now, nextAttemptAt: null })
    .where('id', '=', id)
    .execute()
}

/** What cards paid of an order, locked, in order of id. */
export const listCardPayments = (tx: Tx, orderId: number): Promise<{ id: number; amount: number }[]> =>
  tx
    .selectFrom('orderPayment')
    .select(['id', 'amount'])
    .where('orderId', '=', orderId)
    .where('tenderType', '=', 'card')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Inserts a refund to a card that is of no booking; a job pays it. */
export const insertCardRefund = async (
  tx: Tx,
  refund: { orderId: number; paymentId: number; amount: number },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('refund')
    .values({ ...refund, destination: 'card', status: 'due', createdAt: now, nextAttemptAt: now })
    .execute()
}
