// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const favourites = {
  mine: {
    method: 'GET',
    path: '/my-account/favourites',
    personalCalls: true,
    reads: ['favourites', 'session'],
  },
  add: {
    method: 'POST',
    path: '/my-account/favourites',
    personalCalls: true,
    idempotent: true,
    changes: ['favourites'],
  },
  remove: {
    method: 'DELETE',
    path: '/my-account/favourites/{favouriteId}',
    personalCalls: true,
    idempotent: true,
    changes: ['favourites'],
  },
  merge: {
    method: 'POST',
    path: '/my-account/favourites/merge',
    idempotent: true,
    changes: ['favourites'],
  },
  times: {
    method: 'GET',
    path: '/favourites',
    reads: ['timetable', 'favourites', 'session'],
  },
} as unknown as CallsOf<'favourites'>
