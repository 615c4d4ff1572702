import { describe, expect, it } from 'vitest'
import type { BookableSlot } from '#contract/bookables.ts'
import { clockTime } from '#contract/time.ts'
import { byDayPart, byLocation, byStart } from './grouping.ts'

const at = (minutes: number, lasts = 60) => ({
  timestamp: minutes * 60,
  startsAt: clockTime(minutes),
  endsAt: clockTime(minutes + lasts),
})

const slot = (court: number, minutes: number) =>
  ({ ...at(minutes), location: { id: String(400 + court), name: `Court ${court}` } }) as BookableSlot

describe('groups', () => {
  it('are morning, afternoon and evening, without empty ones', () => {
    const groups = byDayPart([at(11 * 60 + 59), at(12 * 60), at(16 * 60 + 59), at(17 * 60)])
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['Morning', 1],
      ['Afternoon', 2],
      ['Evening', 1],
    ])
    expect(byDayPart([at(18 * 60)]).map(({ title }) => title)).toEqual(['Evening'])
  })

  it('C02: are courts, in the order people count them, each with its hours', () => {
    const groups = byLocation([slot(10, 540), slot(2, 540), slot(2, 600)])
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['Court 2', 2],
      ['Court 10', 1],
    ])
  })
})

describe('order', () => {
  it('C03: is by start, then by end, and otherwise as the server sent it', () => {
    const late = at(600)
    const long = { ...at(540, 90), name: 'long' }
    const short = { ...at(540, 45), name: 'short' }
    const again = { ...at(540, 45), name: 'again' }
    expect(byStart([late, long, short, again])).toEqual([short, again, long, late])
  })

  it('C10: a time past the last minute of the day stays 23:59', () => {
    expect(byStart([at(1380, 60)])[0]?.endsAt.format24Hour).toBe('23:59')
  })
})
