// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const venues = {
  all: {
    method: 'GET',
    path: '/activities/venues',
    reads: ['catalogue'],
  },
  joinable: {
    method: 'GET',
    path: '/activities/venues/online-joining',
    reads: ['catalogue'],
  },
  search: {
    method: 'GET',
    path: '/activities/venue-search',
    reads: ['catalogue'],
  },
  one: {
    method: 'GET',
    path: '/activities/venues/{venue}',
    reads: ['catalogue'],
  },
} as unknown as CallsOf<'venues'>
