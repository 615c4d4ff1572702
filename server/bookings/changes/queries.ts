import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type BookedRow = { id: number; operatorId: number; email: string | null }

/** The bookings that stand of a session, also of people checked in, with where their buyers are written to. */
export const bookedOf = async (tx: Tx, occurrenceId: number): Promise<BookedRow[]> => {
  const { rows } = await sql<BookedRow>`
    select b.id, o.operator_id, coalesce(nullif(c.email, ''), o.email) as email
    from booking b join customer_order o on o.id = b.order_id left join customer c on c.id = b.customer_id
    where b.occurrence_id = ${occurrenceId} and b.status in ('booked', 'attended', 'not_attended') order by b.id`.execute(
    tx,
  )
  return rows
}

/** The bookings that lines of a basket became. */
export const bookingsOfItems = async (
  tx: Tx,
  itemIds: readonly number[],
): Promise<{ id: number; itemId: number }[]> => {
  const { rows } = await sql<{ id: number; itemId: number }>`
    select b.id, b.basket_item_id as item_id from booking b
    where b.basket_item_id = any(${itemIds}::int[]) order by b.id`.execute(tx)
  return rows
}

/** Calendars accept the higher sequence. */
export const raiseSequence = async (tx: Tx, occurrenceId: number): Promise<void> => {
  await sql`
    update booking set sequence = sequence + 1
    where occurrence_id = ${occurrenceId} and status in ('booked', 'attended', 'not_attended')`.execute(tx)
}

export const saveNotice = async (tx: Tx, bookingIds: readonly number[], notice: string): Promise<void> => {
  await sql`update booking set customer_notice = ${notice} where id = any(${bookingIds}::int[])`.execute(tx)
}

/** Milliseconds before a session from which people are let in: whoever has come for it by then is there. */
const admittedBeforeMs = 3_600_000

/**
 * People who had come on the day that was planned have yet to come on the new one: their check-in is undone, unless the
 * session is still today or about to begin.
 * @returns the bookings
 */
export const undoEarlyCheckIns = async (tx: Tx, occurrenceId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update booking b set status = 'booked', attendance_at = null, attendance_by = null
    from occurrence o join venue v on v.id = o.venue_id
    where o.id = ${occurrenceId} and b.occurrence_id = o.id and b.status = 'attended'
      and o.local_date > (${now}::timestamptz at time zone v.timezone)::date
      and o.starts_at > ${new Date(now.getTime() + admittedBeforeMs)}
    returning b.id`.execute(tx)
  return rows.map(({ id }) => id)
}
