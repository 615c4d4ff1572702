// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const operator = {
  theme: {
    method: 'GET',
    path: '/frontend/theme',
    reads: ['operator'],
  },
  config: {
    method: 'GET',
    path: '/frontend/client-config',
    reads: ['operator'],
  },
  footer: {
    method: 'GET',
    path: '/frontend/footer',
    reads: ['operator'],
  },
} as unknown as CallsOf<'operator'>
