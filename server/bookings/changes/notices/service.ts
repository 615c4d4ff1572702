import { date, endTime, time } from '#contract/time.ts'
import { changedFile } from '#server/bookings/calendar/service.ts'
import { linkToOrder } from '#server/bookings/links/service.ts'
import { describeBooking, describeFirst, namesAttendees } from '#server/bookings/notices/service.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { bookingsByIds } from '#server/bookings/service.ts'
import { mail } from '#server/messages/en/bookings.ts'
import type { Block, NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { changeableById } from '#server/timetable/change.ts'

/** What a session was before it changed. Notices of older versions say nothing of its instructors. */
export type Was = {
  name: string
  startsAt: string
  endsAt: string
  timezone: string
  where: string
  instructors?: string[]
}

type Facts = { bookingId: number; message: string; at: string }

/** A session may change more than once. */
const about = ({ bookingId, at }: Facts): string => `booking:${bookingId} ${at}`

const loadBooking = async (tx: Tx, bookingId: number): Promise<BookingRow> =>
  (await bookingsByIds(tx, [bookingId]))[0] ??
  failInvariant('a message is about a booking that does not exist')

const instructorsOf = async (tx: Tx, occurrenceId: number): Promise<string[]> =>
  (await changeableById(tx, occurrenceId))?.instructors ?? []

const says = (message: string): Block[] => (message === '' ? [] : [{ type: 'text', text: message }])

const seeBooking = (booking: BookingRow, context: NoticeContext): Promise<Block> =>
  linkToOrder(
    context,
    { id: booking.orderId, customerId: booking.customerId, bookings: [booking] },
    mail.seeOrCancel,
  )

/** In words, for those who know it as it was. */
export const describeWas = (
  { name, startsAt, endsAt, timezone, where, instructors = [] }: Was,
  now: Date,
): string => {
  const [from, to] = [new Date(startsAt), new Date(endsAt)]
  return mail.was({
    name,
    when: mail.when({
      day: date(dayOf(from, timezone), timezone, now).fullDatePretty,
      from: time(from, timezone).format24Hour,
      to: endTime(from, to, timezone),
    }),
    where,
    instructors,
  })
}

/** A session that somebody booked is at another time or place, or is called something else. */
export const sessionChanged: NoticeKind<Facts & { was: Was }> = {
  kind: 'session_changed',
  about,
  write: async ({ bookingId, was, message }, context) => {
    const booking = await loadBooking(context.tx, bookingId)
    const instructors = await instructorsOf(context.tx, booking.occurrenceId)
    const { title, lines } = describeBooking(booking, namesAttendees([booking]))
    const withInstructors =
      instructors.length === 0 ? lines : [...lines, mail.instructors({ names: instructors })]
    return {
      subject: mail.changedSubject({ booking: describeFirst([booking], context.now) }),
      heading: mail.changedHeading,
      blocks: [
        { type: 'text', text: mail.changedText },
        { type: 'list', items: [{ title, lines: withInstructors }] },
        { type: 'text', text: describeWas(was, context.now) },
        ...says(message),
        await seeBooking(booking, context),
      ],
      attachments: [changedFile(booking, context.seller)],
    }
  },
}

/** What the venue says to those who have booked a session. */
export const sessionNotice: NoticeKind<Facts> = {
  kind: 'session_notice',
  about,
  write: async ({ bookingId, message }, context) => {
    const booking = await loadBooking(context.tx, bookingId)
    return {
      subject: mail.noticeSubject({ booking: describeFirst([booking], context.now) }),
      heading: mail.noticeHeading,
      blocks: [
        ...says(message),
        { type: 'list', items: [describeBooking(booking, namesAttendees([booking]))] },
        await seeBooking(booking, context),
      ],
    }
  },
}
