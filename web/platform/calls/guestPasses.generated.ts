// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const guestPasses = {
  mine: {
    method: 'GET',
    path: '/my-account/guest-passes',
    reads: ['account'],
  },
  send: {
    method: 'POST',
    path: '/my-account/guest-passes',
    idempotent: true,
    changes: ['account'],
  },
  withdraw: {
    method: 'DELETE',
    path: '/my-account/guest-passes/{id}',
    idempotent: true,
    changes: ['account'],
  },
  atDesk: {
    method: 'GET',
    path: '/foh/venues/{venue}/customers/{customerId}/guest-passes',
    reads: ['account'],
  },
  byCode: {
    method: 'GET',
    path: '/foh/venues/{venue}/guest-passes/{code}',
    reads: ['account'],
  },
  admit: {
    method: 'POST',
    path: '/foh/venues/{venue}/guest-passes/{id}/admission',
    idempotent: true,
    changes: ['account'],
  },
  undoAdmission: {
    method: 'DELETE',
    path: '/foh/venues/{venue}/guest-passes/{id}/admission',
    idempotent: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'guestPasses'>
