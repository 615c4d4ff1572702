import { sql } from 'kysely'
import { daysAfter, localDay, time } from '#contract/time.ts'
import { bookingsOf } from './sql/bookings.ts'
import type { BookingRow } from './sql/bookings.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { linkToOrder } from './links.ts'
import { describeWithCode, directions, namesAttendees, venueOf } from './messages.ts'
import { titleOf } from './present.ts'

/**
 * Sends one reminder on the day before for what an order has booked of a session, except where that is news only hours
 * old.
 * @param limit bookings that are read at a time
 */
export const sendReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 23, toHours: 24, limit }, now)

/** Sends those of bookings made late, and those due while the server was down, where there is still time to come or to cancel. */
export const sendLateReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 3, toHours: 23, limit }, now)

const remindOf = async (
  db: Database,
  which: { fromHours: number; toHours: number; limit: number },
  now: Date,
): Promise<void> => {
  let count
  do {
    count = await processAll(await bookingsToRemind(db, which, now), ({ operatorId, email: to, ...facts }) =>
      transact(db, (tx) => sendNotice(tx, bookingReminder, { operatorId, to }, facts, now)),
    )
  } while (count === which.limit)
}

type ReminderRow = {
  orderId: number
  occurrenceId: number
  operatorId: number
  email: string
  occasion: string
}

/** Who has booked less long ago than this, in hours, remembers. */
const freshForHours = 12

/**
 * What orders have booked of sessions that start within some hours from now, and not only just before. Repeated calls may
 * return the same: a notice is sent once, and once more for the time that a booking was moved to, or for the day that the
 * venue has moved its session to.
 */
const bookingsToRemind = async (
  tx: Tx,
  { fromHours, toHours, limit }: { fromHours: number; toHours: number; limit: number },
  now: Date,
): Promise<ReminderRow[]> => {
  const from = new Date(now.getTime() + fromHours * 3_600_000)
  const to = new Date(now.getTime() + toHours * 3_600_000)
  const { rows } = await sql<ReminderRow>`
    select b.order_id, b.occurrence_id, b.occasion, co.operator_id, coalesce(nullif(c.email, ''), co.email) as email
    from occurrence o
    join venue v on v.id = o.venue_id
    -- One occurrence after the other: a plan for any day would read all bookings.
    cross join lateral (
      select k.order_id, k.occurrence_id, min(k.customer_id) as customer_id,
        max(coalesce(k.moved_at, k.created_at)) as booked_at,
        'order:' || k.order_id || ' occurrence:' || k.occurrence_id
        || case when (o.planned_starts_at at time zone v.timezone)::date <> o.local_date
          then ' on ' || o.local_date else '' end as occasion
      from booking k where k.occurrence_id = o.id and k.status = 'booked'
      group by k.order_id, k.occurrence_id offset 0
    ) b
    join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    where o.starts_at > ${from} and o.starts_at <= ${to}
      and b.booked_at < ${new Date(now.getTime() - freshForHours * 3_600_000)}
      and coalesce(nullif(c.email, ''), co.email) is not null
      and not exists (select 1 from notice n where n.kind = 'booking_reminder' and n.about = b.occasion)
    order by o.starts_at, b.order_id limit ${limit}`.execute(tx)
  return rows
}

/** Of an order, what is still to come of the session. */
const loadBookingsAt = async (
  tx: Tx,
  { orderId, occurrenceId }: { orderId: number; occurrenceId: number },
  now: Date,
): Promise<BookingRow[]> =>
  (await bookingsOf(tx, orderId)).filter(
    (booking) =>
      booking.occurrenceId === occurrenceId && booking.status === 'booked' && booking.startsAt > now,
  )

/** One message for a family. */
export const bookingReminder: NoticeKind<{ orderId: number; occurrenceId: number; occasion: string }> = {
  kind: 'booking_reminder',
  // A booking that was moved is reminded of at its new time, too.
  about: ({ occasion }) => occasion,
  isOutdated: async (facts, { tx, now }) => (await loadBookingsAt(tx, facts, now)).length === 0,
  write: async (facts, { messages, tx, sites, now }) => {
    const bookings = await loadBookingsAt(tx, facts, now)
    const booking = bookings[0] ?? failInvariant('a reminder without a booking')
    // Not always tomorrow: the booking may have been made today, or the mail server been down.
    const day = relativeDay(messages, booking, now)
    const order = { id: booking.orderId, customerId: booking.customerId, bookings }
    return {
      subject: messages.bookings.mail.reminderSubject({
        day,
        time: time(booking.startsAt, booking.timezone).format24Hour,
        title: titleOf(messages, booking),
      }),
      heading: messages.bookings.mail.reminderHeading({
        day,
        isNamed: day === messages.format.fullDay(booking.localDate),
      }),
      blocks: [
        {
          type: 'list',
          items: bookings.map((one) => describeWithCode(messages, one, now, namesAttendees(bookings))),
        },
        { type: 'text', text: messages.bookings.mail.reminderText },
        await linkToOrder({ tx, sites, now }, order, messages.bookings.mail.seeOrCancel),
        ...directions(messages, bookings),
      ],
      ...venueOf(bookings),
    }
  },
}

const relativeDay = (messages: Messages, { localDate, timezone }: BookingRow, now: Date): string => {
  const today = localDay(now, timezone)
  if (localDate === today) return messages.bookings.mail.today
  if (localDate === daysAfter(today, 1)) return messages.bookings.mail.tomorrow
  return messages.format.fullDay(localDate)
}
