import { describe, expect, test } from 'vitest'
import { carriedOut, now, plan, programme, weekly } from '#test/fixtures/programmes.ts'
import { planOccurrences } from './plan.ts'

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
