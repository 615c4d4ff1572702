// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const passkeys = {
  beginLogin: {
    method: 'POST',
    path: '/auth/customer/passkey-options',
  },
  login: {
    method: 'POST',
    path: '/auth/customer/passkey',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  list: {
    method: 'GET',
    path: '/my-account/passkeys',
    reads: ['account'],
  },
  begin: {
    method: 'POST',
    path: '/my-account/passkey-options',
  },
  add: {
    method: 'POST',
    path: '/my-account/passkeys',
    changes: ['account'],
  },
  remove: {
    method: 'POST',
    path: '/my-account/passkeys/{passkeyId}/remove',
    changes: ['account'],
  },
} as unknown as CallsOf<'passkeys'>
