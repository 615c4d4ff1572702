// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const rehearsals = {
  releases: {
    method: 'GET',
    path: '/office/rehearsals/releases',
    reads: ['timetable'],
  },
  list: {
    method: 'GET',
    path: '/office/rehearsals',
    reads: ['rehearsals'],
  },
  begin: {
    method: 'POST',
    path: '/office/rehearsals',
    idempotent: true,
    changes: ['rehearsals'],
  },
  stop: {
    method: 'POST',
    path: '/office/rehearsals/{rehearsalId}/stop',
    idempotent: true,
    changes: ['rehearsals'],
  },
  file: {
    method: 'POST',
    path: '/office/rehearsals/{rehearsalId}/file',
  },
} as unknown as CallsOf<'rehearsals'>
