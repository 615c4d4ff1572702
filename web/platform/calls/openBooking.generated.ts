// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const openBooking = {
  listPartners: {
    method: 'GET',
    path: '/foh/booking-partners',
    reads: ['operator'],
  },
  registerPartner: {
    method: 'POST',
    path: '/foh/booking-partners',
    changes: ['operator'],
  },
  replacePartnerKey: {
    method: 'POST',
    path: '/foh/booking-partners/{partnerId}/key',
    changes: ['operator'],
  },
  revokePartner: {
    method: 'DELETE',
    path: '/foh/booking-partners/{partnerId}',
    changes: ['operator'],
  },
  partnerSales: {
    method: 'GET',
    path: '/foh/booking-partners/{partnerId}/sales',
    reads: ['bookings', 'operator'],
  },
  allPartnerSales: {
    method: 'GET',
    path: '/foh/booking-partner-sales',
    reads: ['bookings', 'operator'],
  },
  dueAtVenue: {
    method: 'GET',
    path: '/foh/booking-partner-dues',
    reads: ['bookings', 'operator'],
  },
  collectDue: {
    method: 'POST',
    path: '/foh/booking-partner-dues/{orderId}/payment',
    idempotent: true,
    changes: ['bookings', 'tills', 'operator'],
  },
  listProposals: {
    method: 'GET',
    path: '/foh/booking-proposals',
    reads: ['bookings', 'operator'],
  },
  decideProposal: {
    method: 'POST',
    path: '/foh/booking-proposals/{proposalId}/decision',
    idempotent: true,
    changes: ['bookings', 'operator'],
  },
  listOtherSessions: {
    method: 'GET',
    path: '/foh/booking-proposals/{proposalId}/sessions/{sessionId}/others',
    reads: ['bookings', 'timetable', 'operator'],
  },
  offerOtherSession: {
    method: 'POST',
    path: '/foh/booking-proposals/{proposalId}/amendment',
    idempotent: true,
    changes: ['bookings', 'operator', 'timetable'],
  },
  listReplacements: {
    method: 'GET',
    path: '/foh/bookings/{bookingId}/replacements',
    reads: ['bookings', 'timetable'],
  },
  replaceSession: {
    method: 'POST',
    path: '/foh/bookings/{bookingId}/replacement',
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  },
} as unknown as CallsOf<'openBooking'>
