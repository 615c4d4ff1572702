// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const waitlists = {
  join: {
    method: 'POST',
    path: '/v1/activities/occurrences/{id}/waitlist/members',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  joinNumeric: {
    method: 'POST',
    path: '/activities/waitlist/add',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  leave: {
    method: 'DELETE',
    path: '/v1/activities/occurrences/{occurrenceId}/waitlist/members/{userId}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  leaveNumeric: {
    method: 'DELETE',
    path: '/activities/waitlist/remove/{waitlistId}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  mine: {
    method: 'GET',
    path: '/my-account/waitlists',
    personalCalls: true,
    reads: ['waitlists', 'timetable'],
  },
  ranges: {
    method: 'GET',
    path: '/my-account/waitlist-ranges',
    personalCalls: true,
    reads: ['waitlists', 'timetable'],
  },
  joinRange: {
    method: 'POST',
    path: '/v1/activities/venue/{venue}/activity/{activity}/waitlist-ranges',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  leaveRange: {
    method: 'DELETE',
    path: '/v1/waitlist-ranges/{id}',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
  rejoinRange: {
    method: 'POST',
    path: '/v1/waitlist-ranges/{id}/rejoin',
    personalCalls: true,
    idempotent: true,
    changes: ['timetable', 'waitlists'],
  },
} as unknown as CallsOf<'waitlists'>
