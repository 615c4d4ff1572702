import type { bookings } from '#contract/bookings.ts'
import type { Routes } from '#server/platform/http.ts'
import { shownBooking, shownBookings, shownOrder } from './service.ts'

export const bookingsRoutes = (): Routes<typeof bookings> => ({
  order: ({ tx, actor, params, now }) => shownOrder(tx, actor, params.completeOrderId, now),
  mine: ({ tx, actor, query, now }) => shownBookings(tx, actor, query.filter, now),
  one: ({ tx, actor, params, now }) => shownBooking(tx, actor, params.bookingId, now),
})
