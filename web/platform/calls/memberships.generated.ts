// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const memberships = {
  plans: {
    method: 'GET',
    path: '/online-joining/venues/{venue}/plans',
    reads: ['catalogue'],
  },
  overlaps: {
    method: 'GET',
    path: '/online-joining/venues/{venue}/plans/{planId}/overlaps',
    personalCalls: true,
    reads: ['account', 'catalogue'],
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
  planChanges: {
    method: 'GET',
    path: '/my-account/memberships/{membershipId}/plan-changes',
    personalCalls: true,
    reads: ['account', 'catalogue'],
  },
  changePlan: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/plan',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  keepPlan: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/plan/keep',
    personalCalls: true,
    idempotent: true,
    changes: ['account'],
  },
  withdraw: {
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/withdraw',
    personalCalls: true,
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
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
  members: {
    method: 'PUT',
    path: '/my-account/memberships/{membershipId}/members',
    personalCalls: true,
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
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
    path: '/foh/missed-membership-payments/{missedPaymentId}/decision',
    idempotent: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'memberships'>
