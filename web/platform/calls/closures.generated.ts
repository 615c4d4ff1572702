// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const closures = {
  onDay: {
    method: 'GET',
    path: '/foh/venues/{venue}/closures',
    reads: ['timetable'],
  },
  preview: {
    method: 'POST',
    path: '/office/closures/preview',
  },
  close: {
    method: 'POST',
    path: '/office/closures',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'timetable', 'waitlists'],
  },
  takeBack: {
    method: 'POST',
    path: '/office/closures/{closureId}/undo',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'timetable', 'waitlists'],
  },
  confirm: {
    method: 'POST',
    path: '/office/closures/{closureId}/confirm',
    idempotent: true,
    changes: ['timetable'],
  },
  lift: {
    method: 'POST',
    path: '/office/file-closures/{fileClosureId}/end',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'timetable', 'waitlists'],
  },
  end: {
    method: 'POST',
    path: '/office/closures/{closureId}/end',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'timetable', 'waitlists'],
  },
} as unknown as CallsOf<'closures'>
