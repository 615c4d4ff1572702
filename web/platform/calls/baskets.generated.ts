// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const baskets = {
  read: {
    method: 'GET',
    path: '/activities/cart',
    personalCalls: true,
    reads: ['basket'],
  },
  add: {
    method: 'POST',
    path: '/activities/cart/add',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  remove: {
    method: 'POST',
    path: '/activities/cart/remove',
    query: ['membershipUserId', 'selectedUserId'],
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  clear: {
    method: 'DELETE',
    path: '/activities/cart',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  update: {
    method: 'PUT',
    path: '/activities/cart/{cartItemId}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  renew: {
    method: 'POST',
    path: '/activities/cart/renew',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  placeHolders: {
    method: 'GET',
    path: '/foh/venues/{venue}/held-places',
    reads: ['attendance', 'timetable'],
  },
  freeHeldPlaces: {
    method: 'POST',
    path: '/foh/venues/{venue}/held-places/free',
    idempotent: true,
    changes: ['attendance', 'basket', 'timetable'],
  },
} as unknown as CallsOf<'baskets'>
