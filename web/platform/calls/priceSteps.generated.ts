// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const priceSteps = {
  list: {
    method: 'GET',
    path: '/office/prices',
    reads: ['catalogue'],
  },
  preview: {
    method: 'POST',
    path: '/office/price-steps/preview',
  },
  set: {
    method: 'POST',
    path: '/office/price-steps',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
  end: {
    method: 'DELETE',
    path: '/office/price-steps/{stepId}',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
  readFile: {
    method: 'POST',
    path: '/office/price-steps/file',
  },
} as unknown as CallsOf<'priceSteps'>
