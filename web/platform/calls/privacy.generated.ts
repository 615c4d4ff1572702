// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const privacy = {
  overview: {
    method: 'GET',
    path: '/my-account/privacy',
    reads: ['account', 'bookings', 'basket'],
  },
  data: {
    method: 'GET',
    path: '/my-account/data',
    personalCalls: true,
    reads: ['account', 'bookings', 'waitlists'],
  },
  customerData: {
    method: 'GET',
    path: '/foh/customers/{customerId}/data',
    reads: ['account', 'bookings', 'waitlists'],
  },
  close: {
    method: 'POST',
    path: '/my-account/close',
  },
} as unknown as CallsOf<'privacy'>
