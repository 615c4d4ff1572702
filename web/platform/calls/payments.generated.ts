// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const payments = {
  mine: {
    method: 'GET',
    path: '/my-account/payments',
    personalCalls: true,
    reads: ['account', 'basket', 'bookings'],
  },
  payAccount: {
    method: 'POST',
    path: '/my-account/account/pay',
    idempotent: true,
  },
  prepareCardChange: {
    method: 'GET',
    path: '/my-account/memberships/{membershipId}/card',
  },
  changeCard: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/card',
    idempotent: true,
    changes: ['account'],
  },
  cardChange: {
    method: 'GET',
    path: '/my-account/card-changes/{uuid}',
  },
  changeBankAccount: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/bank-account',
    idempotent: true,
    changes: ['account'],
  },
  removeCard: {
    method: 'DELETE',
    path: '/my-account/saved-cards/{cardId}',
    idempotent: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'payments'>
