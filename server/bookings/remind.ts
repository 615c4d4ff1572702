import { sql } from 'kysely'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { bookingReminder } from './messages.ts'

/**
 * Sends one reminder for each booking on the day before, except for bookings made only just before.
 * @param limit bookings that are read at a time
 */
export const sendReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 23, toHours: 24, limit }, now)

/** Sends those that were due while the server was down, where there is still time to come or to cancel. */
export const sendLateReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 3, toHours: 23, limit }, now)

const remindOf = async (
  db: Database,
  which: { fromHours: number; toHours: number; limit: number },
  now: Date,
): Promise<void> => {
  let count
  do {
    count = await processAll(
      await bookingsToRemind(db, which, now),
      ({ bookingId, occasion, operatorId, email: to }) =>
        transact(db, (tx) =>
          sendNotice(tx, bookingReminder, { operatorId, to }, { bookingId, occasion }, now),
        ),
    )
  } while (count === which.limit)
}

type ReminderRow = { bookingId: number; operatorId: number; email: string; occasion: string }

/**
 * Bookings that start within some hours from now and were not made only just before. Repeated calls may return the same
 * booking: a notice is sent once, and once more for the time that the booking was moved to, or for the day that the venue
 * has moved its session to.
 */
const bookingsToRemind = async (
  tx: Tx,
  { fromHours, toHours, limit }: { fromHours: number; toHours: number; limit: number },
  now: Date,
): Promise<ReminderRow[]> => {
  const from = new Date(now.getTime() + fromHours * 3_600_000)
  const to = new Date(now.getTime() + toHours * 3_600_000)
  const { rows } = await sql<ReminderRow>`
    select b.id as booking_id, b.occasion, co.operator_id, coalesce(nullif(c.email, ''), co.email) as email
    from occurrence o
    join venue v on v.id = o.venue_id
    -- One occurrence after the other: a plan for any day would read all bookings.
    cross join lateral (
      select k.*, 'booking:' || k.id || coalesce(' moved ' || floor(extract(epoch from k.moved_at))::bigint, '')
        || case when (o.planned_starts_at at time zone v.timezone)::date <> o.local_date
          then ' on ' || o.local_date else '' end as occasion
      from booking k where k.occurrence_id = o.id and k.status = 'booked' offset 0
    ) b
    join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    where o.starts_at > ${from} and o.starts_at <= ${to}
      and coalesce(b.moved_at, b.created_at) < o.starts_at - interval '36 hours'
      and coalesce(nullif(c.email, ''), co.email) is not null
      and not exists (select 1 from notice n where n.kind = 'booking_reminder' and n.about = b.occasion)
    order by o.starts_at, b.id limit ${limit}`.execute(tx)
  return rows
}
