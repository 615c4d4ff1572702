// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const dashboard = {
  read: {
    method: 'GET',
    path: '/dashboard',
    reads: ['account', 'bookings', 'waitlists', 'timetable', 'session'],
  },
} as unknown as CallsOf<'dashboard'>
