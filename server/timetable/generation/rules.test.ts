import { describe, expect, test } from 'vitest'
import { compositeKey, startsOf } from '#server/timetable/programme/rules.ts'
import type { Activity, BlockBooking, Programme, Series } from '#server/timetable/programme/rules.ts'
import { planOccurrences } from './rules.ts'
import type { Plan } from '#server/timetable/generation/matching/rules.ts'
import type { ExistingOccurrence } from '#server/timetable/generation/matching/rules.ts'

const now = new Date('2027-03-01T06:00:00Z')

const yoga: Activity = {
  id: 1,
  slug: 'yoga',
  name: 'Yoga',
  kind: 'classes',
  description: 'Bring a mat.',
  daysAhead: 6,
}
const badminton: Activity = {
  id: 2,
  slug: 'badminton',
  name: 'Badminton',
  kind: 'courts',
  description: null,
  daysAhead: 0,
}

const weekly = (more: Partial<Series> = {}): Series => ({
  id: 11,
  activityId: yoga.id,
  name: null,
  description: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '18:00:00',
  durationMinutes: 60,
  untilTime: null,
  stepMinutes: null,
  capacity: 10,
  validFrom: null,
  validUntil: null,
  band: '',
  instructorIds: [],
  tagIds: [],
  locationIds: [101],
  ...more,
})

const programme = (more: Partial<Programme> = {}): Programme => ({
  venue: { slug: 'demo-centre', zone: 'Europe/London' },
  activities: [yoga, badminton],
  series: [weekly()],
  oneOffs: null,
  closures: [],
  blocks: [],
  spaces: new Map(),
  ...more,
})

const block = (more: Partial<BlockBooking> = {}): BlockBooking => ({
  id: 31,
  activityId: yoga.id,
  locationId: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '00:00:00',
  untilTime: '24:00:00',
  validFrom: null,
  validUntil: null,
  places: 4,
  deskOnly: false,
  ...more,
})

/** What would stand if the plan were carried out. */
const carriedOut = (plan: Plan): ExistingOccurrence[] =>
  plan.add.map(({ blockBookingHolds, ...occurrence }, index) => ({
    ...occurrence,
    id: 1000 + index,
    plannedStartsAt: null,
    plannedLocationId: null,
    plannedName: null,
    placesTaken: blockBookingHolds.reduce((sum, { places }) => sum + places, 0),
    ofPeople: 0,
    offered: 0,
    confirmed: blockBookingHolds
      .filter(({ deskOnly }) => !deskOnly)
      .reduce((sum, { places }) => sum + places, 0),
    blocks: blockBookingHolds.map(({ blockId }) => ({ blockId, holdId: 5000 + index })),
  }))

const plan = (of: Programme, existing: readonly ExistingOccurrence[] = [], at = now) =>
  planOccurrences(of, existing, [], at)
const instants = (made: Plan) => made.add.map(({ startsAt }) => new Date(startsAt).toISOString())
const nothing = {
  add: [],
  change: [],
  withdraw: [],
  cancel: [],
  blockBookingHolds: [],
  free: [],
  refused: [],
}

