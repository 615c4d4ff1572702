import { expect, it } from 'vitest'
import type { Bookable } from './availability.ts'
import { runsOfFullTimes } from './fullTimes.ts'

const now = new Date('2027-03-01T09:00:00Z')

const court = (start: number, status: 'BOOK' | 'JOIN_WAITLIST'): Bookable =>
  ({
    date: '2027-03-04',
    timestamp: Date.UTC(2027, 2, 4, start) / 1000,
    duration: '60min',
    startsAt: { format24Hour: `${start}:00` },
    endsAt: { format24Hour: `${start + 1}:00` },
    spaces: status === 'BOOK' ? 1 : 0,
    capacity: 1,
    waitlistLength: 0,
    actionToShow: { status, waitlistId: null, otherActions: [], availableAt: null },
  }) as unknown as Bookable

it('C08: times at which every court is taken, in runs that a bookable time ends', () => {
  const items = [
    court(18, 'JOIN_WAITLIST'),
    court(17, 'JOIN_WAITLIST'),
    court(17, 'BOOK'),
    court(18, 'JOIN_WAITLIST'),
    court(19, 'JOIN_WAITLIST'),
    court(20, 'BOOK'),
    court(21, 'JOIN_WAITLIST'),
  ]
  expect(runsOfFullTimes(items, now)).toEqual([
    [
      { from: '18:00', to: '19:00', end: '19:00' },
      { from: '19:00', to: '20:00', end: '20:00' },
    ],
    [{ from: '21:00', to: '22:00', end: '22:00' }],
  ])
})

it('C08: a time that lasts past midnight is asked for until 23:59, and named with its end', () => {
  const late = {
    ...court(23, 'JOIN_WAITLIST'),
    duration: '180min',
    endsAt: { format24Hour: '23:59' },
  } as Bookable
  expect(runsOfFullTimes([late], now)).toEqual([[{ from: '23:00', to: '23:59', end: '02:00 (Fri)' }]])
})
