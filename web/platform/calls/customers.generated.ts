// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const customers = {
  register: {
    method: 'POST',
    path: '/auth/customer/register',
    query: ['onboardingType'],
    bare: true,
    idempotent: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  details: {
    method: 'GET',
    path: '/my-account/details',
    personalCalls: true,
    reads: ['account'],
  },
  search: {
    method: 'GET',
    path: '/foh/customers',
    reads: ['account'],
  },
  atDesk: {
    method: 'GET',
    path: '/foh/customers/{customerId}',
    reads: ['account', 'session'],
  },
  inductions: {
    method: 'GET',
    path: '/foh/customers/{customerId}/inductions',
    reads: ['account'],
  },
  giveInduction: {
    method: 'POST',
    path: '/foh/customers/{customerId}/inductions',
    idempotent: true,
    changes: ['account'],
  },
  withdrawInduction: {
    method: 'DELETE',
    path: '/foh/customers/{customerId}/inductions/{restrictionId}',
    idempotent: true,
    changes: ['account'],
  },
  registerAtDesk: {
    method: 'POST',
    path: '/foh/customers',
    idempotent: true,
    changes: ['account'],
  },
  changeDetails: {
    method: 'PUT',
    path: '/my-account/details',
    query: ['selectedUserId'],
    personalCalls: true,
    changes: ['account', 'session'],
  },
} as unknown as CallsOf<'customers'>
