// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const reports = {
  read: {
    method: 'GET',
    path: '/office/reports/{report}',
    reads: ['bookings', 'tills'],
  },
  file: {
    method: 'POST',
    path: '/office/reports/{report}/file',
  },
  files: {
    method: 'GET',
    path: '/office/reports/{report}/files',
    reads: ['reports'],
  },
  makeFile: {
    method: 'POST',
    path: '/office/reports/{report}/files',
    idempotent: true,
    changes: ['reports'],
  },
  openFile: {
    method: 'POST',
    path: '/office/report-files/{fileId}/open',
  },
  schedules: {
    method: 'GET',
    path: '/office/report-schedules',
    reads: ['reports'],
  },
  schedule: {
    method: 'POST',
    path: '/office/report-schedules',
    idempotent: true,
    changes: ['reports'],
  },
  endSchedule: {
    method: 'DELETE',
    path: '/office/report-schedules/{scheduleId}',
    changes: ['reports'],
  },
} as unknown as CallsOf<'reports'>
