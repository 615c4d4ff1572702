// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const tills = {
  list: {
    method: 'GET',
    path: '/foh/tills',
    reads: ['tills'],
  },
  stand: {
    method: 'PUT',
    path: '/foh/till',
    changes: ['tills'],
  },
  takings: {
    method: 'GET',
    path: '/foh/venues/{venue}/takings',
    reads: ['tills'],
  },
} as unknown as CallsOf<'tills'>
