// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const penalties = {
  waive: {
    method: 'POST',
    path: '/foh/penalties/{penaltyId}/waive',
    idempotent: true,
    changes: ['account', 'session'],
  },
} as unknown as CallsOf<'penalties'>
