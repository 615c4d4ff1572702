import { describe, expect, it } from 'vitest'
import { blocksFor, closedBy, compositeKey, spacesOf, startsOf, wantedOccurrences } from './programme.ts'
import type { Activity, BlockBooking, DesiredOccurrence, OneOff, Programme, Series } from './programme.ts'

/** A Monday, before the first session. */
const now = new Date('2027-03-01T06:00:00Z')
const at = (time: string, day = '2027-03-01') => Date.parse(`${day}T${time}:00Z`)

const yoga: Activity = {
  id: 1,
  slug: 'yoga',
  name: 'Yoga',
  kind: 'classes',
  description: 'Bring a mat.',
  daysAhead: 2,
}
const activities = new Map([[1, yoga]])
const series = (more: Partial<Series> = {}): Series => ({
  id: 11,
  activityId: 1,
  name: null,
  description: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '18:00',
  durationMinutes: 60,
  untilTime: null,
  stepMinutes: null,
  capacity: 10,
  validFrom: null,
  validUntil: null,
  exceptions: [],
  band: '',
  instructorIds: [],
  tagIds: [],
  locationIds: [101],
  ...more,
})
const programme = (more: Partial<Programme> = {}): Programme => ({
  venue: { slug: 'centre', zone: 'Europe/London' },
  activities: [yoga],
  series: [],
  openedDays: [],
  oneOffs: null,
  closures: [],
  blocks: [],
  hired: [],
  spaces: new Map([
    [101, [1]],
    [110, [1, 2]],
  ]),
  ...more,
})
const wanted = (more: Partial<Programme>, existing: Parameters<typeof wantedOccurrences>[2] = [], on = now) =>
  wantedOccurrences(programme(more), activities, existing, on)
const desired = (more: Partial<DesiredOccurrence> = {}): DesiredOccurrence => ({
  seriesId: 11,
  slug: null,
  activityId: 1,
  locationId: 101,
  name: 'Yoga',
  description: null,
  startsAt: at('18:00'),
  endsAt: at('19:00'),
  localDate: '2027-03-01',
  startMinutes: 18 * 60,
  compositeKey: '',
  capacity: 10,
  band: '',
  instructorIds: [],
  tagIds: [],
  ...more,
})

describe('what recurs', () => {
  const days = (more: Partial<Series>) => wanted({ series: [series(more)] }).map(({ localDate }) => localDate)

  it('is on its weekdays, from its first day to its last, as far as the activity looks ahead', () => {
    expect(days({})).toEqual(['2027-03-01', '2027-03-02', '2027-03-03'])
    expect(days({ weekdays: [2] })).toEqual(['2027-03-02'])
    expect(days({ validFrom: '2027-03-02' })).toEqual(['2027-03-02', '2027-03-03'])
    expect(days({ validUntil: '2027-03-02' })).toEqual(['2027-03-01', '2027-03-02'])
    expect(days({ activityId: 9 })).toEqual([])
  })

  it('is not on the days that its line leaves out', () => {
    expect(days({ exceptions: ['2027-03-01..2027-03-02'] })).toEqual(['2027-03-03'])
    expect(days({ exceptions: ['2027-02-01..2027-02-28', '2027-03-03..2027-03-03'] })).toEqual([
      '2027-03-01',
      '2027-03-02',
    ])
  })

  it('is at each of its places, with what the activity says where it does not', () => {
    const made = wanted({ series: [series({ weekdays: [1], locationIds: [101, 110] })] })
    expect(made.map(({ locationId }) => locationId)).toEqual([101, 110])
    expect(made[0]).toEqual({
      ...desired({ description: 'Bring a mat.' }),
      compositeKey: compositeKey('centre/yoga/2027-03-01/18:00'),
    })
    const [flow] = wanted({ series: [series({ name: 'Flow', description: 'Slow.', weekdays: [1] })] })
    expect(flow).toMatchObject({ name: 'Flow', description: 'Slow.' })
  })

  it('is by the clock of the wall; the hour that is left out in spring falls together with the next', () => {
    const spring = wanted(
      { series: [series({ startTime: '00:30', untilTime: '03:30', stepMinutes: 60, weekdays: [7] })] },
      [],
      new Date('2027-03-27T06:00:00Z'),
    )
    expect(
      spring.map(({ startsAt, startMinutes }) => [new Date(startsAt).toISOString(), startMinutes]),
    ).toEqual([
      ['2027-03-28T00:30:00.000Z', 30],
      ['2027-03-28T01:30:00.000Z', 150],
    ])
  })

  it('is made once for an hour left out, also by the half hour, and as the hour that the wall shows', () => {
    const halfHours = series({ startTime: '00:30', untilTime: '03:30', durationMinutes: 30, weekdays: [7] })
    const late = new Date('2027-03-27T06:00:00Z')
    const spring = wanted({ series: [halfHours] }, [], late)
    expect(spring.map(({ startsAt }) => new Date(startsAt).toISOString().slice(11, 16))).toEqual([
      '00:30',
      '01:00',
      '01:30',
      '02:00',
    ])
    expect(spring.map(({ startMinutes }) => startMinutes)).toEqual([30, 120, 150, 180])
    const [, atTwo] = spring
    expect(atTwo?.compositeKey).toBe(compositeKey('centre/yoga/2027-03-28/02:00'))
  })
})

