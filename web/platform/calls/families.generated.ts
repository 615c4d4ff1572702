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
    changes: ['account', 'attendance', 'session', 'timetable'],
  },
  confirm: {
    method: 'POST',
    path: '/my-account/family/{personId}/confirm',
    personalCalls: true,
    changes: ['account'],
  },
  remove: {
    method: 'DELETE',
    path: '/my-account/family/{personId}',
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  },
  invitations: {
    method: 'GET',
    path: '/my-account/family/invitations',
    reads: ['account'],
  },
  invite: {
    method: 'POST',
    path: '/my-account/family/invitations',
    idempotent: true,
    changes: ['account'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/my-account/family/invitations/{invitationId}',
    idempotent: true,
    changes: ['account'],
  },
  readInvitation: {
    method: 'GET',
    path: '/family-invitation',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/my-account/family/invitations/accept',
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  },
  takeOver: {
    method: 'POST',
    path: '/auth/customer/take-over',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
} as unknown as CallsOf<'families'>
