// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const webhooks = {
  list: {
    method: 'GET',
    path: '/office/webhooks',
    reads: ['account'],
  },
  add: {
    method: 'POST',
    path: '/office/webhooks',
    changes: ['account'],
  },
  change: {
    method: 'PATCH',
    path: '/office/webhooks/{webhookId}',
    changes: ['account'],
  },
  remove: {
    method: 'DELETE',
    path: '/office/webhooks/{webhookId}',
    changes: ['account'],
  },
  test: {
    method: 'POST',
    path: '/office/webhooks/{webhookId}/test',
    idempotent: true,
    changes: ['account'],
  },
  deliveries: {
    method: 'GET',
    path: '/office/webhooks/{webhookId}/deliveries',
    reads: ['account'],
  },
  replay: {
    method: 'POST',
    path: '/office/webhooks/deliveries/{deliveryId}/replay',
    idempotent: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'webhooks'>
