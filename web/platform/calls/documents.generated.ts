// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const documents = {
  waiting: {
    method: 'GET',
    path: '/foh/documents',
    reads: ['documents'],
  },
  review: {
    method: 'POST',
    path: '/foh/documents/{documentId}/review',
    idempotent: true,
    changes: ['account', 'documents', 'session'],
  },
  mine: {
    method: 'GET',
    path: '/my-account/documents',
    reads: ['account'],
  },
  add: {
    method: 'POST',
    path: '/my-account/documents',
    idempotent: true,
    changes: ['account', 'session'],
  },
} as unknown as CallsOf<'documents'>
