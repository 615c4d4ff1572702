// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const moves = {
  times: {
    method: 'GET',
    path: '/bookings/{bookingId}/move-times',
    reads: ['bookings', 'timetable'],
  },
  move: {
    method: 'POST',
    path: '/bookings/{bookingId}/move',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
  },
  timesOfOrder: {
    method: 'GET',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move-times',
    reads: ['bookings', 'timetable'],
  },
  moveOfOrder: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
  },
  begin: {
    method: 'POST',
    path: '/bookings/{bookingId}/move-payments',
    idempotent: true,
    changes: ['timetable'],
  },
  beginOfOrder: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move-payments',
    idempotent: true,
    changes: ['timetable'],
  },
  moveAtDesk: {
    method: 'POST',
    path: '/foh/bookings/{bookingId}/move',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
  },
  payment: {
    method: 'GET',
    path: '/move-payments/{moveId}',
    reads: ['bookings'],
  },
  abandon: {
    method: 'DELETE',
    path: '/move-payments/{moveId}',
    idempotent: true,
    changes: ['bookings', 'timetable'],
  },
} as unknown as CallsOf<'moves'>
