import type { openBooking } from '#contract/open-booking.ts'
import type { Routes } from '#server/platform/http.ts'
import type { BookingRoute, KeylessRoute } from './calls/rules.ts'
import { partnersOf, registerPartner, revokePartner } from './partners/service.ts'

/** The desk's calls about partners. */
export const openBookingRoutes = (): Routes<typeof openBooking> => ({
  listPartners: ({ tx, actor }) => partnersOf(tx, actor),
  registerPartner: ({ tx, actor, body, now }) => registerPartner(tx, actor, body, now),
  revokePartner: ({ tx, actor, params, now }) => revokePartner(tx, actor, params.partnerId, now),
})

/** The partners' calls, below `/api/open-booking`. */
export const bookingRoutes = (): (BookingRoute | KeylessRoute)[] => []