describe('what happens once', () => {
  const gala: OneOff = {
    slug: 'gala',
    activityId: 1,
    locationId: 110,
    name: null,
    description: null,
    date: '2027-03-20',
    startTime: '15:00',
    durationMinutes: 90,
    capacity: 40,
    band: 'peak',
    instructorIds: [7],
    tagIds: [8],
  }

  it('is made from today on, however far ahead', () => {
    expect(wanted({ oneOffs: [gala] })).toEqual([
      {
        seriesId: null,
        slug: 'gala',
        activityId: 1,
        locationId: 110,
        name: 'Yoga',
        description: 'Bring a mat.',
        startsAt: at('15:00', '2027-03-20'),
        endsAt: at('16:30', '2027-03-20'),
        localDate: '2027-03-20',
        startMinutes: 900,
        compositeKey: compositeKey('centre/yoga/2027-03-20/15:00'),
        capacity: 40,
        band: 'peak',
        instructorIds: [7],
        tagIds: [8],
      },
    ])
    expect(wanted({ oneOffs: [{ ...gala, name: 'Gala', description: 'Come.' }] })[0]).toMatchObject({
      name: 'Gala',
      description: 'Come.',
    })
    expect(wanted({ oneOffs: [{ ...gala, date: '2027-03-01' }] })).toHaveLength(1)
    expect(wanted({ oneOffs: [{ ...gala, date: '2027-02-28' }] })).toEqual([])
    expect(wanted({ oneOffs: [{ ...gala, activityId: 9 }] })).toEqual([])
  })

  it('stays as it is where the programme does not name it', () => {
    const { localDate, startMinutes, ...rest } = desired({ slug: 'gala', seriesId: null })
    const gala = { ...rest, plannedCapacity: null, status: 'scheduled' as const }
    expect(wanted({}, [gala])[0]).toMatchObject({ slug: 'gala', localDate, startMinutes, capacity: 10 })
    expect(wanted({}, [{ ...gala, plannedCapacity: 4 }])[0]).toMatchObject({ capacity: 4 })
    expect(wanted({}, [{ ...gala, slug: null }])).toEqual([])
    expect(wanted({}, [{ ...gala, status: 'cancelled' as const }])).toEqual([])
    expect(wanted({}, [{ ...gala, activityId: 9 }])).toEqual([])
    expect(wanted({ oneOffs: [] }, [gala])).toEqual([])
  })
})

