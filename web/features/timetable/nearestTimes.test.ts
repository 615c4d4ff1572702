import { describe, expect, it } from 'vitest'
import type { BookableSlot } from '#contract/bookables.ts'
import { nearestTimes } from './nearestTimes.ts'

const now = new Date('2027-03-04T09:00:00Z')

const slot = (id: number, hour: number, status: 'BOOK' | 'FULL' = 'BOOK') =>
  ({
    id,
    name: 'Badminton',
    compositeKey: String(hour),
    date: { raw: '2027-03-04', tz: 'Europe/London' },
    duration: '60min',
    timestamp: Date.parse(`2027-03-04T${hour}:00:00Z`) / 1000,
    startsAt: { format24Hour: `${hour}:00` },
    endsAt: { format24Hour: `${hour + 1}:00` },
    spaces: 1,
    capacity: 1,
    actionToShow: { status, availableAt: null, waitlistId: null, otherActions: [] },
  }) as unknown as BookableSlot

describe('in place of a full time', () => {
  it('come the nearest that can be booked, each time once', () => {
    const full = slot(1, 18, 'FULL')
    const items = [slot(2, 10), slot(3, 16), full, slot(4, 18), slot(5, 19, 'FULL'), slot(6, 20), slot(7, 20)]
    expect(nearestTimes(items, full, now).map(({ id }) => id)).toEqual([3, 4, 6])
    expect(nearestTimes([full, slot(5, 19, 'FULL')], full, now)).toEqual([])
  })
})
