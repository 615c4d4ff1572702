// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const office = {
  venue: {
    method: 'GET',
    path: '/office/venues/{venue}',
    reads: ['catalogue', 'session'],
  },
  changeVenue: {
    method: 'PATCH',
    path: '/office/venues/{venue}',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
  activities: {
    method: 'GET',
    path: '/office/venues/{venue}/activities',
    reads: ['catalogue', 'session'],
  },
  activity: {
    method: 'GET',
    path: '/office/activities/{activityId}',
    reads: ['catalogue', 'session'],
  },
  changeActivity: {
    method: 'PATCH',
    path: '/office/activities/{activityId}',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
  differences: {
    method: 'GET',
    path: '/office/differences',
    reads: ['catalogue', 'session'],
  },
  liftedClosures: {
    method: 'GET',
    path: '/office/lifted-closures',
    reads: ['catalogue', 'timetable', 'session'],
  },
  importFiles: {
    method: 'POST',
    path: '/office/imports',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'session', 'timetable', 'waitlists'],
  },
  catalogue: {
    method: 'GET',
    path: '/office/catalogue',
    reads: ['catalogue', 'operator', 'session'],
  },
  changeCatalogue: {
    method: 'POST',
    path: '/office/catalogue/changes',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'operator', 'session', 'timetable', 'waitlists'],
  },
  takeFilesValue: {
    method: 'POST',
    path: '/office/overrides/{overrideId}/take',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
  keepValue: {
    method: 'POST',
    path: '/office/overrides/{overrideId}/keep',
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  },
} as unknown as CallsOf<'office'>
