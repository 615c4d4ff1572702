// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const pricing = {
  discounts: {
    method: 'GET',
    path: '/activities/member-discounts',
    personalCalls: true,
    reads: ['account', 'catalogue'],
  },
  venue: {
    method: 'GET',
    path: '/activities/venue-prices',
    reads: ['catalogue'],
  },
  removeBenefit: {
    method: 'DELETE',
    path: '/activities/benefit/remove/{id}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  removePackage: {
    method: 'DELETE',
    path: '/activities/package/remove/{id}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable'],
  },
  ticket: {
    method: 'POST',
    path: '/activities/price/{venue}/ticket/{activityId}',
    personalCalls: true,
  },
} as unknown as CallsOf<'pricing'>
