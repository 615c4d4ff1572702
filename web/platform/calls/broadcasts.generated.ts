// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const broadcasts = {
  audience: {
    method: 'GET',
    path: '/office/broadcasts/audience',
    reads: ['bookings'],
  },
  preview: {
    method: 'POST',
    path: '/office/broadcasts/preview',
  },
  send: {
    method: 'POST',
    path: '/office/broadcasts',
    idempotent: true,
    changes: ['broadcasts'],
  },
  approve: {
    method: 'POST',
    path: '/office/broadcasts/{broadcastId}/approve',
    idempotent: true,
    changes: ['broadcasts'],
  },
  stop: {
    method: 'POST',
    path: '/office/broadcasts/{broadcastId}/stop',
    idempotent: true,
    changes: ['broadcasts'],
  },
  list: {
    method: 'GET',
    path: '/office/broadcasts',
    reads: ['broadcasts'],
  },
  savedAudiences: {
    method: 'GET',
    path: '/office/audiences',
    reads: ['broadcasts'],
  },
  saveAudience: {
    method: 'POST',
    path: '/office/audiences',
    idempotent: true,
    changes: ['broadcasts'],
  },
  forgetAudience: {
    method: 'DELETE',
    path: '/office/audiences/{audienceId}',
    changes: ['broadcasts'],
  },
} as unknown as CallsOf<'broadcasts'>
