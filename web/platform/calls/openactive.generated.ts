// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const openactive = {
  feed: {
    method: 'GET',
    path: '/openactive/{operator}/{feed}',
    bare: true,
  },
  item: {
    method: 'GET',
    path: '/openactive/{operator}/{feed}/{id}',
    bare: true,
  },
  individualFacilityUse: {
    method: 'GET',
    path: '/openactive/{operator}/individual-facility-uses/{id}',
    bare: true,
  },
  sharedFeed: {
    method: 'GET',
    path: '/open-data/{feed}',
    bare: true,
  },
} as unknown as CallsOf<'openactive'>
