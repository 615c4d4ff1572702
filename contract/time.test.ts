import { describe, expect, it } from 'vitest'
import {
  clockTime,
  date,
  daysAfter,
  daysBetween,
  duration,
  endTime,
  instant,
  isDay,
  localDay,
  localMinutes,
  moment,
  offeredDate,
  sessionEnd,
  shortDuration,
  time,
} from './time.ts'
import { lastOfMonth } from './months.ts'

const london = 'Europe/London'
const at = (text: string): Date => new Date(text)

describe('an hour on the wall', () => {
  it.each([
    ['2027-03-04T13:30:00Z', '1:30pm', '13:30'],
    ['2027-03-04T00:05:00Z', '12:05am', '00:05'],
    ['2027-03-04T12:00:00Z', '12:00pm', '12:00'],
    ['2027-07-01T08:00:00Z', '9:00am', '09:00'],
  ])('%s is %s in London', (text, format12Hour, format24Hour) => {
    expect(time(at(text), london)).toEqual({ format12Hour, format24Hour })
  })

  it('jumps from 00:59 to 02:00 in March', () => {
    expect(time(at('2027-03-28T00:59:59Z'), london).format24Hour).toBe('00:59')
    expect(time(at('2027-03-28T01:00:00Z'), london).format24Hour).toBe('02:00')
  })

  it('shows the hour from one to two twice in October', () => {
    expect(time(at('2027-10-31T00:30:00Z'), london).format24Hour).toBe('01:30')
    expect(time(at('2027-10-31T01:30:00Z'), london).format24Hour).toBe('01:30')
    expect(time(at('2027-10-31T02:00:00Z'), london).format24Hour).toBe('02:00')
  })

  it.each([
    [0, '12:00am', '00:00'],
    [810, '1:30pm', '13:30'],
    [1439, '11:59pm', '23:59'],
    [1440, '11:59pm', '23:59'],
    [5000, '11:59pm', '23:59'],
  ])('C10: %i minutes past midnight is %s', (minutes, format12Hour, format24Hour) => {
    expect(clockTime(minutes)).toEqual({ format12Hour, format24Hour })
  })
})

describe('the day of an instant', () => {
  it.each([
    ['2027-03-27T23:59:59Z', london, '2027-03-27', 1439],
    ['2027-06-30T23:30:00Z', london, '2027-07-01', 30],
    ['2027-06-30T23:30:00Z', 'Pacific/Apia', '2027-07-01', 750],
    ['2027-06-30T03:30:00Z', 'America/Los_Angeles', '2027-06-29', 1230],
  ])('%s in %s is %s', (text, zone, day, minutes) => {
    expect(localDay(at(text), zone)).toBe(day)
    expect(localMinutes(at(text), zone)).toBe(minutes)
  })
})

describe('a day', () => {
  const now = at('2027-02-28T10:00:00Z')

  it('is written in eight ways', () => {
    expect(date('2027-03-04', london, now)).toEqual({
      raw: '2027-03-04',
      rawPretty: '04/03/2027',
      dayPretty: 'Thu',
      datePretty: '4 Mar',
      fullDatePretty: 'Thu 04 March 2027',
      fullDate: '04 March 2027',
      difference: '4 days from now',
      tz: 'Europe/London',
    })
  })

  it.each([
    ['2027-02-26', '2 days ago'],
    ['2027-02-27', 'yesterday'],
    ['2027-02-28', 'today'],
    ['2027-03-01', 'tomorrow'],
    ['2027-03-02', '2 days from now'],
    ['2027-04-01', '32 days from now'],
  ])('%s is %s', (day, difference) => {
    expect(date(day, london, now).difference).toBe(difference)
  })

  it('is today by the clock of its zone', () => {
    const late = at('2027-06-30T23:30:00Z')
    expect(date('2027-07-01', london, late).difference).toBe('today')
    expect(date('2027-07-01', 'UTC', late).difference).toBe('tomorrow')
  })

  it('stands in the date strip', () => {
    expect(offeredDate('2027-02-28', '2027-02-28')).toEqual({
      raw: '2027-02-28',
      dayPretty: 'Sunday',
      datePretty: '28 Feb',
      today: true,
      fullDatePretty: 'Sun 28 Feb',
      year: '2027',
    })
    expect(offeredDate('2027-03-01', '2027-02-28').today).toBe(false)
  })

  it('follows another, also where a clock change makes it short or long', () => {
    expect(daysAfter('2027-03-27', 2)).toBe('2027-03-29')
    expect(daysAfter('2027-10-30', 2)).toBe('2027-11-01')
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
    expect(daysBetween('2027-11-01', '2027-10-30')).toBe(-2)
  })

  it.each(['2027-02-28', '2028-02-29', '1930-12-31'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true)
  })

  it.each(['2027-02-29', '2027-13-01', '2027-1-1', '0000-01-01', '04/03/2027', '2027-03-04T00:00', ''])(
    '%s is none',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )
})

