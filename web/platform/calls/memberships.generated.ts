// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const memberships = {
  plans: {
    method: 'GET',
    path: '/online-joining/venues/{venue}/plans',
    reads: ['catalogue'],
  },
  join: {
    method: 'POST',
    path: '/online-joining/join',
    idempotent: true,
    changes: ['account'],
  },
  joining: {
    method: 'GET',
    path: '/online-joining/join/{id}',
    reads: ['account'],
  },
  mine: {
    method: 'GET',
    path: '/my-account/memberships',
    personalCalls: true,
    reads: ['account'],
  },
  unfinished: {
    method: 'GET',
    path: '/my-account/memberships/unfinished',
    personalCalls: true,
    reads: ['account'],
  },
  cancel: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/cancel',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  keep: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/keep',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  freeze: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/freeze',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  unfreeze: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/unfreeze',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  missed: {
    method: 'GET',
    path: '/foh/missed-membership-payments',
    reads: ['account'],
  },
  decideMissed: {
    method: 'POST',
    path: '/foh/missed-membership-payments/{id}/decision',
    idempotent: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'memberships'>
