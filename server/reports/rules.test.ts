import { describe, expect, it, test } from 'vitest'
import {
  alongTime,
  barOfDay,
  barsOf,
  comparedWith,
  nextSendingDay,
  percentOf,
  pointsBy,
  sentPeriod,
  totalsOf,
} from './rules.ts'

describe('the period that a report is compared with', () => {
  const march = { from: '2027-03-01', until: '2027-03-31' }

  it('has as many days before it, or the same days a year before', () => {
    expect(comparedWith(march, 'before')).toEqual({ from: '2027-01-29', until: '2027-02-28' })
    expect(comparedWith(march, 'year')).toEqual({ from: '2026-03-01', until: '2026-03-31' })
    expect(comparedWith(march, 'none')).toBeNull()
  })

  it('ends on the 28th where the year before has no 29 February', () => {
    expect(comparedWith({ from: '2028-02-29', until: '2028-02-29' }, 'year')).toEqual({
      from: '2027-02-28',
      until: '2027-02-28',
    })
  })
})

test.each([
  ['day', '2027-03-03', '2027-03-04'],
  ['week', '2027-03-03', '2027-03-08'],
  ['week', '2027-03-01', '2027-03-08'],
  ['week', '2027-03-07', '2027-03-08'],
  ['month', '2027-03-31', '2027-04-01'],
  ['month', '2027-12-01', '2028-01-01'],
] as const)('what is sent each %s goes out next after %s on %s', (every, today, next) => {
  expect(nextSendingDay(today, every)).toBe(next)
})

test.each([
  ['day', '2027-03-01', '2027-02-28', '2027-02-28'],
  ['week', '2027-03-08', '2027-03-01', '2027-03-07'],
  ['week', '2027-03-10', '2027-03-01', '2027-03-07'],
  ['month', '2027-03-01', '2027-02-01', '2027-02-28'],
  ['month', '2027-01-15', '2026-12-01', '2026-12-31'],
] as const)('what is sent each %s, on %s, is about %s to %s', (every, on, from, until) => {
  expect(sentPeriod(on, every)).toEqual({ from, until })
})

test('bars of time are compared by their place, all others by their name', () => {
  const now = [
    { label: 'a', value: 3 },
    { label: 'b', value: 5 },
  ]
  const before = [
    { label: 'b', value: 1 },
    { label: 'c', value: 2 },
  ]
  expect(barsOf(now, before, true).map((bar) => bar.before)).toEqual([1, 2])
  expect(barsOf(now, before, false).map((bar) => bar.before)).toEqual([0, 1])
  expect(barsOf(now, null, false).map((bar) => bar.before)).toEqual([null, null])
})

test('a chart has a bar for each day of two months, and for each week of more', () => {
  expect(barOfDay({ from: '2027-03-01', until: '2027-05-01' })('2027-03-03')).toBe('2027-03-03')
  expect(barOfDay({ from: '2027-03-01', until: '2027-05-02' })('2027-03-03')).toBe('2027-03-01')
  expect(
    pointsBy(
      [1, 2, 3],
      (row) => (row === 2 ? 'even' : 'odd'),
      (rows) => rows.length,
    ),
  ).toEqual([
    { label: 'odd', value: 2 },
    { label: 'even', value: 1 },
  ])
})

test('bars of time are there for what has nothing, too', () => {
  const period = { from: '2027-02-27', until: '2027-03-02' }
  expect(alongTime([{ label: '2027-03-01', value: 5 }], period, 'days').map(({ value }) => value)).toEqual([
    0, 0, 5, 0,
  ])
  expect(alongTime([{ label: '2027-03-01', value: 5 }], period, 'weeks')).toEqual([
    { label: '2027-02-22', value: 0 },
    { label: '2027-03-01', value: 5 },
  ])
  expect(alongTime([], period, 'months').map(({ label }) => label)).toEqual(['2027-02', '2027-03'])
  expect(alongTime([{ label: 'Yoga', value: 1 }], period, 'names')).toEqual([{ label: 'Yoga', value: 1 }])
})

test('amounts and counts are added up, names and shares are not', () => {
  const money = { invoiced: 0, paid: 0, due30: 0, due60: 0, due90: 0 }
  const row = { hirer: 'Dolphins', hours: 1.5, sessions: 2, activity: 'Pool', venue: 'North', ...money }
  expect(totalsOf('hirers', [row, row])).toEqual({ hours: 3, sessions: 4, ...money })
  expect(totalsOf('hirers', [row], ['sessions'])).toEqual({ hours: 1.5, ...money })
  expect(percentOf(1, 3)).toBe(33.3)
  expect(percentOf(1, 0)).toBeNull()
})