describe('a moment', () => {
  it('has the offset of winter', () => {
    expect(moment(at('2027-02-25T22:00:00Z'), london)).toEqual({
      utc: '2027-02-25T22:00:00+00:00',
      local: '2027-02-25T22:00:00+00:00',
      timezone: 'Europe/London',
      format12Hour: '10:00pm',
      format24Hour: '22:00',
    })
  })

  it('has the offset of summer', () => {
    expect(moment(at('2027-07-01T21:00:05.900Z'), london)).toEqual({
      utc: '2027-07-01T21:00:05+00:00',
      local: '2027-07-01T22:00:05+01:00',
      timezone: 'Europe/London',
      format12Hour: '10:00pm',
      format24Hour: '22:00',
    })
  })

  it.each([
    ['2027-03-28T00:59:59Z', london, '2027-03-28T00:59:59+00:00'],
    ['2027-03-28T01:00:00Z', london, '2027-03-28T02:00:00+01:00'],
    ['2027-10-31T00:30:00Z', london, '2027-10-31T01:30:00+01:00'],
    ['2027-10-31T01:30:00Z', london, '2027-10-31T01:30:00+00:00'],
    ['2027-07-01T12:00:00Z', 'Asia/Kathmandu', '2027-07-01T17:45:00+05:45'],
    ['2027-07-01T12:00:00Z', 'America/St_Johns', '2027-07-01T09:30:00-02:30'],
    ['2027-07-01T12:00:00Z', 'Pacific/Apia', '2027-07-02T01:00:00+13:00'],
  ])('%s in %s is %s', (text, zone, local) => {
    expect(moment(at(text), zone).local).toBe(local)
    expect(Date.parse(local)).toBe(Date.parse(text))
  })

  it('crosses the wire without milliseconds', () => {
    expect(instant(at('2027-03-04T13:30:00.999Z'))).toBe('2027-03-04T13:30:00Z')
  })
})

describe('a duration', () => {
  it('is digits and min in a timetable', () => {
    expect([duration(40), duration(60), duration(90)]).toEqual(['40min', '60min', '90min'])
  })

  it('is in hours in a basket', () => {
    expect([shortDuration(40), shortDuration(60), shortDuration(90), shortDuration(120)]).toEqual([
      '40min',
      '1h',
      '1h 30min',
      '2h',
    ])
  })
})

describe('the end of a session', () => {
  const late = { date: { raw: '2027-03-06', tz: london }, startsAt: { format24Hour: '23:30' } }

  it('names its day where that is another one', () => {
    expect(endTime(at('2027-03-06T13:30:00Z'), at('2027-03-06T14:30:00Z'), london)).toBe('14:30')
    expect(endTime(at('2027-03-06T23:30:00Z'), at('2027-03-07T02:30:00Z'), london)).toBe('02:30 (Sun)')
    expect(endTime(at('2027-03-06T22:00:00Z'), at('2027-03-07T00:00:00Z'), london)).toBe('00:00 (Sun)')
  })

  it('C10: is the real one on screen, though the timetable says 23:59', () => {
    const capped = { ...late, endsAt: { format24Hour: '23:59' }, duration: '180min' }
    expect(sessionEnd({ ...capped, timestamp: Date.parse('2027-03-06T23:30:00Z') / 1000 })).toBe(
      '02:30 (Sun)',
    )
    // The clocks go on by an hour during the night of 28 March 2027.
    const spring = { ...capped, date: { raw: '2027-03-27', tz: london } }
    expect(sessionEnd({ ...spring, timestamp: Date.parse('2027-03-27T23:30:00Z') / 1000 })).toBe(
      '03:30 (Sun)',
    )
    const autumn = { ...capped, date: { raw: '2027-10-30', tz: london } }
    expect(sessionEnd({ ...autumn, timestamp: Date.parse('2027-10-30T22:30:00Z') / 1000 })).toBe(
      '01:30 (Sun)',
    )
  })

  it('of an hour over several courts is what the clock shows', () => {
    const hour = { ...late, date: '2027-03-06', endsAt: { format24Hour: '23:59' }, duration: '60min' }
    expect(sessionEnd({ ...hour, timestamp: Date.parse('2027-03-06T23:30:00Z') / 1000 })).toBe('00:30 (Sun)')
  })

  it('is told by the length of a session where its instant is not known', () => {
    const end = { format24Hour: '02:30' }
    expect(sessionEnd({ ...late, endsAt: end, duration: '3h' })).toBe('02:30 (Sun)')
    expect(sessionEnd({ ...late, endsAt: end, duration: '180min' })).toBe('02:30 (Sun)')
    expect(sessionEnd({ ...late, endsAt: end, duration: '2h 60min' })).toBe('02:30 (Sun)')
    // An hour that comes twice ends at the hour at which it began, on the same day.
    const twice = { date: { raw: '2027-10-31', tz: london }, startsAt: { format24Hour: '01:30' } }
    expect(sessionEnd({ ...twice, endsAt: { format24Hour: '01:30' }, duration: '1h' })).toBe('01:30')
  })
})

it('a month has its last day, also in December and in a leap year', () => {
  expect(['2027-02-01', '2028-02-29', '2027-04-30', '2027-12-05'].map(lastOfMonth)).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2027-04-30',
    '2027-12-31',
  ])
})
