// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const tills = {
  till: {
    method: 'GET',
    path: '/foh/tills/{tillId}',
    reads: ['tills'],
  },
  open: {
    method: 'POST',
    path: '/foh/tills/{tillId}/open',
    idempotent: true,
    changes: ['tills'],
  },
  move: {
    method: 'POST',
    path: '/foh/tills/{tillId}/movements',
    idempotent: true,
    changes: ['tills'],
  },
  close: {
    method: 'POST',
    path: '/foh/tills/{tillId}/close',
    idempotent: true,
    changes: ['tills'],
  },
  reopen: {
    method: 'POST',
    path: '/foh/tills/{tillId}/reopen',
    idempotent: true,
    changes: ['tills'],
  },
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
