// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const bookings = {
  order: {
    method: 'GET',
    path: '/activities/orders/{completeOrderId}',
    reads: ['bookings'],
  },
  receipt: {
    method: 'GET',
    path: '/activities/orders/{completeOrderId}/receipt-details',
    reads: ['bookings'],
  },
  cancelOfOrder: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/cancel',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists'],
  },
  renewLink: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/link',
    changes: [],
  },
  requestLink: {
    method: 'POST',
    path: '/activities/orders/link',
    changes: [],
  },
  claim: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/claim',
    idempotent: true,
    changes: ['account', 'bookings'],
  },
  makeAccount: {
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/account',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  mine: {
    method: 'GET',
    path: '/my-account/bookings',
    personalCalls: true,
    reads: ['bookings'],
  },
  one: {
    method: 'GET',
    path: '/bookings/{bookingId}',
    reads: ['bookings'],
  },
  cancel: {
    method: 'DELETE',
    path: '/activities/bookings/{bookingId}/',
    personalCalls: true,
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists'],
  },
  change: {
    method: 'PATCH',
    path: '/v1/activities/bookings',
    personalCalls: true,
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists'],
  },
  feed: {
    method: 'GET',
    path: '/my-account/calendar-feed',
    reads: ['account'],
  },
  makeFeed: {
    method: 'POST',
    path: '/my-account/calendar-feed',
    idempotent: true,
    changes: ['account'],
  },
  endFeed: {
    method: 'DELETE',
    path: '/my-account/calendar-feed',
    idempotent: true,
    changes: ['account'],
  },
  cancelAtDesk: {
    method: 'POST',
    path: '/foh/bookings/{bookingId}/cancel',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
  },
  followUps: {
    method: 'GET',
    path: '/foh/follow-ups',
    reads: ['attendance', 'bookings'],
  },
  finishFollowUp: {
    method: 'POST',
    path: '/foh/follow-ups/{followUpId}/done',
    idempotent: true,
    changes: ['attendance', 'bookings'],
  },
  search: {
    method: 'GET',
    path: '/foh/orders',
    reads: ['bookings'],
  },
  refundAtDesk: {
    method: 'POST',
    path: '/foh/bookings/{bookingId}/refund',
    idempotent: true,
    changes: ['account', 'attendance', 'bookings', 'session', 'tills'],
  },
  voidOrder: {
    method: 'POST',
    path: '/foh/orders/{completeOrderId}/void',
    idempotent: true,
    changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
  },
  takePayment: {
    method: 'POST',
    path: '/foh/bookings/{bookingId}/payment',
    idempotent: true,
    changes: ['attendance', 'bookings', 'tills', 'operator'],
  },
  handOut: {
    method: 'POST',
    path: '/foh/refunds/{refundId}/hand-out',
    idempotent: true,
    changes: ['tills', 'bookings'],
  },
} as unknown as CallsOf<'bookings'>
