import { describe, expect, test } from 'vitest'
import {
  badminton,
  block,
  carriedOut,
  emptyPlan,
  now,
  plan,
  programme,
  weekly,
} from '#test/fixtures/programmes.ts'
import { planOccurrences } from './plan.ts'

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

  test('that ask for other places have those on the occurrences that stand', () => {
    const current = (more: object = {}) => carriedOut(plan(programme({ blocks: [block(more)] })))
    const resized = (more: object, existing = current()) => {
      const made = plan(programme({ blocks: [block(more)] }), existing)
      expect({ ...made, resize: [] }).toEqual(emptyPlan)
      return made.resize.map(({ occurrenceId, holdId, endsAt, ...to }) => {
        expect(existing).toContainEqual(expect.objectContaining({ id: occurrenceId, endsAt }))
        expect(holdId).toBeGreaterThanOrEqual(5000)
        return to
      })
    }
    const seven = (places: number, deskOnly = false) =>
      Array.from({ length: 7 }, () => ({ places, deskOnly }))
    expect(resized({})).toEqual([])
    expect(resized({ places: 6 })).toEqual(seven(6))
    expect(resized({ places: 3 })).toEqual(seven(3))
    expect(resized({ deskOnly: true })).toEqual(seven(4, true))
    // As many as there are.
    expect(resized({ places: 12 })).toEqual(seven(10))
    expect(resized({ places: null })).toEqual(seven(10))
    const sold = current().map((one) => ({ ...one, ofPeople: 5, confirmed: 9, placesTaken: 9 }))
    expect(resized({ places: 6 }, sold)).toEqual(seven(5))
    expect(resized({ places: null }, current({ places: null }))).toEqual([])
  })

  test('that grow leave to others what is left', () => {
    const before = carriedOut(plan(programme({ blocks: [block()] })))
    const made = plan(programme({ blocks: [block({ places: 8 }), block({ id: 32, places: 4 })] }), before)
    expect(made.resize.map(({ places }) => places)).toEqual(Array.from({ length: 7 }, () => 8))
    expect(made.blockBookingHolds.map(({ places }) => places)).toEqual(Array.from({ length: 7 }, () => 2))
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

describe('a court that is let', () => {
  const spaces = new Map([
    [101, [1]],
    [102, [2]],
    [110, [1, 2]],
  ])
  const match = {
    slug: 'match',
    activityId: 2,
    locationId: 101,
    name: 'Match',
    description: null,
    date: '2027-03-01',
    startTime: '18:00',
    durationMinutes: 60,
    capacity: 1,
    band: '',
    instructorIds: [],
    tagIds: [],
  }
  const of = (change: object, blocks = [block({ activityId: 2, places: null })]) =>
    programme({ series: [], oneOffs: [{ ...match, ...change }], blocks, spaces })
  const existing = carriedOut(plan(of({})))
  const floor = (spaceId: number, from: string, to: string) => ({
    spaceId,
    from: Date.parse(`2027-03-01T${from}:00Z`),
    to: Date.parse(`2027-03-01T${to}:00Z`),
  })
  const own = floor(1, '18:00', '19:00')

  test.each([
    ['longer', { durationMinutes: 90 }, floor(1, '19:30', '20:00'), floor(1, '19:29', '20:00')],
    ['shorter', { durationMinutes: 30 }, floor(1, '19:00', '20:00'), null],
    ['earlier', { startTime: '17:30' }, floor(1, '17:00', '17:30'), floor(1, '17:00', '17:31')],
    ['much later', { startTime: '20:00' }, floor(1, '19:00', '20:00'), floor(1, '20:30', '21:00')],
    ['much earlier', { startTime: '16:00' }, floor(1, '17:00', '18:00'), floor(1, '15:00', '16:30')],
    ['larger', { locationId: 110 }, floor(2, '19:00', '20:00'), floor(2, '18:30', '19:30')],
    ['elsewhere', { locationId: 102 }, floor(2, '19:00', '20:00'), floor(2, '18:00', '19:00')],
  ])('may be %s where no other has the floor', (_, change, beside, taken) => {
    const changed = planOccurrences(of(change), existing, [own, beside], now)
    expect(changed).toMatchObject({ change: [{ id: existing[0]!.id }], free: [], refused: [] })
    if (taken === null) return
    const refused = planOccurrences(of(change), existing, [own, taken], now)
    expect(refused).toMatchObject({ change: [], free: [], refused: [{ why: 'floor_taken' }] })
    // Once it is let no more, it stands on no floor.
    const free = planOccurrences(of(change, []), existing, [own, taken], now)
    expect(free).toMatchObject({
      change: [{}],
      free: [{ holdId: existing[0]!.blocks[0]!.holdId }],
      refused: [],
    })
  })

  test.each([
    ['by another', existing, block({ id: 32, activityId: 2, places: null })],
    ['for the first time', carriedOut(plan(of({}, []))), block({ activityId: 2, places: null })],
  ])('is let %s where it goes only if the floor is free there', (_, before, lets) => {
    const taken = floor(1, '19:29', '20:00')
    const changed = planOccurrences(of({ durationMinutes: 90 }, [lets]), before, [own, taken], now)
    expect(changed).toMatchObject({ change: [{ id: before[0]!.id }], blockBookingHolds: [], refused: [] })
  })

  test('leaves the floor it moves to to no other', () => {
    const other = { ...match, slug: 'other', startTime: '19:00' }
    const both = { ...of({}), oneOffs: [{ ...match, durationMinutes: 90 }, other] }
    const made = planOccurrences(both, existing, [own], now)
    expect(made).toMatchObject({ change: [{}], add: [{ slug: 'other', blockBookingHolds: [] }] })
  })
})
