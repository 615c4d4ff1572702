// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const operations = {
  alerts: {
    method: 'GET',
    path: '/foh/venues/{venue}/alerts',
    reads: ['attendance', 'bookings', 'documents', 'hirers', 'tills'],
  },
} as unknown as CallsOf<'operations'>
