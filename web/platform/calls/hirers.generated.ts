// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const hirers = {
  list: {
    method: 'GET',
    path: '/office/hirers',
    reads: ['hirers'],
  },
  one: {
    method: 'GET',
    path: '/office/hirers/{hirerId}',
    reads: ['hirers'],
  },
  places: {
    method: 'GET',
    path: '/office/venues/{venue}/hire-places',
    reads: ['hirers'],
  },
  add: {
    method: 'POST',
    path: '/office/hirers',
    idempotent: true,
    changes: ['hirers'],
  },
  change: {
    method: 'PUT',
    path: '/office/hirers/{hirerId}',
    idempotent: true,
    changes: ['hirers'],
  },
  preview: {
    method: 'POST',
    path: '/office/hires/preview',
  },
  hire: {
    method: 'POST',
    path: '/office/hires',
    idempotent: true,
    changes: ['hirers', 'attendance', 'bookings', 'timetable', 'waitlists'],
  },
  confirm: {
    method: 'POST',
    path: '/office/hires/{hireId}/confirm',
    idempotent: true,
    changes: ['hirers'],
  },
  leaveOut: {
    method: 'POST',
    path: '/office/hires/{hireId}/exceptions',
    idempotent: true,
    changes: ['hirers', 'attendance', 'bookings', 'timetable', 'waitlists'],
  },
  end: {
    method: 'POST',
    path: '/office/hires/{hireId}/end',
    idempotent: true,
    changes: ['hirers', 'attendance', 'bookings', 'timetable', 'waitlists'],
  },
  changeInvoicing: {
    method: 'PUT',
    path: '/office/hires/{hireId}/invoicing',
    idempotent: true,
    changes: ['hirers'],
  },
  invoices: {
    method: 'GET',
    path: '/office/invoices',
    reads: ['hirers'],
  },
  invoice: {
    method: 'POST',
    path: '/office/hires/{hireId}/invoices',
    idempotent: true,
    changes: ['hirers'],
  },
  pay: {
    method: 'POST',
    path: '/office/invoices/{invoiceId}/paid',
    idempotent: true,
    changes: ['hirers', 'tills', 'reports'],
  },
  send: {
    method: 'POST',
    path: '/office/invoices/{invoiceId}/send',
    idempotent: true,
  },
  ofLink: {
    method: 'GET',
    path: '/hirer-link',
  },
} as unknown as CallsOf<'hirers'>
