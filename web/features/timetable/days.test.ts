import { describe, expect, it } from 'vitest'
import { unavailableDayName } from '#messages/bookings/timetable.ts'
import { clockTime, offeredDate } from '#contract/time.ts'
import { nearestOffered, nextWithTimes, openingLabel, stripDays } from './days.ts'

const zone = 'Europe/London'
const offered = ['2027-03-24', '2027-03-25', '2027-03-26'].map((day) => offeredDate(day, '2027-03-24'))
const tenAtNight = clockTime(22 * 60)
const noon = new Date('2027-03-24T12:00:00Z')

describe('C05: only offered days can be chosen', () => {
  it('C05: any other day leads to the nearest one', () => {
    expect(nearestOffered('2027-03-25', offered)).toBe('2027-03-25')
    expect(nearestOffered('2027-04-09', offered)).toBe('2027-03-26')
    expect(nearestOffered('2027-01-01', offered)).toBe('2027-03-24')
    expect(nearestOffered('2027-02-30', offered)).toBe('2027-03-24')
    expect(nearestOffered('today', offered)).toBe('2027-03-24')
    expect(nearestOffered('2027-03-25', [])).toBeUndefined()
  })

  it('C05: later days are in the strip with their opening, but cannot be chosen', () => {
    const opensAt = {
      utc: '2027-03-24T22:00:00Z',
      local: '2027-03-24T22:00:00+00:00',
      timezone: zone,
      ...tenAtNight,
    }
    const later = { places: null, times: null, sessions: null, opensLater: true, opensAt, loginOpens: false }
    const open = { places: 4, times: 2, sessions: 2, opensLater: false, opensAt: null, loginOpens: false }
    const days = stripDays(offered, [
      { raw: '2027-03-24', ...open, times: 0, opensLater: true },
      { raw: '2027-03-25', ...open },
      { raw: '2027-03-27', ...later, loginOpens: true },
      { raw: '2027-03-28', ...later },
    ])
    expect(days.map((one) => [one.day, one.state === 'offered' ? one.count : one.loginOpens])).toEqual([
      ['2027-03-24', { times: 0, sessions: 2, opensLater: true }],
      ['2027-03-25', { times: 2, sessions: 2, opensLater: false }],
      ['2027-03-26', undefined],
      ['2027-03-27', true],
      ['2027-03-28', false],
    ])
    expect(days[3]).toMatchObject({ opening: { day: '2027-03-24', time: { format24Hour: '22:00' } } })
    expect(nextWithTimes(days, '2027-03-24')?.day).toBe('2027-03-25')
    expect(nextWithTimes(days, '2027-03-26')?.day).toBe('2027-03-25')
    expect(nextWithTimes(days, '2027-03-25')).toBeUndefined()
  })
})

describe('openings', () => {
  it('name the day as people say it', () => {
    const on = (day: string) => openingLabel({ day, time: tenAtNight }, noon, zone)
    expect(on('2027-03-24')).toBe('Bookable from 22:00 tonight')
    expect(on('2027-03-25')).toBe('Bookable from 22:00 tomorrow')
    expect(on('2027-03-27')).toBe('Bookable from 22:00 on Sat 27 Mar')
  })
})

it('reads out a day that is not open yet with the names of days as they are written', () => {
  expect(unavailableDayName({ day: '2027-03-09', opening: 'Bookable from 22:00 on Wed 3 Mar' })).toBe(
    'Tuesday 9 March, bookable from 22:00 on Wed 3 Mar',
  )
})
