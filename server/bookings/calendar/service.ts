import type { BookingRow, OrderDetails } from '#server/bookings/service.ts'
import type { Seller } from '#server/operator/service.ts'
import { presentCalendar } from './present.ts'

/** A file to hand out or to send along. */
export type OrderFile = { name: string; mediaType: string; content: Buffer }

/** The bookings of an order for a calendar. */
export const calendarFile = ({ order, bookings, seller }: OrderDetails): OrderFile => ({
  name: `${order.reference}.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: Buffer.from(presentCalendar(bookings, seller)),
})

/** Bookings for a calendar that reads them again and again; `who` stands with those that are for somebody else. */
export const calendarFeed = (
  bookings: readonly (BookingRow & { who?: string })[],
  seller: Seller,
  refreshSeconds: number,
): string => presentCalendar(bookings, seller, 'PUBLISH', refreshSeconds)

/** What takes a cancelled booking out of the calendars it is in. */
export const cancellingFile = (booking: BookingRow, seller: Seller): OrderFile => ({
  name: `${booking.orderReference}-cancelled.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=CANCEL',
  content: Buffer.from(presentCalendar([booking], seller, 'CANCEL')),
})
