// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const drafts = {
  list: {
    method: 'GET',
    path: '/office/drafts',
    reads: ['drafts', 'session'],
  },
  one: {
    method: 'GET',
    path: '/office/drafts/{draftId}',
    reads: ['drafts', 'session'],
  },
  add: {
    method: 'POST',
    path: '/office/drafts',
    idempotent: true,
    changes: ['drafts'],
  },
  change: {
    method: 'PATCH',
    path: '/office/drafts/{draftId}',
    idempotent: true,
    changes: ['drafts'],
  },
  discard: {
    method: 'DELETE',
    path: '/office/drafts/{draftId}',
    idempotent: true,
    changes: ['drafts'],
  },
  addEdits: {
    method: 'POST',
    path: '/office/drafts/{draftId}/edits',
    idempotent: true,
    changes: ['drafts'],
  },
  changeEdit: {
    method: 'PUT',
    path: '/office/drafts/{draftId}/edits/{editId}',
    idempotent: true,
    changes: ['drafts'],
  },
  strikeEdit: {
    method: 'DELETE',
    path: '/office/drafts/{draftId}/edits/{editId}',
    idempotent: true,
    changes: ['drafts'],
  },
  preview: {
    method: 'POST',
    path: '/office/drafts/{draftId}/preview',
  },
  publish: {
    method: 'POST',
    path: '/office/drafts/{draftId}/publish',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'drafts', 'operator', 'session', 'timetable', 'waitlists'],
  },
  approve: {
    method: 'POST',
    path: '/office/drafts/{draftId}/approve',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'drafts', 'operator', 'session', 'timetable', 'waitlists'],
  },
  unschedule: {
    method: 'DELETE',
    path: '/office/drafts/{draftId}/schedule',
    idempotent: true,
    changes: ['drafts'],
  },
  publications: {
    method: 'GET',
    path: '/office/publications',
    reads: ['drafts', 'session'],
  },
  previewUndo: {
    method: 'POST',
    path: '/office/publications/{publicationId}/undo/preview',
  },
  undo: {
    method: 'POST',
    path: '/office/publications/{publicationId}/undo',
    idempotent: true,
    changes: ['attendance', 'bookings', 'catalogue', 'drafts', 'operator', 'session', 'timetable', 'waitlists'],
  },
} as unknown as CallsOf<'drafts'>
