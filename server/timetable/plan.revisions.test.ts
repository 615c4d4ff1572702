import { describe, expect, test } from 'vitest'
import { weekly, programme, carriedOut, plan, emptyPlan } from '#test/fixtures/programmes.ts'

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
    expect(made.change.every(({ plannedCapacity }) => plannedCapacity === 5)).toBe(true)
    const lowered = booked.map((one) => ({ ...one, capacity: 6, plannedCapacity: 5 }))
    expect(plan(programme({ series: [weekly({ capacity: 5 })] }), lowered)).toEqual(emptyPlan)
    const raised = plan(programme({ series: [weekly({ capacity: 6 })] }), lowered)
    expect(raised.change).toHaveLength(7)
    expect(raised.change[0]).toMatchObject({ capacity: 6, plannedCapacity: null })
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

test('what no file made is not touched', () => {
  const [occurrence] = carriedOut(plan(programme()))
  const ofAnotherHand = { ...occurrence!, seriesId: null, slug: null }
  expect(plan(programme({ series: [] }), [ofAnotherHand])).toEqual(emptyPlan)
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
  expect(plan(programme(), existing)).toEqual(emptyPlan)
  const bigger = plan(programme({ series: [weekly({ capacity: 99 })] }), existing)
  expect(bigger.change[0]).toMatchObject({
    name: 'Yoga for all',
    startsAt: existing[0]?.startsAt,
    capacity: 99,
  })
})

describe('what staff have moved to a later day', () => {
  const tuesday = new Date('2027-03-02T06:00:00Z')
  const toThursday = 3 * 86_400_000
  const moved = <T extends { startsAt: number; endsAt: number; locationId: number; name: string }>(
    one: T,
  ) => ({
    ...one,
    plannedStartsAt: one.startsAt,
    plannedLocationId: one.locationId,
    plannedName: one.name,
    startsAt: one.startsAt + toThursday,
    endsAt: one.endsAt + toThursday,
    localDate: '2027-03-04',
  })

  test('stays when the day it was planned for is over, as long as its line is there', () => {
    const mondays = programme({ series: [weekly({ weekdays: [1] })] })
    const [monday] = carriedOut(plan(mondays))
    expect(plan(mondays, [moved(monday!)], tuesday)).toMatchObject({ withdraw: [], change: [] })
    expect(plan(programme({ series: [] }), [moved(monday!)], tuesday).withdraw).toHaveLength(1)
    const shut = {
      ...mondays,
      closures: [{ locationId: null, startsAt: tuesday.getTime(), endsAt: Infinity }],
    }
    expect(plan(shut, [moved(monday!)], tuesday).withdraw).toHaveLength(1)
  })

  test('of one date stays, too, as long as the files have it', () => {
    const gala = {
      slug: 'gala',
      activityId: 1,
      locationId: 101,
      name: 'Gala',
      description: null,
      date: '2027-03-01',
      startTime: '15:00',
      durationMinutes: 60,
      capacity: 40,
      band: '',
      instructorIds: [],
      tagIds: [],
    }
    const galas = programme({ series: [], oneOffs: [gala] })
    const [monday] = carriedOut(plan(galas))
    expect(plan(galas, [moved(monday!)], tuesday)).toEqual(emptyPlan)
    expect(plan({ ...galas, oneOffs: null }, [moved(monday!)], tuesday).withdraw).toEqual([])
    expect(plan({ ...galas, oneOffs: [] }, [moved(monday!)], tuesday).withdraw).toHaveLength(1)
  })
})
