// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const activities = {
  categories: {
    method: 'GET',
    path: '/activities/venue/{venue}/categories',
    reads: ['catalogue'],
  },
  category: {
    method: 'GET',
    path: '/activities/venue/{venue}/categories/{activity}',
    reads: ['catalogue'],
  },
  dates: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity-category/{category}/dates',
    reads: ['catalogue', 'session'],
  },
} as unknown as CallsOf<'activities'>
