// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const packages = {
  mine: {
    method: 'GET',
    path: '/my-account/packages',
    reads: ['account'],
  },
} as unknown as CallsOf<'packages'>
