// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const families = {
  mine: {
    method: 'GET',
    path: '/my-account/family',
    personalCalls: true,
    reads: ['account', 'attendees', 'documents'],
  },
  addChild: {
    method: 'POST',
    path: '/my-account/family',
    personalCalls: true,
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  },
  change: {
    method: 'PUT',
    path: '/my-account/family/{personId}',
    personalCalls: true,
    changes: ['account', 'attendance'],
  },
} as unknown as CallsOf<'families'>
