// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const checkout = {
  terms: {
    method: 'GET',
    path: '/terms',
    reads: ['basket'],
  },
  prepare: {
    method: 'GET',
    path: '/checkout/prepare',
    personalCalls: true,
    bare: true,
  },
  authorise: {
    method: 'POST',
    path: '/checkout/authorise',
    personalCalls: true,
    bare: true,
    idempotent: true,
    changes: ['basket'],
  },
  transaction: {
    method: 'GET',
    path: '/checkout/transactions/{uuid}',
    bare: true,
  },
  complete: {
    method: 'POST',
    path: '/checkout/complete',
    personalCalls: true,
    bare: true,
    idempotent: true,
    changes: ['account', 'attendees', 'basket', 'bookings', 'session', 'timetable'],
  },
  completeInvoice: {
    method: 'POST',
    path: '/checkout/complete-invoice',
    bare: true,
    idempotent: true,
    changes: ['hirers'],
  },
  payAtDesk: {
    method: 'POST',
    path: '/foh/checkout/pay',
    personalCalls: true,
    bare: true,
    idempotent: true,
    changes: ['account', 'attendance', 'basket', 'bookings', 'session', 'tills', 'timetable'],
  },
} as unknown as CallsOf<'checkout'>