describe('what recurs', () => {
  test('is made for today and as many days ahead as the activity looks', () => {
    const made = plan(programme())
    expect(made.add.map(({ localDate }) => localDate)).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-03-03',
      '2027-03-04',
      '2027-03-05',
      '2027-03-06',
      '2027-03-07',
    ])
  })

  test('keeps its hour on the wall over the change to summer time (28 Mar 2027)', () => {
    const at = new Date('2027-03-27T06:00:00Z')
    const made = plan(programme({ series: [weekly({ weekdays: [6, 7, 1] })] }), [], at)
    expect(instants(made)).toEqual([
      '2027-03-27T18:00:00.000Z',
      '2027-03-28T17:00:00.000Z',
      '2027-03-29T17:00:00.000Z',
    ])
  })

  test('and over the change back (31 Oct 2027)', () => {
    const at = new Date('2027-10-30T06:00:00Z')
    const made = plan(programme({ series: [weekly({ weekdays: [6, 7, 1] })] }), [], at)
    expect(instants(made)).toEqual([
      '2027-10-30T17:00:00.000Z',
      '2027-10-31T18:00:00.000Z',
      '2027-11-01T18:00:00.000Z',
    ])
  })

  test('comes once in the hour that is left out, and once in the hour that comes twice', () => {
    const night = weekly({ weekdays: [7], startTime: '00:00', untilTime: '04:00', stepMinutes: 60 })
    const spring = plan(programme({ series: [night] }), [], new Date('2027-03-28T00:00:00Z'))
    expect(instants(spring)).toEqual([
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-28T02:00:00.000Z',
    ])
    const autumn = plan(programme({ series: [night] }), [], new Date('2027-10-30T23:30:00Z'))
    expect(instants(autumn)).toEqual([
      '2027-10-30T23:00:00.000Z',
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T02:00:00.000Z',
      '2027-10-31T03:00:00.000Z',
    ])
  })

  test('lasts as long as it says, even across a clock change', () => {
    const night = weekly({ startTime: '00:30', durationMinutes: 120, weekdays: [7] })
    const [occurrence] = plan(programme({ series: [night] }), [], new Date('2027-03-27T12:00:00Z')).add
    expect((occurrence!.endsAt - occurrence!.startsAt) / 60_000).toBe(120)
  })

  test('begins and ends on the days it says', () => {
    const made = plan(programme({ series: [weekly({ validFrom: '2027-03-03', validUntil: '2027-03-04' })] }))
    expect(made.add.map(({ localDate }) => localDate)).toEqual(['2027-03-03', '2027-03-04'])
  })

  test('makes a row of occurrences, the last of which ends in time', () => {
    const row = (untilTime: string, stepMinutes: number | null, durationMinutes: number) =>
      startsOf({ startTime: '09:00:00', untilTime, stepMinutes, durationMinutes })
    expect(row('12:00:00', null, 60)).toEqual(['09:00', '10:00', '11:00'])
    expect(row('11:00:00', 40, 40)).toEqual(['09:00', '09:40', '10:20'])
    expect(row('10:59:00', 40, 40)).toEqual(['09:00', '09:40'])
    expect(row('10:30:00', 30, 60)).toEqual(['09:00', '09:30'])
    expect(
      startsOf({ startTime: '22:00', untilTime: '24:00', stepMinutes: 60, durationMinutes: 60 }),
    ).toEqual(['22:00', '23:00'])
  })

  test('planned again changes nothing', () => {
    const all = programme({
      series: [
        weekly(),
        weekly({ id: 12, activityId: 2, untilTime: '22:00', stepMinutes: 60, locationIds: [102, 103] }),
      ],
      blocks: [block(), block({ id: 32, activityId: 2, places: null })],
      spaces: new Map([
        [102, [1]],
        [103, [2]],
      ]),
    })
    const first = plan(all)
    expect(first.add.length).toBeGreaterThan(7)
    expect(plan(all, carriedOut(first))).toEqual(nothing)
  })
})

describe('the composite key', () => {
  test('is the same for all courts of an hour and differs between hours, days, activities and venues', () => {
    const courts = weekly({ activityId: 2, untilTime: '20:00', stepMinutes: 60, locationIds: [101, 102] })
    const keys = plan(programme({ series: [courts] })).add.map(({ compositeKey: key }) => key)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(2)
    expect(keys.every((key) => /^[0-9a-f]{8}$/.test(key))).toBe(true)
    expect(
      new Set(['a/b/2027-03-01/18:00', 'a/b/2027-03-01/18:01', 'a/c/2027-03-01/18:00'].map(compositeKey))
        .size,
    ).toBe(3)
  })
})

describe('a line of the timetable that is rewritten', () => {
  const old = carriedOut(plan(programme()))

  test('takes over the occurrences that the old one made', () => {
    const made = plan(programme({ series: [weekly({ id: 99, capacity: 12 })] }), old)
    expect(made).toMatchObject({ add: [], withdraw: [] })
    expect(made.change).toHaveLength(7)
    expect(made.change[0]).toMatchObject({ id: old[0]!.id, seriesId: 99, capacity: 12 })
  })

  test('never shrinks an occurrence below the places taken', () => {
    const booked = old.map((occurrence) => ({ ...occurrence, placesTaken: 6, ofPeople: 6, confirmed: 6 }))
    const made = plan(programme({ series: [weekly({ capacity: 5 })] }), booked)
    expect(made.change.every(({ capacity }) => capacity === 6)).toBe(true)
  })

  test('at another hour makes new occurrences and withdraws the free ones, not the booked', () => {
    const existing = [{ ...old[0]!, ofPeople: 1, placesTaken: 1, confirmed: 1 }, ...old.slice(1)]
    const made = plan(programme({ series: [weekly({ startTime: '19:30' })] }), existing)
    expect(made.withdraw.map(({ id }) => id)).toEqual(old.slice(1).map(({ id }) => id))
    expect(made.add).toHaveLength(7)
  })

  test('that is longer now leaves booked occurrences as they were, and says so', () => {
    const existing = [{ ...old[0]!, ofPeople: 1, placesTaken: 1, confirmed: 1 }, ...old.slice(1)]
    const made = plan(programme({ series: [weekly({ durationMinutes: 90 })] }), existing)
    expect(made.refused.map(({ why }) => why)).toEqual(['booked_as_it_was'])
    expect(made.change).toHaveLength(6)
  })

  test('gone altogether withdraws what is to come and leaves what has begun', () => {
    const later = new Date('2027-03-01T18:10:00Z')
    const made = plan(programme({ series: [] }), old, later)
    expect(made.withdraw).toHaveLength(6)
    expect(made.withdraw.some(({ id }) => id === old[0]!.id)).toBe(false)
  })

  test('that comes back brings its withdrawn occurrences back', () => {
    const withdrawn = old.map((occurrence) => ({ ...occurrence, status: 'withdrawn' as const }))
    const made = plan(programme(), withdrawn)
    expect(made.change.map(({ id }) => id)).toEqual(old.map(({ id }) => id))
    expect(made.add).toEqual([])
  })
})

