// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const securityEvents = {
  list: {
    method: 'GET',
    path: '/foh/security-events',
  },
} as unknown as CallsOf<'securityEvents'>
