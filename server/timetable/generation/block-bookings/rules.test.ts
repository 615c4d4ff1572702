import { describe, expect, test } from 'vitest'
import { planOccurrences } from '#server/timetable/generation/rules.ts'
import {
  now,
  badminton,
  weekly,
  programme,
  block,
  carriedOut,
  plan,
  emptyPlan,
} from '#test/fixtures/programmes.ts'

describe('block bookings', () => {
  test('take their places of each occurrence in their hours', () => {
    const made = plan(
      programme({
        blocks: [
          block({ weekdays: [1, 3], startTime: '18:00', untilTime: '18:01' }),
          block({ id: 32, startTime: '18:01' }),
        ],
      }),
    )
    expect(made.add.map(({ blockBookingHolds }) => blockBookingHolds.map(({ places }) => places))).toEqual([
      [4],
      [],
      [4],
      [],
      [],
      [],
      [],
    ])
  })

  test('take no more than there is, one after the other', () => {
    const blocks = [
      block({ places: 7 }),
      block({ id: 32, places: null, deskOnly: true }),
      block({ id: 33, places: 1 }),
    ]
    const [first] = plan(programme({ blocks })).add
    expect(first!.blockBookingHolds).toEqual([
      { blockId: 31, places: 7, deskOnly: false },
      { blockId: 32, places: 3, deskOnly: true },
    ])
  })

  test('that come or go are let or freed on the occurrences that stand', () => {
    const existing = carriedOut(plan(programme({ blocks: [block()] })))
    const other = plan(programme({ blocks: [block({ id: 32, places: 3 })] }), existing)
    expect(other.free).toHaveLength(7)
    expect(other.blockBookingHolds.map(({ blockId, places }) => [blockId, places])).toEqual(
      Array.from({ length: 7 }, () => [32, 3]),
    )
  })

  test('of overlapping courts are given the floor once', () => {
    const spaces = new Map([[101, [1]]])
    const hour = weekly({ id: 20, activityId: 2, locationIds: [101] })
    const short = weekly({
      id: 21,
      activityId: 3,
      locationIds: [101],
      startTime: '18:20',
      durationMinutes: 40,
    })
    const activities = [badminton, { ...badminton, id: 3, slug: 'badminton-40min' }]
    const blocks = [block({ activityId: 2, places: null }), block({ id: 32, activityId: 3, places: null })]
    const of = programme({ activities, series: [hour, short], blocks, spaces })
    const made = plan(of)
    expect(made.add.map(({ blockBookingHolds }) => blockBookingHolds.length)).toEqual([1, 0])
    // A court without a block booking leaves the floor to the one that has it.
    const onlyShort = programme({ activities, series: [hour, short], blocks: blocks.slice(1), spaces })
    expect(plan(onlyShort).add.map(({ blockBookingHolds }) => blockBookingHolds.length)).toEqual([0, 1])
    const floor = [{ spaceId: 1, from: made.add[0]!.startsAt, to: made.add[0]!.endsAt }]
    expect(planOccurrences(of, carriedOut(made), floor, now)).toEqual(emptyPlan)
  })
})
