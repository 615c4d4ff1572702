import { describe, expect, test } from 'vitest'
import { block, carriedOut, emptyPlan, now, plan, programme, weekly } from '#test/fixtures/programmes.ts'
import { planOccurrences } from './plan.ts'
import type { Programme, Series } from './programme.ts'
import type { ExistingOccurrence } from './sql/occurrences.ts'

/* What stands in the timetable, and what the programme wants now. */

const spaces = new Map([
  [101, [1]],
  [102, [2]],
  [110, [1, 2]],
])
const monday = (more: Partial<Series> = {}) => weekly({ weekdays: [1], ...more })
/** A class in the whole hall on Monday from 18:00 to 19:00. */
const inHall = monday({ id: 21, locationIds: [110] })
/** A court of half the hall, half an hour into the class. */
const court = monday({ id: 20, activityId: 2, startTime: '18:30' })

const withSeries = (...series: Series[]): Programme => programme({ series, spaces })
const existingOf = (of: Programme, more: Partial<ExistingOccurrence> = {}) =>
  carriedOut(plan(of)).map((occurrence) => ({ ...occurrence, ...more }))
const seriesOf = ({ add }: ReturnType<typeof plan>) => add.map(({ seriesId }) => seriesId)

const booked = { ofPeople: 1, confirmed: 1, placesTaken: 1 }
const starts = new Date('2027-03-01T18:00:00Z')

describe('an occurrence that has begun', () => {
  test('keeps its floor, from the moment of its start', () => {
    const begun = existingOf(withSeries(inHall))
    expect(seriesOf(plan(withSeries(inHall, court), begun, starts))).toEqual([])
    expect(plan(withSeries(inHall, court), begun, starts).refused).toEqual([])
  })

  test('has none where it was withdrawn before', () => {
    const gone = existingOf(withSeries(inHall), { status: 'withdrawn' })
    expect(seriesOf(plan(withSeries(inHall, court), gone, starts))).toEqual([20])
  })

  test('is not changed, nor taken out when the programme no longer has it', () => {
    const [begun] = existingOf(withSeries(monday()))
    expect(plan(withSeries(monday({ capacity: 20 })), [begun!], starts)).toEqual(emptyPlan)
    expect(plan(withSeries(), [begun!], starts)).toEqual(emptyPlan)
    const before = new Date(starts.getTime() - 1)
    expect(plan(withSeries(monday({ capacity: 20 })), [begun!], before).change).toMatchObject([
      { capacity: 20 },
    ])
    expect(plan(withSeries(), [begun!], before).withdraw).toHaveLength(1)
  })
})

describe('a class that the programme no longer has', () => {
  test('keeps its floor while people have places', () => {
    expect(seriesOf(plan(withSeries(court), existingOf(withSeries(inHall), booked)))).toEqual([])
    expect(seriesOf(plan(withSeries(court), existingOf(withSeries(inHall))))).toEqual([20])
  })

  test('has none when it was called off', () => {
    const calledOff = existingOf(withSeries(inHall), { ...booked, status: 'cancelled' })
    expect(seriesOf(plan(withSeries(court), calledOff))).toEqual([20])
  })

  test('keeps a class away; a court that people have, does not by itself', () => {
    const other = monday({ id: 22, startTime: '18:30' })
    const made = plan(withSeries(other), existingOf(withSeries(inHall), booked))
    expect(made.refused).toMatchObject([{ why: 'floor_taken', wanted: { seriesId: 22 } }])
    // The floor of a court that is let is held, and holds are given apart.
    expect(seriesOf(plan(withSeries(other), existingOf(withSeries(court), booked)))).toEqual([22])
  })
})

describe('a class that people have booked', () => {
  test('keeps its place and its end, and is told apart from what was wanted', () => {
    const existing = existingOf(withSeries(inHall), booked)
    const longer = plan(withSeries({ ...inHall, durationMinutes: 90 }), existing)
    expect(longer).toMatchObject({ change: [], refused: [{ why: 'booked_as_it_was' }] })
    // A court may begin when the booked class ends, not when the wanted one would.
    const after = monday({ id: 20, activityId: 2, startTime: '19:00' })
    expect(seriesOf(plan(withSeries({ ...inHall, durationMinutes: 90 }, after), existing))).toEqual([20])
    expect(seriesOf(plan(withSeries({ ...inHall, durationMinutes: 30 }, court), existing))).toEqual([])
  })

  test('of one date stays in its room and at its hour', () => {
    const gala = {
      slug: 'gala',
      activityId: 1,
      locationId: 101,
      name: 'Gala',
      description: null,
      date: '2027-03-02',
      startTime: '10:00',
      durationMinutes: 120,
      capacity: 50,
      band: '',
      instructorIds: [],
      tagIds: [],
    }
    const of = (more: object) => programme({ series: [], oneOffs: [{ ...gala, ...more }], spaces })
    const [occurrence] = existingOf(of({}), booked)
    const refused = { change: [], refused: [{ why: 'booked_as_it_was' }] }
    expect(plan(of({ locationId: 102 }), [occurrence!])).toMatchObject(refused)
    // An hour earlier and an hour shorter, it ends when it did.
    expect(plan(of({ startTime: '11:00', durationMinutes: 60 }), [occurrence!])).toMatchObject(refused)
    expect(plan(of({ name: 'Spring gala' }), [occurrence!])).toMatchObject({
      change: [{ name: 'Spring gala' }],
      refused: [],
    })
  })

  test('keeps as many places as are taken, those on offer left out', () => {
    const smaller = withSeries(monday({ capacity: 5 }))
    const taken = existingOf(withSeries(monday()), { ...booked, placesTaken: 8, offered: 2 })
    expect(plan(smaller, taken).change).toMatchObject([{ capacity: 6 }])
  })
})

