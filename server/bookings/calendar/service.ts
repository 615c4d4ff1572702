import type { BookingRow } from '#server/bookings/queries.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import type { Seller } from '#server/operator/find.ts'
import { presentCalendar } from './present.ts'

/** A file for download or to attach to a message. */
export type OrderFile = { name: string; mediaType: string; content: Buffer }

/** The bookings of an order; null for an order without any, such as a penalty that was paid. */
export const calendarFile = ({ order, bookings, seller }: OrderDetails): OrderFile | null =>
  bookings.length === 0
    ? null
    : {
        name: `${order.reference}.ics`,
        mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: Buffer.from(presentCalendar(bookings.map(withAttendee), seller)),
      }

/** A booking for another person than the buyer says for whom. */
const withAttendee = (booking: BookingRow): BookingRow & { who?: string } =>
  booking.personId === booking.customerId ? booking : { ...booking, who: booking.firstName }

/** Bookings as a calendar feed; `who` is added to bookings for another attendee. */
export const calendarFeed = (
  bookings: readonly (BookingRow & { who?: string })[],
  seller: Seller,
  refreshSeconds: number,
): string => presentCalendar(bookings, seller, 'PUBLISH', refreshSeconds)

/** A calendar file that moves a booking which calendars contain already: same UID, higher SEQUENCE. */
export const changedFile = (booking: BookingRow, seller: Seller): OrderFile => ({
  name: `${booking.orderReference}.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: Buffer.from(presentCalendar([withAttendee(booking)], seller)),
})

/** A calendar file that removes a cancelled booking from calendars. */
export const cancellingFile = (booking: BookingRow, seller: Seller): OrderFile => ({
  name: `${booking.orderReference}-cancelled.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=CANCEL',
  content: Buffer.from(presentCalendar([booking], seller, 'CANCEL')),
})
