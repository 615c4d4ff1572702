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
    ['  yoga   for  two ', 'yoga for two', null],
    ['constructor __proto__', 'constructor __proto__', null],
    ['this constructor', 'this constructor', null],
    ['on morning', 'on', { firstDay: today, lastDay: '2026-12-02', from: null, to: '12:00' }],
    ['squash 2 dec 12027', 'squash 12027', on('2026-12-02')],
    ['squash 2 dec 20275', 'squash 20275', on('2026-12-02')],
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
    ['yoga tomorrow 6am', 'yoga', on('2026-11-26', '06:00')],
    ['after 6 yoga today', 'yoga', on(today, '18:00')],
    ['nov yoga', 'nov yoga', null],
    ['28 yoga', '28 yoga', null],
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

const week = (from: string | null, to: string | null = null) => ({
  firstDay: today,
  lastDay: '2026-12-02',
  from,
  to,
})

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
].map((long, index) => [long.slice(0, 3), long, String(index + 1).padStart(2, '0')] as const)

describe('a day', () => {
  it.each([
    ['now', today],
    ['today', today],
    ['tmrw', '2026-11-26'],
    ['thur', '2026-11-26'],
    ['thurs', '2026-11-26'],
    ['weds', today],
    ['mon', '2026-11-30'],
    ['mondays', '2026-11-30'],
    ['next tuesday', '2026-12-01'],
    ['saturday', '2026-11-28'],
    ['sun', '2026-11-29'],
    ['1st january', '2027-01-01'],
    ['december 3rd', '2026-12-03'],
    ['2nd dec 2027', '2027-12-02'],
    ['dec 2 2027', '2027-12-02'],
    ['25 nov', today],
    ['24 nov', '2027-11-24'],
    ['24 nov 2026', '2026-11-24'],
    ['25/11', today],
    ['24/11', '2027-11-24'],
    ['24/11/26', '2026-11-24'],
    ['3/2/2028', '2028-02-03'],
    ['feb 29 2028', '2028-02-29'],
  ])('%s is %s', (text, day) => {
    expect(readWhen(text, today)).toEqual({ words: '', period: on(day) })
  })

  it.each(months)('%s is recognised by its short name and its long one', (short, long, number) => {
    const day = `2027-${number}-09`
    expect(readWhen(`9 ${short} 2027`, today).period).toEqual(on(day))
    expect(readWhen(`${long} 9 2027`, today).period).toEqual(on(day))
  })

  it('is named once, and the rest are words', () => {
    expect(readWhen('friday saturday', today)).toEqual({ words: 'saturday', period: on('2026-11-27') })
    expect(readWhen('on ice', today)).toEqual({ words: 'on ice', period: null })
    expect(readWhen('next level', today)).toEqual({ words: 'next level', period: null })
    expect(readWhen('9 march2', today)).toEqual({ words: '9 march2', period: null })
    for (const text of ['x1/12', '1/12x', '1/12/027', '32 jan', '111 jan', '9nd2 jan', 'jan 2x', 'saturdayy'])
      expect(readWhen(text, today)).toEqual({ words: text, period: null })
  })

  it('on a Saturday the weekend is that day and the next', () => {
    expect(readWhen('weekend', '2026-11-28').period).toMatchObject({
      firstDay: '2026-11-28',
      lastDay: '2026-11-29',
    })
  })
})

describe('a time', () => {
  it.each([
    ['midday', week('12:00')],
    ['12pm', week('12:00')],
    ['1 pm', week('13:00')],
    ['11 am', week('11:00')],
    ['12 am', week('00:00')],
    ['6.30pm', week('18:30')],
    ['06:30', week('06:30')],
    ['0:00', week('00:00')],
    ['23:59', week('23:59')],
    ['at 6', week('18:00')],
    ['at 7', week('07:00')],
    ['from 1', week('13:00')],
    ['around 0', week('00:00')],
    ['at 6:30', week('06:30')],
    ['by 5', week(null, '17:00')],
    ['until 21:00', week(null, '21:00')],
    ['before 6 pm', week(null, '18:00')],
    ['after 9am until 11am', week('09:00', '11:00')],
    ['until 11am after 9am', week('09:00', '11:00')],
    ['morning', week(null, '12:00')],
    ['lunchtime', week('11:30', '14:00')],
    ['afternoon', week('12:00', '17:00')],
    ['evening', week('17:00')],
    ['night', week('17:00')],
    ['evening after 7pm', week('19:00')],
    ['tonite', on(today, '17:00')],
    ['until 9pm tonight', on(today, '17:00', '21:00')],
    ['this lunchtime', on(today, '11:30', '14:00')],
    ['this afternoon after 3', on(today, '15:00', '17:00')],
  ])('%s is read', (text, period) => {
    expect(readWhen(text, today)).toEqual({ words: '', period })
  })

  it.each([
    '24:00',
    '9:60',
    '0pm',
    '13pm',
    '6',
    'at',
    'at last',
    'after 6x',
    'x6pm',
    '6pmx',
    '12:5',
    '123pm',
  ])('%s is none', (text) => {
    expect(readWhen(text, today)).toEqual({ words: text, period: null })
  })

  it('leaves the words around it', () => {
    expect(readWhen('yoga 6 pm flow', today)).toEqual({ words: 'yoga flow', period: week('18:00') })
    expect(readWhen('yoga after 6 pm flow', today)).toEqual({ words: 'yoga flow', period: week('18:00') })
    expect(readWhen('yoga after 6pm flow', today)).toEqual({ words: 'yoga flow', period: week('18:00') })
    expect(readWhen('yoga 2 dec flow', today)).toEqual({ words: 'yoga flow', period: on('2026-12-02') })
    expect(readWhen('yoga this morning flow', today)).toEqual({
      words: 'yoga flow',
      period: on(today, null, '12:00'),
    })
  })
})
