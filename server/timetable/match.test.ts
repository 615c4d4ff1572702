import { describe, expect, it } from 'vitest'
import { differs, matched, withoutDuplicates } from './match.ts'
import type { Plan } from './match.ts'
import type { Activity, DesiredOccurrence } from './programme.ts'
import type { ExistingOccurrence } from './sql/occurrences.ts'

const desired = (more: Partial<DesiredOccurrence> = {}): DesiredOccurrence => ({
  seriesId: 11,
  slug: null,
  activityId: 1,
  locationId: 101,
  name: 'Yoga',
  description: null,
  startsAt: 1000,
  endsAt: 2000,
  localDate: '2027-03-01',
  startMinutes: 1080,
  compositeKey: '0badcafe',
  capacity: 10,
  band: '',
  instructorIds: [7],
  tagIds: [8],
  ...more,
})
const existing = (more: Partial<ExistingOccurrence> = {}): ExistingOccurrence => {
  const { startMinutes, ...rest } = desired()
  expect(startMinutes).toBe(1080)
  return {
    ...rest,
    id: 4711,
    plannedStartsAt: null,
    plannedLocationId: null,
    plannedName: null,
    plannedInstructorIds: null,
    staffCapacity: null,
    plannedCapacity: null,
    placesTaken: 0,
    status: 'scheduled',
    ofPeople: 0,
    confirmed: 0,
    offered: 0,
    blocks: [],
    ...more,
  }
}

describe('an occurrence differs', () => {
  it.each([
    [{}, false],
    [{ seriesId: 12 }, true],
    [{ name: 'Flow' }, true],
    [{ description: 'Slow.' }, true],
    [{ capacity: 11 }, true],
    [{ band: 'peak' }, true],
    [{ compositeKey: '0' }, true],
    [{ instructorIds: [9] }, true],
    [{ instructorIds: [7, 9] }, true],
    [{ instructorIds: [] }, true],
    [{ tagIds: [9] }, true],
    [{ startsAt: 1500 }, true],
    [{ endsAt: 2500 }, true],
    [{ locationId: 102 }, true],
    [{ plannedCapacity: 8 }, true],
  ])('by %j: %s', (more, does) => {
    expect(differs({ ...desired(), plannedCapacity: null, ...more }, existing())).toBe(does)
  })
})

describe('which occurrence is the one that is wanted', () => {
  const pairsOf = (wanted: DesiredOccurrence[], before: ExistingOccurrence[]) => {
    const { pairs, leftOver } = matched(wanted, before)
    return [pairs.map(({ occurrence }) => occurrence?.id), leftOver.map(({ id }) => id)]
  }

  it('is that of the same series, place and start', () => {
    expect(pairsOf([desired()], [existing()])).toEqual([[4711], []])
    for (const more of [{ locationId: 102 }, { startsAt: 1500 }])
      expect(pairsOf([desired(more)], [existing()])).toEqual([[undefined], [4711]])
  })

  it('is one alone', () => {
    expect(pairsOf([desired(), desired()], [existing()])).toEqual([[4711, undefined], []])
  })

  it('is that of another series with the same activity, place, start and name', () => {
    const rewritten = desired({ seriesId: 12 })
    expect(pairsOf([rewritten], [existing()])).toEqual([[4711], []])
    for (const more of [{ activityId: 2 }, { locationId: 102 }, { startsAt: 1500 }, { name: 'Flow' }])
      expect(pairsOf([{ ...rewritten, ...more }], [existing()])).toEqual([[undefined], [4711]])
    // Its own series comes first.
    expect(pairsOf([rewritten, desired()], [existing(), existing({ id: 4712, seriesId: 13 })])).toEqual([
      [4712, 4711],
      [],
    ])
    expect(pairsOf([rewritten, desired({ seriesId: 14 })], [existing()])).toEqual([[4711, undefined], []])
    expect(pairsOf([desired()], [existing(), existing({ id: 4712, seriesId: 13 })])).toEqual([[4711], [4712]])
  })

  it('is the one-off of the same name, wherever and whenever it stands', () => {
    const gala = { slug: 'gala', seriesId: null }
    expect(pairsOf([desired({ ...gala, startsAt: 9000, locationId: 102 })], [existing(gala)])).toEqual([
      [4711],
      [],
    ])
    expect(pairsOf([desired(gala)], [existing({ ...gala, slug: 'fair' })])).toEqual([[undefined], [4711]])
    expect(pairsOf([desired(gala)], [existing()])).toEqual([[undefined], [4711]])
    expect(pairsOf([desired()], [existing(gala)])).toEqual([[undefined], [4711]])
  })

  it('is where it was planned, though staff have moved it, and stays as they have it', () => {
    const moved = existing({
      startsAt: 5000,
      endsAt: 6000,
      locationId: 105,
      name: 'Yoga outside',
      plannedStartsAt: 1000,
      plannedLocationId: 101,
      plannedName: 'Yoga',
    })
    for (const seriesId of [11, 12]) {
      const { pairs, leftOver } = matched([desired({ seriesId, capacity: 12 })], [moved])
      expect(pairs[0]).toMatchObject({
        occurrence: { id: 4711 },
        desired: { startsAt: 5000, endsAt: 6000, locationId: 105, name: 'Yoga outside', capacity: 12 },
      })
      expect(leftOver).toEqual([])
    }
  })
})

it('a court is let once at a time', () => {
  const activities = new Map([
    [1, { kind: 'classes' } as Activity],
    [2, { kind: 'courts' } as Activity],
  ])
  const plan: Plan = {
    add: [],
    change: [],
    withdraw: [],
    cancel: [],
    blockBookingHolds: [],
    resize: [],
    free: [],
    refused: [],
    retainedSessions: [],
  }
  const court = desired({ activityId: 2 })
  const wanted = [
    court,
    desired({ activityId: 2, seriesId: 12 }),
    desired({ activityId: 2, locationId: 102 }),
    desired({ activityId: 2, startsAt: 1500 }),
    desired(),
    desired(),
  ]
  expect(withoutDuplicates(wanted, activities, plan)).toEqual([court, ...wanted.slice(2)])
  expect(plan.refused).toEqual([{ wanted: wanted[1], why: 'there_already' }])
})
