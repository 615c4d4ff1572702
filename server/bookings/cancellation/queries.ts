import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { RefundPart } from '#server/bookings/queries.ts'

/** Locks the orders of bookings, ids ascending: before customers and before any occurrence. */
export const lockOrdersOf = async (tx: Tx, bookingIds: readonly number[]): Promise<void> => {
  await sql`
    select 1 from customer_order o
    where o.id in (select b.order_id from booking b where b.id = any(${bookingIds}::int[]))
    order by o.id for no key update`.execute(tx)
}

/** A booking with what cancelling it needs. */
export type CancellationContext = {
  id: number
  holdId: number
  basketItemId: number
  venueId: number
  orderEmail: string | null
}

export const cancellationContextsOf = async (
  tx: Tx,
  bookingIds: readonly number[],
): Promise<CancellationContext[]> => {
  const { rows } = await sql<CancellationContext>`
    select b.id, b.hold_id, b.basket_item_id, o.venue_id, coalesce(nullif(c.email, ''), co.email) as order_email
    from booking b join occurrence o on o.id = b.occurrence_id join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    where b.id = any(${bookingIds}::int[]) order by b.id`.execute(tx)
  return rows
}

/** Marks a booking as cancelled; calendars accept the higher sequence. */
export const markCancelled = async (
  tx: Tx,
  bookingId: number,
  status: 'cancelled' | 'cancelled_by_venue',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('booking')
    .set((eb) => ({ status, cancelledAt: now, sequence: eb('sequence', '+', 1) }))
    .where('id', '=', bookingId)
    .execute()
}

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

export type RefundRow = {
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
export const settleRefund = async (
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

/**
 * Bookings of sessions that the venue has cancelled and that end after an instant, a few orders at a time; those of
 * people who had checked in before the start are among them. A session with bookings has places taken: a timetable that
 * was made anew leaves thousands without any.
 */
export const cancelledOccurrences = async (
  tx: Tx,
  endsAfter: Date,
  limit: number,
): Promise<{ orderId: number; ids: number[] }[]> => {
  const { rows } = await sql<{ orderId: number; ids: number[] }>`
    select b.order_id, array_agg(b.id order by b.id) as ids
    from occurrence o join booking b on b.occurrence_id = o.id
      and (b.status = 'booked' or (b.status = 'attended' and b.attendance_at < o.starts_at))
    where o.status <> 'scheduled' and o.ends_at > ${endsAfter} and o.places_taken > 0
    group by b.order_id order by b.order_id limit ${limit}`.execute(tx)
  return rows
}
