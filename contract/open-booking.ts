import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, flag, id, otherwise, text } from './fields.ts'
import { calendarDate, clockTime, displayMoney, instant } from './shapes.ts'
import { laterTenders } from './tenders.ts'

/** A company that sells this operator's sessions through the Open Booking API. */
const bookingPartner = z
  .object({
    id: z.int(),
    name: z.string(),
    agreement: z.string(),
    callsPerMinute: z.int(),
    /** What it keeps of each sale, in percent. */
    commissionPercent: z.number(),
    /** Its name at the token endpoint, where the key is its secret. */
    clientId: z.string(),
    /** Where it may send a supervisor back to who has let it sell. */
    redirectUris: z.array(z.string()),
    /** The operators it may sell for. */
    sellers: z.array(z.string()),
    createdAt: instant,
    lastCallAt: instant.nullable(),
    /** The operator's day of the last call. */
    lastCallDay: z.iso.date().nullable(),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'BookingPartner' })
export type PresentedPartner = z.output<typeof bookingPartner>

/** An order of a partner that the desk decides on before it is booked. */
const bookingProposal = z
  .object({
    id: z.int(),
    partner: z.string(),
    customer: z.string(),
    receivedAt: instant,
    /** Its places are held until then; after that it is rejected. */
    heldUntil: instant,
    total: displayMoney,
    items: z.array(
      z.object({
        occurrenceId: z.int(),
        activity: z.string(),
        venue: z.string(),
        startsAt: instant,
        timezone: z.string(),
        places: z.int(),
      }),
    ),
  })
  .meta({ id: 'BookingProposal' })
export type PresentedProposal = z.output<typeof bookingProposal>

/** A session that a partner's customer can be given instead of another. */
const sessionInstead = z.object({
  id: z.int(),
  name: z.string(),
  locationName: z.string(),
  date: calendarDate,
  startsAt: clockTime,
  endsAt: clockTime,
  /** Free places. */
  spaces: z.int(),
})

const sales = {
  bookings: z.int(),
  /** Taken by the partner from its customers, and paid back to them. */
  sold: displayMoney,
  refunded: displayMoney,
  /** What it keeps of the difference. */
  commission: displayMoney,
  /** What is left of it for the operator. */
  owed: displayMoney,
  /** What its customers pay at the venue. */
  atVenue: displayMoney,
}

/**
 * Codes are sent there: by https, to this very address, without a fragment, a user name or `*`. Plain http is for a
 * developer's own machine.
 */
