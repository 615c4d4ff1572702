// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const timetable = {
  days: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/days',
    personalCalls: true,
    reads: ['timetable'],
  },
  times: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/times',
    personalCalls: true,
    reads: ['timetable'],
  },
  timesV2: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/times',
    personalCalls: true,
    reads: ['timetable'],
  },
  slots: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/slots',
    personalCalls: true,
    reads: ['timetable'],
  },
  slotsV2: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/slots',
    personalCalls: true,
    reads: ['timetable'],
  },
  classes: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/timetable',
    personalCalls: true,
    reads: ['timetable'],
  },
  classesV2: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/timetable',
    personalCalls: true,
    reads: ['timetable'],
  },
  classById: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/timetable/{id}',
    personalCalls: true,
    reads: ['timetable'],
  },
  classByIdV2: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/timetable/{id}',
    personalCalls: true,
    reads: ['timetable'],
  },
  tickets: {
    method: 'GET',
    path: '/activities/venue/{venue}/activity-category/{category}/activity/{activity}/tickets',
    personalCalls: true,
    reads: ['timetable'],
  },
  occurrence: {
    method: 'GET',
    path: '/v1/activities/occurrences/{id}',
    personalCalls: true,
    reads: ['timetable'],
  },
  household: {
    method: 'GET',
    path: '/v1/activities/occurrences/{id}/household',
    personalCalls: true,
    reads: ['timetable', 'account'],
  },
} as unknown as CallsOf<'timetable'>
