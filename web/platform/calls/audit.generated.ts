// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const audit = {
  entries: {
    method: 'GET',
    path: '/foh/audit-entries',
  },
} as unknown as CallsOf<'audit'>