const callback =
  /^(?:https:\/\/[^\s/?#@*\\]+|http:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?)(?:[/?][^\s#*\\]*)?$/i

const callbackForm =
  'Enter a web address with https and without *, # or a user name, like https://partner.example/callback.'

const redirectUri = z
  .url({ protocol: /^https?$/, error: callbackForm })
  .max(500)
  .regex(callback, { error: callbackForm })

/** Who may book through the Open Booking API, which itself is described in docs/openactive.md. */
export const openBooking = {
  listPartners: endpoint({
    method: 'GET',
    path: '/foh/booking-partners',
    summary: 'The booking partners of the operator, the newest first.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    returns: z.object({ isOn: z.boolean(), partners: z.array(bookingPartner) }),
    reads: ['operator'],
  }),
  registerPartner: endpoint({
    method: 'POST',
    path: '/foh/booking-partners',
    summary: 'Register a booking partner. The key is in this answer only.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    body: z.object({
      name: text(120),
      agreement: otherwise(z.string().trim().max(200), ''),
      callsPerMinute: otherwise(z.coerce.number().int().min(1).max(100_000), 600),
      commissionPercent: otherwise(
        z.coerce
          .number('Enter a percentage, like 7.5.')
          .min(0)
          .max(100, 'Enter 100 or less.')
          .multipleOf(0.01, 'Use at most 2 decimal places.'),
        0,
      ),
      redirectUris: otherwise(z.array(redirectUri).max(10), []),
    }),
    returns: z.object({ partner: bookingPartner, key: z.string() }),
    changes: ['operator'],
  }),
  replacePartnerKey: endpoint({
    method: 'POST',
    path: '/foh/booking-partners/{partnerId}/key',
    summary:
      'Replace the key of a booking partner. The old one ends at once; the new one is in this answer only.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    params: z.object({ partnerId: id }),
    returns: z.object({ partner: bookingPartner, key: z.string() }),
    errors: { partner_revoked: 409 },
    changes: ['operator'],
  }),
  revokePartner: endpoint({
    method: 'DELETE',
    path: '/foh/booking-partners/{partnerId}',
    summary: 'Revoke the key of a booking partner, at once and for good.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    params: z.object({ partnerId: id }),
    returns: z.object({ partner: bookingPartner }),
    changes: ['operator'],
  }),
  partnerSales: endpoint({
    method: 'GET',
    path: '/foh/booking-partners/{partnerId}/sales',
    summary: 'What a booking partner has sold from one day to another, and what it owes for it.',
    allow: 'staff',
    needs: 'reports.money',
    everywhere: true,
    params: z.object({ partnerId: id }),
    query: z.object({ from: day(), to: day() }),
    returns: z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      partner: z.string(),
      ...sales,
    }),
    reads: ['bookings', 'operator'],
  }),
  allPartnerSales: endpoint({
    method: 'GET',
    path: '/foh/booking-partner-sales',
    summary: 'What each booking partner has sold from one day to another, and what it owes for it.',
    allow: 'staff',
    needs: 'reports.money',
    everywhere: true,
    query: z.object({ from: day(), to: day() }),
    returns: z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      partners: z.array(z.object({ id: z.int(), partner: z.string(), ...sales })),
      total: z.object(sales),
    }),
    reads: ['bookings', 'operator'],
  }),
  dueAtVenue: endpoint({
    method: 'GET',
    path: '/foh/booking-partner-dues',
    summary: "Partners' bookings of some days whose customers pay at the venue, by the time of the session.",
    allow: 'staff',
    needs: 'sell',
    query: z.object({ from: day(), to: day() }),
    returns: z.object({
      total: displayMoney,
      orders: z.array(
        z.object({
          orderId: z.int(),
          orderReference: z.string(),
          partner: z.string(),
          customer: z.string(),
          /** The first of its sessions. */
          what: z.string(),
          startsAt: instant,
          startsText: z.string(),
          venueName: z.string(),
          places: z.int(),
          due: displayMoney,
        }),
      ),
    }),
    reads: ['bookings', 'operator'],
  }),
  collectDue: endpoint({
    method: 'POST',
    path: '/foh/booking-partner-dues/{orderId}/payment',
    summary: 'Record that a customer of a partner has paid at the venue. It is in the takings of the day.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ orderId: id }),
    body: z.object({ tenderType: z.enum(laterTenders, 'Choose cash or card.') }),
    returns: z.object({ amount: displayMoney }),
    errors: { already_settled: 409, nothing_due: 409 },
    idempotent: true,
    changes: ['bookings', 'tills', 'operator'],
  }),
  listProposals: endpoint({
    method: 'GET',
    path: '/foh/booking-proposals',
    summary: "Booking partners' orders that wait for the desk's decision, the oldest first; 100 at most.",
    allow: 'staff',
    needs: 'sell',
    returns: z.object({ isOn: z.boolean(), proposals: z.array(bookingProposal) }),
    reads: ['bookings', 'operator'],
  }),
  decideProposal: endpoint({
    method: 'POST',
    path: '/foh/booking-proposals/{proposalId}/decision',
    summary: 'Accept an order of a booking partner, which it then books, or reject it.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ proposalId: id }),
    body: z.object({ accepted: flag }),
    returns: z.object({ status: z.enum(['accepted', 'rejected']) }),
    errors: { already_decided: 409, cancelled: 410 },
    idempotent: true,
    changes: ['bookings', 'operator'],
  }),
  listOtherSessions: endpoint({
    method: 'GET',
    path: '/foh/booking-proposals/{proposalId}/sessions/{sessionId}/others',
    summary:
      'Sessions that the desk can offer instead of one that a partner asks for, the nearest first; 20 at most.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ proposalId: id, sessionId: id }),
    returns: z.object({ sessions: z.array(sessionInstead) }),
    reads: ['bookings', 'timetable', 'operator'],
  }),
  offerOtherSession: endpoint({
    method: 'POST',
    path: '/foh/booking-proposals/{proposalId}/amendment',
    summary:
      'Accept an order of a booking partner for another session than the one it asks for, at the same price.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ proposalId: id }),
    body: z.object({
      from: id,
      to: id,
    }),
    returns: z.object({ status: z.literal('accepted') }),
    errors: { already_decided: 409, full: 409 },
    idempotent: true,
    changes: ['bookings', 'operator', 'timetable'],
  }),
  listReplacements: endpoint({
    method: 'GET',
    path: '/foh/bookings/{bookingId}/replacements',
    summary:
      "Sessions of the same kind that a booking partner's customer can be put into instead, the nearest first; 20 at most.",
    allow: 'staff',
    needs: 'sell',
    params: z.object({ bookingId: id }),
    returns: z.object({
      partner: z.string(),
      sessions: z.array(sessionInstead),
    }),
    reads: ['bookings', 'timetable'],
  }),
  replaceSession: endpoint({
    method: 'POST',
    path: '/foh/bookings/{bookingId}/replacement',
    summary:
      "Put a booking partner's customer into another session of the same kind, at the same price. The partner reads it in its orders feed.",
    allow: 'staff',
    needs: 'sell',
    params: z.object({ bookingId: id }),
    body: z.object({
      sessionId: id,
      /** What the partner passes on to its customer. */
      message: otherwise(z.string().trim().max(1000), ''),
    }),
    returns: z.object({ sessionId: z.int() }),
    errors: { booking_cancelled: 409, full: 409, held: 409, cancelled: 410 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  }),
}