it('the times of a day follow each other until the last that ends in time', () => {
  const times = (more: object) =>
    startsOf({ startTime: '08:00', untilTime: '10:00', stepMinutes: null, durationMinutes: 60, ...more })
  expect(times({ untilTime: null })).toEqual(['08:00'])
  expect(times({})).toEqual(['08:00', '09:00'])
  expect(times({ untilTime: '09:59' })).toEqual(['08:00'])
  expect(times({ stepMinutes: 30 })).toEqual(['08:00', '08:30', '09:00'])
  expect(times({ untilTime: '08:30' })).toEqual([])
})

describe('a closure', () => {
  const isClosed = (
    closure: Partial<Programme['closures'][number]>,
    more: Partial<DesiredOccurrence> = {},
  ) => {
    const one = desired(more)
    const closures = [{ locationId: null, startsAt: at('12:00'), endsAt: at('18:30'), ...closure }]
    return closedBy(programme({ closures }), [one])(one)
  }

  it('is for the whole venue, from its start to its end', () => {
    expect(isClosed({})).toBe(true)
    expect(isClosed({ endsAt: at('18:00') })).toBe(false)
    expect(isClosed({ endsAt: at('18:01') })).toBe(true)
    const other = desired({ startsAt: at('20:00'), endsAt: at('21:00') })
    const closures = [{ locationId: null, startsAt: at('19:00'), endsAt: at('19:30') }]
    expect(closedBy(programme({ closures }), [desired(), other])(desired())).toBe(false)
    expect(isClosed({ startsAt: at('19:00'), endsAt: at('20:00') })).toBe(false)
    expect(isClosed({ startsAt: at('18:59'), endsAt: at('20:00') })).toBe(true)
  })

  it('is for a place, or for a part of its floor', () => {
    expect(isClosed({ locationId: 101 })).toBe(true)
    expect(isClosed({ locationId: 110 })).toBe(true)
    expect(isClosed({ locationId: 101 }, { locationId: 110 })).toBe(true)
    expect(isClosed({ locationId: 999 })).toBe(false)
    expect(isClosed({ locationId: 999 }, { locationId: 999 })).toBe(true)
  })
})

describe('a block booking', () => {
  const block = (more: Partial<BlockBooking> = {}): BlockBooking => ({
    id: 31,
    activityId: 1,
    locationId: null,
    weekdays: [1],
    startTime: '18:00',
    untilTime: '19:00',
    validFrom: null,
    validUntil: null,
    places: 4,
    deskOnly: false,
    ...more,
  })
  const takes = (more: Partial<BlockBooking>, of: Partial<DesiredOccurrence> = {}) =>
    blocksFor(programme({ blocks: [block(more)] }))(desired(of)).length === 1

  it.each([
    [{}, {}, true],
    [{ activityId: 2 }, {}, false],
    [{ locationId: 101 }, {}, true],
    [{ locationId: 110 }, {}, false],
    [{ weekdays: [2] }, {}, false],
    [{ validFrom: '2027-03-01', validUntil: '2027-03-01' }, {}, true],
    [{ validFrom: '2027-03-02' }, {}, false],
    [{ validUntil: '2027-02-28' }, {}, false],
    [{}, { startMinutes: 18 * 60 - 1 }, false],
    [{}, { startMinutes: 19 * 60 - 1 }, true],
    [{}, { startMinutes: 19 * 60 }, false],
  ])('%j and %j: %s', (more, of, does) => {
    expect(takes(more, of)).toBe(does)
  })

  it('stands beside others of the same activity', () => {
    const blocks = [block(), block({ id: 32 }), block({ id: 33, activityId: 2 })]
    expect(blocksFor(programme({ blocks }))(desired()).map(({ id }) => id)).toEqual([31, 32])
  })
})

it('a place without floor of its own stands on none', () => {
  expect(spacesOf(programme(), { locationId: 110 })).toEqual([1, 2])
  expect(spacesOf(programme(), { locationId: 999 })).toEqual([])
})
