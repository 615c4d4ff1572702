// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const attendance = {
  day: {
    method: 'GET',
    path: '/foh/venues/{venue}/sessions',
    reads: ['attendance', 'timetable'],
  },
  board: {
    method: 'GET',
    path: '/foh/venues/{venue}/board',
    reads: ['attendance', 'timetable'],
  },
  registers: {
    method: 'GET',
    path: '/foh/venues/{venue}/registers',
    reads: ['attendance'],
  },
  register: {
    method: 'GET',
    path: '/foh/sessions/{sessionId}',
    reads: ['attendance', 'timetable', 'waitlists'],
  },
  sessionHistory: {
    method: 'GET',
    path: '/foh/sessions/{sessionId}/history',
    reads: ['attendance', 'bookings', 'timetable', 'waitlists'],
  },
  changeSession: {
    method: 'PATCH',
    path: '/foh/sessions/{sessionId}',
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  },
  previewCallOff: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off/preview',
  },
  callOff: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off',
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable', 'waitlists'],
  },
  takeBackCallOff: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off/undo',
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable', 'waitlists'],
  },
  coverOptions: {
    method: 'GET',
    path: '/foh/sessions/{sessionId}/cover',
    reads: ['attendance', 'timetable'],
  },
  cover: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/cover',
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  },
  resize: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/capacity',
    idempotent: true,
    changes: ['attendance', 'timetable', 'waitlists'],
  },
  notifySession: {
    method: 'POST',
    path: '/foh/sessions/{sessionId}/notices',
    idempotent: true,
    changes: ['attendance', 'bookings'],
  },
  mark: {
    method: 'PUT',
    path: '/foh/bookings/{bookingId}/attendance',
    changes: ['attendance', 'bookings'],
  },
  checkIn: {
    method: 'POST',
    path: '/foh/venues/{venue}/check-in',
    idempotent: true,
    changes: ['attendance', 'bookings'],
  },
  group: {
    method: 'GET',
    path: '/foh/venues/{venue}/groups/{code}',
    reads: ['attendance'],
  },
  checkInSelf: {
    method: 'POST',
    path: '/activities/venues/{venue}/check-in',
    idempotent: true,
    changes: ['attendance', 'bookings'],
  },
  offer: {
    method: 'POST',
    path: '/foh/waitlist/{waitlistId}/offer',
    idempotent: true,
    changes: ['attendance', 'waitlists', 'timetable'],
  },
} as unknown as CallsOf<'attendance'>
