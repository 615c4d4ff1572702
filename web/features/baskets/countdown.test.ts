import { describe, expect, it } from 'vitest'
import { announcement, formatTimeLeft } from './countdown.ts'
import { formatEndTime } from './holdTime.ts'

const minutes = (count: number) => count * 60_000

/** Everything announced while the time left runs down second by second. */
const announcedBetween = (from: number, to: number): string[] => {
  const announcements: string[] = []
  for (let left = from; left >= to; left -= 1000) {
    const text = announcement(left + 1000, left)
    if (text !== null) announcements.push(text)
  }
  return announcements
}

describe('announcements', () => {
  it('are made at 5, 2, 1 and 0 minutes, each once', () => {
    expect(announcedBetween(minutes(10), minutes(-1))).toEqual([
      'Your places are held for 5 more minutes.',
      'Your places are held for 2 more minutes.',
      'Your places are held for 1 more minute.',
      'Your time ran out. The places in your basket are no longer held.',
    ])
  })

  it('are not made for a mark that was passed before the page was opened', () => {
    expect(announcement(undefined, minutes(1.5))).toBeNull()
  })

  it('give only the last mark after the device has slept', () => {
    expect(announcement(minutes(9), minutes(0.5))).toBe('Your places are held for 1 more minute.')
    expect(announcement(minutes(9), minutes(-3))).toBe(
      'Your time ran out. The places in your basket are no longer held.',
    )
  })

  it('are not made when the holds are extended', () => {
    expect(announcement(minutes(1), minutes(10))).toBeNull()
  })
})

describe('the time left', () => {
  it('is displayed in minutes, and to the second in the last two', () => {
    expect(formatTimeLeft(minutes(10))).toBe('10 min')
    expect(formatTimeLeft(minutes(10) + 1)).toBe('10 min')
    expect(formatTimeLeft(minutes(7.5))).toBe('8 min')
    // An offer lasts longer.
    expect(formatTimeLeft(minutes(372))).toBe('6 h 12 min')
    expect(formatTimeLeft(minutes(7.4))).toBe('7 min')
    expect(formatTimeLeft(minutes(2) + 1000)).toBe('2 min')
    expect(formatTimeLeft(minutes(2))).toBe('2:00')
    expect(formatTimeLeft(102_000)).toBe('1:42')
    expect(formatTimeLeft(9000)).toBe('0:09')
    expect(formatTimeLeft(-5000)).toBe('0:00')
  })

  it("ends at the venue's local time, in summer too", () => {
    expect(formatEndTime('2027-03-04T10:12:00Z', 'Europe/London')).toBe('10:12')
    expect(formatEndTime('2027-07-04T10:12:00Z', 'Europe/London')).toBe('11:12')
  })
})