describe('a closure', () => {
  const tuesday = Date.parse('2027-03-02T12:00:00Z')
  const closed = programme({
    closures: [{ locationId: null, startsAt: tuesday, endsAt: tuesday + 12 * 3_600_000 }],
  })

  test('keeps occurrences from being made', () => {
    const made = plan(closed)
    expect(made.add.map(({ localDate }) => localDate)).not.toContain('2027-03-02')
    expect(made.add).toHaveLength(6)
  })

  test('withdraws those that noProfile bought and calls off those that person did', () => {
    const [monday, free, ...rest] = carriedOut(plan(programme()))
    expect(plan(closed, [monday!, free!, ...rest])).toMatchObject({
      withdraw: [{ id: free!.id }],
      cancel: [],
    })
    const bought = { ...free!, placesTaken: 1, ofPeople: 1, confirmed: 1 }
    expect(plan(closed, [monday!, bought, ...rest])).toMatchObject({
      withdraw: [],
      cancel: [{ id: free!.id }],
    })
    const inABasket = { ...free!, placesTaken: 1, ofPeople: 1, confirmed: 0 }
    expect(plan(closed, [monday!, inABasket, ...rest])).toMatchObject({
      withdraw: [{ id: free!.id }],
      cancel: [],
    })
  })

  test('shows an occurrence as called off to those who bought places of it elsewhere', () => {
    const made = plan({ ...closed, blocks: [block({ places: 3 })] })
    expect(made.add.filter(({ status }) => status === 'cancelled').map(({ localDate }) => localDate)).toEqual(
      ['2027-03-02'],
    )
    const deskOnly = plan({ ...closed, blocks: [block({ deskOnly: true })] })
    expect(deskOnly.add).toHaveLength(6)
  })

  test('of a hall closes its courts, and of a court the hall', () => {
    const spaces = new Map([
      [101, [1]],
      [102, [2]],
      [110, [1, 2]],
    ])
    const courts = weekly({ activityId: 2, locationIds: [101, 102, 110] })
    const at = (locationId: number) =>
      plan(
        programme({
          series: [courts],
          spaces,
          closures: [{ locationId, startsAt: now.getTime(), endsAt: now.getTime() + 86_400_000 }],
        }),
      ).add.map((occurrence) => occurrence.locationId)
    expect(at(110)).toEqual([])
    expect(at(101)).toEqual([102])
  })

  test('called off stays called off when the closure is lifted, for people were told', () => {
    const off = carriedOut(plan(programme())).map((occurrence) => ({
      ...occurrence,
      status: 'cancelled' as const,
    }))
    expect(plan(programme(), off)).toEqual(nothing)
  })
})

describe('floor', () => {
  const spaces = new Map([
    [101, [1]],
    [102, [2]],
    [110, [1, 2]],
  ])
  const courts = weekly({
    id: 20,
    activityId: 2,
    startTime: '17:00',
    untilTime: '20:00',
    stepMinutes: 60,
    locationIds: [101, 102],
  })
  const inHall = weekly({ id: 21, locationIds: [110], weekdays: [1] })

  test('that a class stands on is not let as a court', () => {
    const made = plan(programme({ series: [courts, inHall], spaces }))
    const slots = made.add.filter(({ activityId }) => activityId === 2)
    expect(slots.map(({ startMinutes }) => startMinutes / 60)).toEqual([17, 17, 19, 19])
    expect(made.refused).toEqual([])
  })

  test('under a class that comes new is taken back from courts noProfile has', () => {
    const before = carriedOut(plan(programme({ series: [courts], spaces })))
    const made = plan(programme({ series: [courts, inHall], spaces }), before)
    expect(made.withdraw).toHaveLength(2)
    expect(made.add.map(({ seriesId }) => seriesId)).toEqual([21])
  })

  test('that a customer holds keeps a class away', () => {
    const from = Date.parse('2027-03-01T18:00:00Z')
    const held = [{ spaceId: 2, from, to: from + 3_600_000 }]
    const made = planOccurrences(programme({ series: [courts, inHall], spaces }), [], held, now)
    expect(made.refused).toMatchObject([{ why: 'floor_taken', wanted: { seriesId: 21 } }])
    expect(made.add.filter(({ activityId }) => activityId === 2)).toHaveLength(6)
  })

  test('is given to one class only; the other is told of', () => {
    const other = weekly({ id: 22, name: 'Pilates', locationIds: [101], weekdays: [1], startTime: '18:30' })
    const made = plan(programme({ series: [inHall, other], spaces }))
    expect(made.add.map(({ seriesId }) => seriesId)).toEqual([21])
    expect(made.refused.map(({ wanted }) => wanted.name)).toEqual(['Pilates'])
  })

  test('that is shared, as in a pool, bears several occurrences at once', () => {
    const other = weekly({ id: 22, name: 'Aqua fit' })
    expect(plan(programme({ series: [weekly(), other] })).add).toHaveLength(14)
  })

  test('next to the clock change is told apart hour by hour', () => {
    const at = new Date('2027-10-31T00:00:00Z')
    const early = weekly({ id: 21, locationIds: [110], startTime: '00:30', weekdays: [7] })
    const after = weekly({ id: 20, activityId: 2, startTime: '02:00', locationIds: [101], weekdays: [7] })
    const made = plan(programme({ series: [early, after], spaces }), [], at)
    expect(made.add.map(({ seriesId }) => seriesId)).toEqual([21, 20])
  })
})

