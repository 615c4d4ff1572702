import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall } from '#test/fixtures/operatorFolder.ts'

/* The files are read on Monday 1 March 2027. */

const header = 'venue,activity,key,name,days,start,minutes,until,every,locations,capacity,band,from,to,except'
const row = (more: Record<string, string> = {}) => {
  const all: Record<string, string> = {
    venue: 'centre',
    activity: 'yoga',
    days: 'daily',
    start: '18:00',
    minutes: '60',
    locations: 'hall',
    capacity: '12',
    ...more,
  }
  return header
    .split(',')
    .map((column) => all[column] ?? '')
    .join(',')
}
const timetable = (...rows: Record<string, string>[]) => ({
  'timetable.csv': `${[header, ...rows.map(row)].join('\n')}\n`,
})

describe('timetable.csv', () => {
  it('has times as spreadsheet programs write them', async () => {
    const { series } = await readSmall(timetable({ start: '9:00', until: '11:00:00' }))
    expect(series).toMatchObject([{ startTime: '09:00', untilTime: '11:00' }])
    expect(await problemsIn(timetable({ start: '12pm' }))).toEqual([
      'timetable.csv, start: should be a time such as 18:30. Did you mean 12:00 or 00:00?',
    ])
    expect(await problemsIn(timetable({ start: '9:75' }))).toEqual([
      'timetable.csv, start: should be a time such as 18:30.',
    ])
  })

  it('has days as spreadsheets write them, in every file', async () => {
    const files = await readSmall({
      ...timetable({ days: 'Mon—Fri' }),
      'closures.csv': 'venue,locations,date,until,days,reason\ncentre,hall,today,+14d,Sat/Sun,Wedding fair\n',
      'block_bookings.csv': 'venue,activity,days,places\ncentre,badminton,Mon/Wed,all\n',
    })
    expect(files.series.map(({ weekdays }) => weekdays)).toEqual([[1, 2, 3, 4, 5]])
    expect(files.closures.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual([
      '2027-03-06',
      '2027-03-07',
      '2027-03-13',
      '2027-03-14',
    ])
    expect(files.blockBookings.map(({ weekdays }) => weekdays)).toEqual([[1, 3]])
  })

  it('leaves days out, each alone or from the first to the last', async () => {
    const exceptions = async (except: string) =>
      (await readSmall(timetable({ except }))).series[0]?.exceptions
    expect(await exceptions('')).toEqual([])
    expect(await exceptions('2027-03-20 2027-03-08 .. 2027-03-12')).toEqual([
      '2027-03-08..2027-03-12',
      '2027-03-20..2027-03-20',
    ])
    expect(await exceptions('+1d..+2d;24/12/2027')).toEqual([
      '2027-03-02..2027-03-03',
      '2027-12-24..2027-12-24',
    ])
    for (const except of ['2027-03-12..2027-03-08', '2027-03-08..2027-03-09..2027-03-10', 'half-term', '..'])
      expect(await problemsIn(timetable({ except }))).toEqual([
        `timetable.csv, except: should be days such as 2027-03-01, or from the first to the last day such as 2027-02-15..2027-02-19.`,
      ])
  })

  it('is a series for each venue that has the activity', async () => {
    const { series } = await readSmall(timetable({ venue: '', days: 'Mon-Fri', from: '+1d', to: '+9d' }))
    expect(series).toEqual([
      {
        venue: 'centre',
        activity: 'yoga',
        slug: 'mon-tue-wed-thu-fri-1800-hall-2027-03-02',
        name: null,
        description: null,
        weekdays: [1, 2, 3, 4, 5],
        startTime: '18:00',
        durationMinutes: 60,
        untilTime: null,
        stepMinutes: null,
        exceptions: [],
        capacity: 12,
        validFrom: '2027-03-02',
        validUntil: '2027-03-10',
        band: '',
        instructors: [],
        tags: [],
        locations: ['hall'],
      },
    ])
  })

  it('is named by its key, or by what it says', async () => {
    const { series } = await readSmall(
      timetable({ key: 'evening', name: 'Flow' }, { name: 'Flow' }, { start: '19:00', days: 'Sat' }),
    )
    expect(series.map(({ slug, name }) => [slug, name])).toEqual([
      ['evening', 'Flow'],
      ['daily-1800-hall-flow', 'Flow'],
      ['sat-1900-hall', null],
    ])
  })

  it('comes again after its length, or as often as it says', async () => {
    const { series } = await readSmall(
      timetable(
        { until: '20:00' },
        { start: '08:00', until: '12:00', every: '90' },
        { start: '13:00', until: '14:00' },
      ),
    )
    expect(series.map(({ untilTime, stepMinutes }) => [untilTime, stepMinutes])).toEqual([
      ['20:00', 60],
      ['12:00', 90],
      ['14:00', 60],
    ])
  })

  it('of courts has one place each, of anything else as many as it says', async () => {
    const courts = { activity: 'badminton', locations: 'court-1', capacity: '' }
    expect((await readSmall(timetable(courts))).series[0]?.capacity).toBe(1)
    expect(await problemsIn(timetable({ capacity: '' }))).toEqual(['timetable.csv, capacity: is missing.'])
  })

  it.each([
    [{ from: '+3d', to: '+2d' }, 'to: '],
    [{ every: '30' }, 'until: '],
    [{ until: '18:59' }, 'until: leaves no time for one session.'],
    [{ locations: '' }, 'locations: is missing.'],
    [{ locations: ' ' }, 'locations: is missing.'],
    [{ days: '' }, 'days: is missing.'],
    [{ days: ' ' }, 'days: is missing.'],
    [{ locations: 'hall gym' }, 'locations: there is no gym in the locations of centre.'],
    [{ activity: 'golf' }, 'activity: there is no golf at centre in activities.json.'],
  ])('with %j is refused', async (more, problem) => {
    const found = await problemsIn(timetable(more))
    expect(found).toEqual([expect.stringContaining(`timetable.csv, ${problem}`)])
  })

  it('may begin and end on one day', async () => {
    expect(
      (await readSmall(timetable({ from: '+3d', to: '+3d' }, { key: 'b', to: '+3d' }))).series,
    ).toHaveLength(2)
  })

  it('has each line once', async () => {
    expect(await problemsIn(timetable({}, {}))).toEqual([
      'timetable.csv, key: the line is the same as an earlier one. Give it a key of its own.',
    ])
    expect(await problemsIn(timetable({ key: 'a' }, { key: 'a', start: '20:00' }))).toHaveLength(1)
    expect((await readSmall(timetable({ key: 'a' }, { key: 'a', activity: 'aqua' }))).series).toHaveLength(2)
  })
})

describe('sessions.csv', () => {
  const sessions = (...rows: string[]) => ({
    'sessions.csv': `${['venue,activity,key,name,date,start,minutes,location,capacity', ...rows].join('\n')}\n`,
  })

  it('is a session each, named by its key or by what it says', async () => {
    const { oneOffs } = await readSmall(
      sessions('centre,yoga,gala,Gala,+10d,15:00,90,hall,40', 'centre,aqua,,,+10d,15:00,90,pool,40'),
    )
    expect(oneOffs?.map(({ slug, name, location, date }) => [slug, name, location, date])).toEqual([
      ['gala', 'Gala', 'hall', '2027-03-11'],
      ['2027-03-11-1500-pool', null, 'pool', '2027-03-11'],
    ])
  })

  it('may say what it is, as a line of the timetable may', async () => {
    const { oneOffs } = await readSmall({
      'sessions.csv':
        'venue,activity,date,start,minutes,location,capacity,description\ncentre,yoga,+10d,15:00,90,hall,40,Bring a mat\n',
    })
    expect(oneOffs?.[0]?.description).toBe('Bring a mat')
  })

  it('names what there is, and each session once', async () => {
    expect(
      await problemsIn(sessions('centre,golf,,,+10d,15:00,90,hall,40', 'centre,yoga,,,+10d,15:00,90,gym,40')),
    ).toEqual([
      'sessions.csv, activity: there is no golf at centre in activities.json.',
      'sessions.csv, location: there is no gym in the locations of centre.',
    ])
    const line = 'centre,yoga,,,+10d,15:00,90,hall,40'
    expect(await problemsIn(sessions(line, line))).toEqual([expect.stringMatching(/^sessions\.csv, key: /)])
  })
})

describe('block_bookings.csv', () => {
  it('says whom the places are for', async () => {
    const { blockBookings } = await readSmall({
      'block_bookings.csv':
        'venue,activity,days,places,note\ncentre,badminton,Mon,all,Brindle Judo Club\ncentre,badminton,Tue,all,\n',
    })
    expect(blockBookings.map(({ note }) => note)).toEqual(['Brindle Judo Club', ''])
  })

  const blocks = (...rows: string[]) => ({
    'block_bookings.csv': `${['venue,activity,key,locations,days,start,until,from,places,desk_only', ...rows].join('\n')}\n`,
  })

  it('is one for each location, or one for all of them', async () => {
    const { blockBookings } = await readSmall(
      blocks(
        'centre,badminton,club,court-1 court-2,Mon,18:00,20:00,,all,no',
        ',yoga,,,daily,18:00,20:00,+1d,5,yes',
        ',yoga,,,Sat,18:00,20:00,,5,no',
      ),
    )
    const { blockBookings: ending } = await readSmall({
      'block_bookings.csv':
        'venue,activity,days,start,until,from,to,places,desk_only\n,yoga,Sat,18:00,20:00,+1d,+9d,5,no\n',
    })
    expect(ending[0]).toMatchObject({ validFrom: '2027-03-02', validUntil: '2027-03-10' })
    expect(
      blockBookings.map(({ slug, location, places, deskOnly, validFrom }) => [
        slug,
        location,
        places,
        deskOnly,
        validFrom,
      ]),
    ).toEqual([
      ['club-court-1', 'court-1', null, false, null],
      ['club-court-2', 'court-2', null, false, null],
      ['kept-daily-1800-2027-03-02', null, 5, true, '2027-03-02'],
      ['sat-1800', null, 5, false, null],
    ])
  })

  it.each([
    ['centre,badminton,club,court-1,Mon,20:00,20:00,,all,no', 'until: '],
    [
      'centre,badminton,club,gym,Mon,18:00,20:00,,all,no',
      'locations: there is no gym in the locations of centre.',
    ],
    ['centre,golf,club,,Mon,18:00,20:00,,all,no', 'activity: there is no golf at centre in activities.json.'],
  ])('%s is refused', async (line, problem) => {
    expect(await problemsIn(blocks(line))).toEqual([
      expect.stringContaining(`block_bookings.csv, ${problem}`),
    ])
  })

  it('has each line once', async () => {
    const line = 'centre,badminton,,court-1,Mon,18:00,20:00,,all,no'
    expect(await problemsIn(blocks(line, line))).toEqual([
      expect.stringMatching(/^block_bookings\.csv, key: /),
    ])
  })
})

describe('closures.csv', () => {
  const closures = async (...rows: string[]) =>
    (
      await readSmall({
        'closures.csv': `${['venue,locations,date,until,days,start,end,reason', ...rows].join('\n')}\n`,
      })
    ).closures.map(({ location, startsAt, endsAt }) => [
      location,
      startsAt.toISOString(),
      endsAt?.toISOString() ?? null,
    ])
  const refusals = (...rows: string[]) =>
    problemsIn({
      'closures.csv': `${['venue,locations,date,until,days,start,end,reason', ...rows].join('\n')}\n`,
    })

  it('is a day long, of the whole venue, where it says no more', async () => {
    expect(await closures('centre,,+1d,,,,,Works')).toEqual([
      [null, '2027-03-02T00:00:00.000Z', '2027-03-03T00:00:00.000Z'],
    ])
  })

  it('comes on its days, by the clock of the venue, at each location', async () => {
    expect(await closures('centre,hall pool,2027-03-27,2027-03-29,Sun-Mon,09:00,10:00,')).toEqual([
      ['hall', '2027-03-28T08:00:00.000Z', '2027-03-28T09:00:00.000Z'],
      ['pool', '2027-03-28T08:00:00.000Z', '2027-03-28T09:00:00.000Z'],
      ['hall', '2027-03-29T08:00:00.000Z', '2027-03-29T09:00:00.000Z'],
      ['pool', '2027-03-29T08:00:00.000Z', '2027-03-29T09:00:00.000Z'],
    ])
  })

  it('is written out from today for four hundred days', async () => {
    const days = await closures('centre,,2027-02-20,2030-01-01,,09:00,10:00,')
    expect(days).toHaveLength(401)
    expect(days[0]?.[1]).toBe('2027-03-01T09:00:00.000Z')
    expect(days.at(-1)?.[1]).toBe('2028-04-04T08:00:00.000Z')
  })

  it.each([
    ['nowhere,,+1d,,,,,', 'venue: there is no nowhere in the venues.'],
    ['centre,gym,+1d,,,,,', 'locations: there is no gym in the locations of centre.'],
    ['centre,,+2d,+1d,,,,', 'until: '],
    ['centre,,+1d,,,10:00,10:00,', 'end: '],
  ])('%s is refused', async (line, problem) => {
    expect(await refusals(line)).toEqual([expect.stringContaining(`closures.csv, ${problem}`)])
  })

  it('may begin and end on one day', async () => {
    expect(await closures('centre,,+1d,+1d,,,,')).toHaveLength(1)
  })

  describe('with a day on which it opens', () => {
    const header = 'venue,date,until,end,start,opens_on,opens_at'
    const rows = (row: string) => ({ 'closures.csv': `${header}\n${row}\n` })
    const intervals = async (row: string) =>
      (await readSmall(rows(row))).closures.map(({ startsAt, endsAt }) => [
        startsAt.toISOString(),
        endsAt?.toISOString() ?? null,
      ])

    it('is one interval by the clock of the venue, or lasts until further notice', async () => {
      expect(await intervals('centre,2027-03-26,,,14:00,2027-03-29,12:00')).toEqual([
        ['2027-03-26T14:00:00.000Z', '2027-03-29T11:00:00.000Z'],
      ])
      expect(await intervals('centre,2027-03-26,,,14:00,later,')).toEqual([
        ['2027-03-26T14:00:00.000Z', null],
      ])
      expect(await intervals('centre,2027-02-20,,,,2027-02-25,')).toEqual([])
    })

    it.each([
      ['centre,+1d,+2d,,,+3d,', 'until: has no meaning beside opens_on'],
      ['centre,+1d,,10:00,,+3d,', 'end: has no meaning beside opens_on'],
      ['centre,+3d,,,,+2d,', 'opens_on: is before date'],
      ['centre,+3d,,,,soon,', 'opens_on: should be a date such as 2027-03-04, today or +3d, or later'],
      ['centre,+3d,,,,,12:00', 'opens_at: needs a day in opens_on'],
      ['centre,+3d,,,,later,12:00', 'opens_at: needs a day in opens_on'],
    ])('%s is refused', async (row, problem) => {
      expect(await problemsIn(rows(row))).toEqual([expect.stringContaining(problem)])
    })
  })
})
