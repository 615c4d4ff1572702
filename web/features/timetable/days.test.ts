import { describe, expect, it } from 'vitest'
import { clockTime, offeredDate } from '#contract/time.ts'
import { firstOpening, nearestOffered, openingLabel, openingOf, stripDays } from './days.ts'

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
    const reference = { day: '2027-03-24', opening: { day: '2027-03-18', time: tenAtNight } }
    const days = stripDays(offered, reference, noon, zone)
    expect(days).toHaveLength(3 + 8)
    expect(days.filter(({ state }) => state === 'offered').map(({ day }) => day)).toEqual([
      '2027-03-24',
      '2027-03-25',
      '2027-03-26',
    ])
    // The 27th to the 29th would have opened by this rule and are not offered, so their opening is unknown.
    expect(days[3]).toMatchObject({ state: 'later', day: '2027-03-30', opening: { day: '2027-03-24' } })
  })
})

describe('openings', () => {
  it('keep the local time over a clock change', () => {
    const reference = { day: '2027-03-25', opening: { day: '2027-03-18', time: tenAtNight } }
    // 1 April lies in summer time; a week earlier is still winter, and the local time is 22:00 in both.
    expect(openingOf(reference, '2027-04-01')).toEqual({ day: '2027-03-25', time: tenAtNight })
  })

  it('begin with the earliest of a day', () => {
    const at = (local: string) => ({ firstBookableAt: { local } })
    expect(
      firstOpening([
        at('2027-03-18T22:00:00+00:00'),
        at('2027-03-17T09:30:00+00:00'),
        { firstBookableAt: null },
      ]),
    ).toEqual({
      day: '2027-03-17',
      time: { format12Hour: '9:30am', format24Hour: '09:30' },
    })
    expect(firstOpening([])).toBeUndefined()
  })

  it('name the day as people say it', () => {
    const on = (day: string) => openingLabel({ day, time: tenAtNight }, noon, zone)
    expect(on('2027-03-24')).toBe('Bookable from 22:00 tonight')
    expect(on('2027-03-25')).toBe('Bookable from 22:00 tomorrow')
    expect(on('2027-03-27')).toBe('Bookable from 22:00 on Sat 27 Mar')
  })
})