describe('floor that is taken', () => {
  const from = starts.getTime()
  const held = [{ spaceId: 2, from, to: from + 3_600_000 }]

  test('by customers leaves a class that stands where it is, and says so', () => {
    const made = planOccurrences(withSeries(inHall), existingOf(withSeries(inHall)), held, now)
    expect(made).toMatchObject({ withdraw: [], change: [], refused: [{ why: 'floor_taken' }] })
  })

  test('by customers keeps a class away that was taken out', () => {
    const gone = existingOf(withSeries(inHall), { status: 'withdrawn' })
    const made = planOccurrences(withSeries(inHall), gone, held, now)
    expect(made).toMatchObject({ withdraw: [], change: [], refused: [{ why: 'floor_taken' }] })
  })

  test('by a class takes back a court without a word, and leaves one that is out already', () => {
    const both = withSeries(inHall, court)
    const made = plan(both, [...existingOf(withSeries(inHall)), ...existingOf(withSeries(court), { id: 7 })])
    expect(made).toMatchObject({ withdraw: [{ id: 7 }], refused: [] })
    const out = existingOf(withSeries(court), { id: 7, status: 'withdrawn' })
    expect(plan(both, [...existingOf(withSeries(inHall)), ...out])).toEqual(emptyPlan)
  })

  test('is kept by the class that stands, before one that comes new', () => {
    const newer = monday({ id: 22, name: 'Pilates', locationIds: [110], startTime: '18:30' })
    const made = plan(withSeries(newer, inHall), existingOf(withSeries(inHall)))
    expect(made).toMatchObject({ add: [], refused: [{ wanted: { seriesId: 22 } }] })
    // One that was taken out has to ask again.
    const out = existingOf(withSeries(inHall), { status: 'withdrawn' })
    expect(seriesOf(plan(withSeries(newer, inHall), out))).toEqual([22])
  })
})

describe('what a closure finds', () => {
  test('already taken out stays as it is', () => {
    const gone = existingOf(withSeries(monday()), { status: 'withdrawn', ...booked })
    const day = new Date('2027-03-01T00:00:00Z').getTime()
    const closure = { locationId: null, startsAt: day, endsAt: day + 86_400_000 }
    const closed = programme({ series: [monday()], closures: [closure], spaces })
    expect(plan(closed, gone)).toEqual(emptyPlan)
  })
})

describe('block bookings', () => {
  const withBlocks = (...blocks: ReturnType<typeof block>[]) =>
    programme({ series: [monday()], blocks, spaces })

  test('of what stands get what is free, and give back what they no longer want', () => {
    const first = withBlocks(block({ places: 8 }))
    const stands = carriedOut(plan(first))
    const made = plan(withBlocks(block({ places: 8 }), block({ id: 32, places: 4 })), stands)
    expect(made).toMatchObject({ blockBookingHolds: [{ blockId: 32, places: 2 }], free: [] })
    const [occurrence] = stands
    const other = { blockId: 32, holdId: 6000, places: 2, deskOnly: false }
    const two = { ...occurrence!, placesTaken: 10, blocks: [...occurrence!.blocks, other] }
    expect(plan(withBlocks(block({ places: 8 }), block({ id: 32 })), [two])).toEqual(emptyPlan)
    expect(plan(withBlocks(block({ places: 8 })), [two]).free).toEqual([
      { occurrenceId: two.id, holdId: 6000 },
    ])
  })

  test('get nothing of what was taken out', () => {
    const gone = existingOf(withSeries(monday()), { status: 'withdrawn' })
    const made = plan(withBlocks(block()), gone)
    expect(made.change).toHaveLength(1)
    expect(made.blockBookingHolds).toEqual([])
  })

  test('get courts that nobody has', () => {
    const blocks = [block({ activityId: 2, places: null })]
    const of = programme({ series: [court], blocks, spaces })
    const made = plan(of, existingOf(withSeries(court)))
    expect(made.blockBookingHolds).toMatchObject([{ blockId: 31, places: 10 }])
  })
})
