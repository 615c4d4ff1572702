import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { RefundPart, Tender } from './bookings.ts'

/** Inserts a part of a refund. A part that needs no provider is completed at once. */
export const addRefund = async (
  tx: Tx,
  {
    isHandedOut,
    ...part
  }: RefundPart & { orderId: number; bookingId: number; penaltyId: number | null; isHandedOut: boolean },
  now: Date,
): Promise<void> => {
  const isDue = part.destination === 'card' || (part.destination === 'desk' && !isHandedOut)
  await tx
    .insertInto('refund')
    .values({
      ...part,
      status: isDue ? 'due' : 'done',
      createdAt: now,
      settledAt: isDue ? null : now,
      nextAttemptAt: part.destination === 'card' ? now : null,
    })
    .execute()
}

type RefundRow = {
  id: number
  orderId: number
  bookingId: number
  destination: string
  amount: number
  status: string
  /** The money of its payment has been taken. */
  isPaid: boolean
}

/** One refund, locked, so that it is paid out only once. */
export const lockRefund = async (tx: Tx, operatorId: number, id: number): Promise<RefundRow | undefined> => {
  const { rows } = await sql<RefundRow>`
    select r.id, r.order_id, r.booking_id, r.destination, r.amount, r.status, p.status <> 'failed' as is_paid
    from refund r join customer_order o on o.id = r.order_id join order_payment p on p.id = r.payment_id
    where r.id = ${id} and o.operator_id = ${operatorId} for update of r`.execute(tx)
  return rows[0]
}

/** Records that the desk has paid a refund out, or the card company after all. */
export const settleRefundByHand = async (
  tx: Tx,
  id: number,
  destination: 'desk' | 'card',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('refund')
    .set({ destination, status: 'done', settledAt: now })
    .where('id', '=', id)
    .execute()
}

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

/** @returns whether it was still to be settled */
export const settleRefund = async (
  tx: Tx,
  id: number,
  status: 'done' | 'failed',
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('refund')
    .set({ status, settledAt: now, nextAttemptAt: null })
    .where('id', '=', id)
    .where('status', '=', sql.lit('due'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/** Whom a refund is told, and of what. The account of the buyer is written to at its address of today. */
export const refundToTell = async (
  tx: Tx,
  id: number,
): Promise<
  | {
      operatorId: number
      email: string | null
      orderId: number
      bookingId: number | null
      amount: number
      isPaid: boolean
    }
  | undefined
> => {
  const { rows } = await sql<{
    operatorId: number
    email: string | null
    orderId: number
    bookingId: number | null
    amount: number
    isPaid: boolean
  }>`
    select o.operator_id, coalesce(nullif(c.email, ''), nullif(o.email, '')) as email, r.order_id, r.booking_id, r.amount,
      p.status <> 'failed' as is_paid
    from refund r
    join customer_order o on o.id = r.order_id
    join order_payment p on p.id = r.payment_id
    left join customer c on c.id = o.customer_id
    where r.id = ${id}`.execute(tx)
  return rows[0]
}

export const isRefundFailed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('refund').select('status').where('id', '=', id).executeTakeFirst())?.status ===
  'failed'

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

/** The penalty for missing a booking, paid and not refunded, with the tenders of the order that paid it. */
type PaidPenaltyRow = {
  id: number
  operatorId: number
  orderId: number
  customerId: number
  description: string
  /** Pence. */
  amount: number
  isAccountClosed: boolean
  tenders: Tender[]
}

/** Locks the order first, so that what has been refunded of its payments is final. */
export const lockPaidPenalty = async (tx: Tx, bookingId: number): Promise<PaidPenaltyRow | undefined> => {
  await sql`
    select 1 from customer_order o where o.id in (
      select p.order_id from penalty p
      where p.booking_id = ${bookingId} and p.status = 'paid' and p.refunded_at is null
    ) for no key update`.execute(tx)
  const { rows } = await sql<PaidPenaltyRow>`
    select p.id, p.operator_id, p.order_id, p.customer_id, p.description, p.amount,
      c.closed_at is not null as is_account_closed,
      (select coalesce(json_agg(json_build_object('id', y.id, 'tenderType', y.tender_type, 'creditType', y.credit_type,
          'amount', y.amount, 'status', y.status,
          'refunded', (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = y.id)) order by y.id),
          '[]'::json)
        from order_payment y where y.order_id = p.order_id) as tenders
    from penalty p join customer c on c.id = p.customer_id
    where p.booking_id = ${bookingId} and p.status = 'paid' and p.refunded_at is null`.execute(tx)
  return rows[0]
}

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
