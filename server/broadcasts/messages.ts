import type { Placeholder } from '#contract/broadcasts.ts'
import { linkToOrder } from '#server/bookings/links.ts'
import { describeBooking, namesAttendees, venueOf } from '#server/bookings/messages.ts'
import { bookingsByIds } from '#server/bookings/read.ts'
import type { Messages } from '#server/messages/languages.ts'
import { asPlainName } from '#server/notices/rules.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { fillPlaceholders, paragraphsOf } from './rules.ts'

type BookingRow = Awaited<ReturnType<typeof bookingsByIds>>[number]

type Facts = {
  broadcastId: number
  bookingIds: readonly number[]
  firstName: string
  subject: string
  text: string
}

/** What staff write to everybody who has booked something, with the reader's own bookings. */
export const broadcastSent: NoticeKind<Facts> = {
  kind: 'broadcast',
  about: ({ broadcastId, bookingIds }) => `booking:${bookingIds[0]} broadcast:${broadcastId}`,
  // Whoever has cancelled meanwhile is not written to.
  isOutdated: async ({ bookingIds }, { tx }) => (await activeBookings(tx, bookingIds)).length === 0,
  write: async ({ bookingIds, firstName, subject, text }, { tx, messages, sites, now }) => {
    const bookings = await activeBookings(tx, bookingIds)
    const [first] = bookings
    if (first === undefined) return failInvariant('a message is about bookings that do not exist')
    const values = valuesOf(messages, first, firstName)
    const named = namesAttendees(bookings)
    return {
      subject: fillPlaceholders(subject, values),
      heading: messages.broadcasts.mailHeading,
      ...venueOf(bookings),
      blocks: [
        ...paragraphsOf(fillPlaceholders(text, values)).map((paragraph) => ({
          type: 'text' as const,
          text: paragraph,
        })),
        { type: 'list', items: bookings.map((booking) => describeBooking(messages, booking, named)) },
        await linkToOrder(
          { tx, sites, now },
          { id: first.orderId, customerId: first.customerId, bookings: [first] },
          messages.bookings.mail.seeOrCancel,
        ),
      ],
    }
  },
}

const activeBookings = async (tx: Tx, bookingIds: readonly number[]): Promise<BookingRow[]> =>
  (await bookingsByIds(tx, bookingIds)).filter(({ status }) => !status.startsWith('cancelled'))

/** What the words in braces are for a reader, of the first of their bookings. */
export const valuesOf = (
  messages: Messages,
  booking: BookingRow,
  firstName: string,
): Record<Placeholder, string> => ({
  first_name: asPlainName(firstName),
  session: describeBooking(messages, booking, false).title,
  when: messages.bookings.mail.when({
    day: messages.format.fullDay(booking.localDate),
    ...sessionTimes(messages, booking),
  }),
  place: `${booking.locationName}, ${booking.venueName}`,
})
