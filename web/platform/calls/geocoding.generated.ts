// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const geocoding = {
  search: {
    method: 'GET',
    path: '/geocoding',
    reads: ['catalogue'],
  },
} as unknown as CallsOf<'geocoding'>