test('a court that two lines ask for is let once, and said to be there already', () => {
  const line = { activityId: 2, untilTime: '20:00', stepMinutes: 60 }
  const made = plan(
    programme({ series: [weekly({ ...line, id: 20 }), weekly({ ...line, id: 21, startTime: '19:00' })] }),
  )
  expect(made.add.map(({ seriesId }) => seriesId)).toEqual([20, 20])
  expect(made.refused).toMatchObject([{ why: 'there_already', wanted: { seriesId: 21 } }])
})

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
    const floor = [{ spaceId: 1, from: made.add[0]!.startsAt, to: made.add[0]!.endsAt }]
    expect(planOccurrences(of, carriedOut(made), floor, now)).toEqual(nothing)
  })
})

describe('one-off occurrences', () => {
  const gala = {
    slug: 'gala',
    activityId: 1,
    locationId: 101,
    name: 'Gala',
    description: null,
    date: '2027-05-01',
    startTime: '10:00',
    durationMinutes: 120,
    capacity: 50,
    band: '',
    instructorIds: [],
    tagIds: [],
  }
  const withGala = (more: object = {}) => programme({ series: [], oneOffs: [{ ...gala, ...more }] })

  test('are made however far ahead they lie, and not when they are over', () => {
    expect(instants(plan(withGala()))).toEqual(['2027-05-01T09:00:00.000Z'])
    expect(plan(withGala({ date: '2027-02-28' }))).toEqual(nothing)
  })

  test('move while no one has a place, and only then', () => {
    const existing = carriedOut(plan(withGala()))
    const moved = plan(withGala({ date: '2027-05-02' }), existing)
    expect(moved.change).toMatchObject([{ id: existing[0]!.id, localDate: '2027-05-02' }])
    const booked = [{ ...existing[0]!, ofPeople: 1, placesTaken: 1, confirmed: 1 }]
    expect(plan(withGala({ date: '2027-05-02' }), booked)).toMatchObject({
      change: [],
      refused: [{ why: 'booked_as_it_was' }],
    })
  })

  test('are left alone by the job, which does not know the files', () => {
    const existing = carriedOut(plan(withGala()))
    expect(plan(programme({ series: [], oneOffs: null }), existing)).toEqual(nothing)
    expect(plan(programme({ series: [], oneOffs: [] }), existing).withdraw).toHaveLength(1)
  })
})

test('what no file made is not touched', () => {
  const [occurrence] = carriedOut(plan(programme()))
  const ofAnotherHand = { ...occurrence!, seriesId: null, slug: null }
  expect(plan(programme({ series: [] }), [ofAnotherHand])).toEqual(nothing)
})

test('what staff have changed is left where it is, and is not made again where it was planned', () => {
  const existing = carriedOut(plan(programme())).map((one, index) =>
    index > 0
      ? one
      : {
          ...one,
          ofPeople: 1,
          plannedStartsAt: one.startsAt,
          plannedLocationId: one.locationId,
          plannedName: one.name,
          name: 'Yoga for all',
          startsAt: one.startsAt + 3_600_000,
          endsAt: one.endsAt + 3_600_000,
        },
  )
  expect(plan(programme(), existing)).toEqual(nothing)
  const bigger = plan(programme({ series: [weekly({ capacity: 99 })] }), existing)
  expect(bigger.change[0]).toMatchObject({
    name: 'Yoga for all',
    startsAt: existing[0]?.startsAt,
    capacity: 99,
  })
})
