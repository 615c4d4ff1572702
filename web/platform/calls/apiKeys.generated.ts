// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const apiKeys = {
  list: {
    method: 'GET',
    path: '/office/api-keys',
    reads: ['account'],
  },
  add: {
    method: 'POST',
    path: '/office/api-keys',
    changes: ['account'],
  },
  revoke: {
    method: 'DELETE',
    path: '/office/api-keys/{apiKeyId}',
    changes: ['account'],
  },
} as unknown as CallsOf<'apiKeys'>
