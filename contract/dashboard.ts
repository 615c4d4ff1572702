import { z } from 'zod'
import { booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { membership } from './memberships.ts'
import { credit, displayMoney } from './shapes.ts'
import { waitlistEntry } from './waitlists.ts'

export const noticeCodes = [
  'document_expiring',
  'document_required',
  'penalty_outstanding',
  'waitlist_offer',
  'payment_failed',
] as const

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: "The account's first page: what comes next, and what needs doing.",
    allow: 'customer',
    returns: z.object({
      nextBookings: z.array(booking),
      waitlists: z.array(waitlistEntry),
      membership: membership.nullable(),
      credit,
      outstandingPenalties: displayMoney,
      notices: z.array(
        z.object({ code: z.enum(noticeCodes), message: z.string(), days: z.int().nullable() }),
      ),
    }),
    reads: ['account', 'bookings', 'waitlists', 'timetable', 'session'],
  }),
}
