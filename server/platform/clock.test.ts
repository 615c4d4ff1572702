import { describe, expect, test } from 'vitest'
import { daysAfter, localDay } from '#contract/time.ts'
import { instantOf, minutesOf, timeOf, weekdayOf } from './clock.ts'

const london = 'Europe/London'
const at = (day: string, time: string, zone = london) => instantOf(day, time, zone).toISOString()

describe('the hour on the wall', () => {
  test('is UTC in winter and an hour ahead of it in summer', () => {
    expect(at('2027-03-27', '18:00')).toBe('2027-03-27T18:00:00.000Z')
    expect(at('2027-03-28', '18:00')).toBe('2027-03-28T17:00:00.000Z')
    expect(at('2027-10-30', '18:00')).toBe('2027-10-30T17:00:00.000Z')
    expect(at('2027-10-31', '18:00')).toBe('2027-10-31T18:00:00.000Z')
  })

  test('that the change to summer time leaves out is the hour after it', () => {
    expect(at('2027-03-28', '01:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(localDay(instantOf('2027-03-28', '01:30', london), london)).toBe('2027-03-28')
  })

  test('that comes twice is the first of the two', () => {
    expect(at('2027-10-31', '01:30')).toBe('2027-10-31T00:30:00.000Z')
  })

  test('stands in other zones too, at the edges of the day', () => {
    expect(at('2027-03-04', '00:00', 'Pacific/Apia')).toBe('2027-03-03T11:00:00.000Z')
    expect(localDay(new Date('2027-03-03T11:00:00Z'), 'Pacific/Apia')).toBe('2027-03-04')
    expect(at('2027-03-04', '22:00:00')).toBe('2027-03-04T22:00:00.000Z')
  })
})

test('days and weekdays go over month, year and clock changes', () => {
  expect(daysAfter('2027-02-28', 1)).toBe('2027-03-01')
  expect(daysAfter('2027-03-28', 1)).toBe('2027-03-29')
  expect(daysAfter('2027-01-01', -1)).toBe('2026-12-31')
  expect(weekdayOf('2027-03-28')).toBe(7)
  expect(weekdayOf('2027-03-29')).toBe(1)
})

test('times and minutes are the same thing', () => {
  expect(minutesOf('06:30')).toBe(390)
  expect(minutesOf('24:00')).toBe(1440)
  expect(timeOf(390)).toBe('06:30')
  expect(timeOf(0)).toBe('00:00')
})
