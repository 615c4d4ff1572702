// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const search = {
  find: {
    method: 'GET',
    path: '/search',
    reads: ['timetable', 'session'],
  },
  nearest: {
    method: 'GET',
    path: '/search/nearest',
    reads: ['timetable', 'session'],
  },
  nextOfVenue: {
    method: 'GET',
    path: '/search/venue/{venue}',
    reads: ['timetable', 'session'],
  },
  again: {
    method: 'GET',
    path: '/search/again',
    reads: ['timetable', 'bookings', 'session'],
  },
} as unknown as CallsOf<'search'>
