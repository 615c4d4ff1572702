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
} as unknown as CallsOf<'openBooking'>
