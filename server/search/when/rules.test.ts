import { describe, expect, it } from 'vitest'
import { readWhen } from './rules.ts'

/** A Wednesday. */
const today = '2026-11-25'

const on = (day: string, from: string | null = null, to: string | null = null) => ({
  firstDay: day,
  lastDay: day,
  from,
  to,
})

describe('the day and time in the words of a search', () => {
  it.each([
    ['badminton', 'badminton', null],
    ['', '', null],
    ['yoga tomorrow 18:00', 'yoga', on('2026-11-26', '18:00')],
    ['Yoga TOMORROW at 6', 'yoga', on('2026-11-26', '18:00')],
    ['tonight', '', on(today, '17:00')],
    ['court tonight after 8pm', 'court', on(today, '20:00')],
    ['8pm tonight', '', on(today, '20:00')],
    ['swim this morning', 'swim', on(today, null, '12:00')],
    ['swim friday', 'swim', on('2026-11-27')],
    ['swim on Friday', 'swim', on('2026-11-27')],
    ['yoga wed', 'yoga', on(today)],
    ['tues evening pilates', 'pilates', on('2026-12-01', '17:00')],
    ['gym weekend', 'gym', { firstDay: '2026-11-28', lastDay: '2026-11-29', from: null, to: null }],
    ['gym this weekend', 'gym', { firstDay: '2026-11-28', lastDay: '2026-11-29', from: null, to: null }],
    ['squash 28 nov', 'squash', on('2026-11-28')],
    ['squash 28th November 2026', 'squash', on('2026-11-28')],
    ['squash nov 28 9.30am', 'squash', on('2026-11-28', '09:30')],
    ['squash 1/12', 'squash', on('2026-12-01')],
    ['squash 2/1', 'squash', on('2027-01-02')],
    ['squash 2026-12-01', 'squash', on('2026-12-01')],
    ['yoga before noon', 'yoga', { firstDay: today, lastDay: '2026-12-02', from: null, to: '12:00' }],
    ['yoga 12am', 'yoga', { firstDay: today, lastDay: '2026-12-02', from: '00:00', to: null }],
  ])('reads “%s”', (text, words, period) => {
    expect(readWhen(text, today)).toEqual({ words, period })
  })

  it('leaves alone what only looks like a time or a day', () => {
    for (const text of ['ol1 1aa', 'over 50s', '31/2', 'five-a-side', 'badminton 40 min', 'monks', '25:00'])
      expect(readWhen(text, today)).toEqual({ words: text, period: null })
  })

  it('on a Sunday the weekend is that day', () => {
    expect(readWhen('weekend', '2026-11-29').period).toEqual(on('2026-11-29'))
  })
})
