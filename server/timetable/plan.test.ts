import { describe, expect, test } from 'vitest'
import { block, carriedOut, emptyPlan, instants, plan, programme, weekly } from '#test/fixtures/programmes.ts'
import { compositeKey, startsOf } from './programme.ts'

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
    expect(plan(all, carriedOut(first))).toEqual(emptyPlan)
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
    // Addresses in use have them.
    expect(compositeKey('a')).toBe('e40c292c')
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
    expect(plan(withGala({ date: '2027-02-28' }))).toEqual(emptyPlan)
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
    expect(plan(programme({ series: [], oneOffs: null }), existing)).toEqual(emptyPlan)
    expect(plan(programme({ series: [], oneOffs: [] }), existing).withdraw).toHaveLength(1)
  })
})
