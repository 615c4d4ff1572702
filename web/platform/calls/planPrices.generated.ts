// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const planPrices = {
  list: {
    method: 'GET',
    path: '/office/plan-prices',
    reads: ['catalogue'],
  },
  preview: {
    method: 'POST',
    path: '/office/plan-prices/preview',
  },
  set: {
    method: 'POST',
    path: '/office/plan-prices',
    idempotent: true,
    changes: ['catalogue'],
  },
  end: {
    method: 'DELETE',
    path: '/office/plan-prices/{planStepId}',
    idempotent: true,
    changes: ['catalogue'],
  },
} as unknown as CallsOf<'planPrices'>
