// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const credits = {
  apply: {
    method: 'POST',
    path: '/credits/apply',
    personalCalls: true,
    bare: true,
    idempotent: true,
    changes: ['account', 'basket', 'session'],
  },
  applyToBasket: {
    method: 'POST',
    path: '/activities/cart/apply-credits',
    personalCalls: true,
    bare: true,
    idempotent: true,
    changes: ['account', 'basket', 'session'],
  },
} as unknown as CallsOf<'credits'>
