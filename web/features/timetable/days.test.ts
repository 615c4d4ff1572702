import { describe, expect, it } from 'vitest'
import { clockTime, offeredDate } from '#contract/time.ts'
import {
  dayInWords,
  firstOpening,
  nearestOffered,
  openedAgo,
  openingInShort,
  openingOf,
  spanInWords,
  stripDays,
} from './days.ts'

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

  it('C05: later days stand in the strip with their opening, but are not offered', () => {
    const known = { day: '2027-03-24', opening: { day: '2027-03-18', time: tenAtNight } }
    const days = stripDays(offered, known, noon, zone)
    expect(days).toHaveLength(3 + 8)
    expect(days.filter(({ state }) => state === 'offered').map(({ day }) => day)).toEqual([
      '2027-03-24',
      '2027-03-25',
      '2027-03-26',
    ])
    // The 27th to the 29th would have opened by this rule and are not offered: nobody knows when they will be.
    expect(days[3]).toMatchObject({ state: 'later', day: '2027-03-30', opening: { day: '2027-03-24' } })
  })
})

describe('openings', () => {
  it('keep the hour of the wall over a clock change', () => {
    const known = { day: '2027-03-25', opening: { day: '2027-03-18', time: tenAtNight } }
    // 1 April lies in summer time; a week earlier is still winter, and the wall says 22:00 all the same.
    expect(openingOf(known, '2027-04-01')).toEqual({ day: '2027-03-25', time: tenAtNight })
  })

  it('are told by the earliest of a day', () => {
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

  it('are said as people say them', () => {
    const on = (day: string) => openingInShort({ day, time: tenAtNight }, noon, zone)
    expect(on('2027-03-24')).toBe('Opens today at 22:00')
    expect(on('2027-03-25')).toBe('Opens tomorrow at 22:00')
    expect(on('2027-03-27')).toBe('Opens Sat 27 Mar at 22:00')
  })

  it('tell how long ago the newest day opened, while that is news', () => {
    const opening = { day: '2027-03-24', time: tenAtNight }
    expect(openedAgo(opening, new Date('2027-03-24T22:04:30Z'), zone)).toBe('4 min ago')
    expect(openedAgo(opening, new Date('2027-03-25T01:10:00Z'), zone)).toBe('3 h ago')
    expect(openedAgo(opening, new Date('2027-03-24T21:59:00Z'), zone)).toBeUndefined()
    expect(openedAgo(opening, new Date('2027-03-26T00:00:00Z'), zone)).toBeUndefined()
  })
})

describe('words', () => {
  it('name a day in full and a span in hours and minutes', () => {
    expect(dayInWords('2026-11-26')).toBe('Thursday 26 November')
    expect(dayInWords('2027-03-04')).toBe('Thursday 4 March')
    expect(spanInWords(0.2)).toBe('1 min')
    expect(spanInWords(192)).toBe('3 h 12 min')
    expect(spanInWords(120)).toBe('2 h')
  })
})
