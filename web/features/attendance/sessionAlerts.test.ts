import { expect, test } from 'vitest'
import type { DeskSession } from '#contract/attendance.ts'
import { alertsOf } from './sessionAlerts.ts'

const now = Date.parse('2027-03-04T16:00:00Z')

const aSession = (more: Partial<DeskSession>): DeskSession =>
  ({
    kind: 'classes',
    cancelled: false,
    begins: '2027-03-04T17:30:00Z',
    capacity: 10,
    booked: 5,
    attended: 0,
    absent: 0,
    held: 0,
    waiting: 0,
    blocks: [],
    instructors: ['Asha Brightwell'],
    floorInUse: false,
    ...more,
  }) as DeskSession

const kinds = (more: Partial<DeskSession>) => alertsOf([aSession(more)], now).map(({ kind }) => kind)

test('a class needs an instructor two hours before it starts, and three bookings three hours before', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ instructors: [] })).toEqual(['no_instructor'])
  expect(kinds({ instructors: [], begins: '2027-03-04T18:01:00Z' })).toEqual([])
  expect(kinds({ booked: 2 })).toEqual(['few_booked'])
  expect(kinds({ booked: 2, begins: '2027-03-04T19:01:00Z' })).toEqual([])
  const hired = [{ note: 'A club', places: 10, deskOnly: false }]
  expect(kinds({ booked: 0, blocks: hired })).toEqual([])
})

test('a waitlist with free places is said, and nothing of what is off, has begun or is no class', () => {
  expect(kinds({ waiting: 2 })).toEqual(['places_for_waitlist'])
  expect(kinds({ waiting: 2, held: 5 })).toEqual([])
  expect(kinds({ waiting: 2, cancelled: true })).toEqual([])
  expect(kinds({ instructors: [], begins: '2027-03-04T15:59:00Z' })).toEqual([])
  expect(kinds({ kind: 'courts', instructors: [], booked: 0, capacity: 1 })).toEqual([])
})
