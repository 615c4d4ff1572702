import { expect, it, vi } from 'vitest'
import { dateTime, duration, list, longDay, number, ordinal, plural, shortDay } from './format.ts'

it('makes no formatter before one is needed', async () => {
  const used: PropertyKey[] = []
  const recorded = new Proxy(Intl, {
    get: (formatters, name): unknown => {
      used.push(name)
      return Reflect.get(formatters, name)
    },
  })
  vi.stubGlobal('Intl', recorded)
  vi.resetModules()
  const { plural: fresh } = await import('./format.ts')
  await import('./shared/dates.ts')
  expect(used).toEqual([])
  fresh(1, { other: '' })
  expect(used).toEqual(['PluralRules'])
  vi.unstubAllGlobals()
})

it('counts', () => {
  const places = (count: number): string => plural(count, { one: `${count} place`, other: `${count} places` })
  expect([0, 1, 2].map(places)).toEqual(['0 places', '1 place', '2 places'])
  expect(number(1250)).toBe('1,250')
})

it('orders', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
  ])
})

it('joins', () => {
  expect(list(['A'])).toBe('A')
  expect(list(['A', 'B', 'C'])).toBe('A, B and C')
  expect(list(['A', 'B'], 'or')).toBe('A or B')
})

it('names days, times and spans', () => {
  expect(longDay('2026-11-26')).toBe('Thursday 26 November')
  expect(longDay('2027-03-04')).toBe('Thursday 4 March')
  expect(shortDay('2027-03-04')).toBe('Thu 4 Mar')
  const now = new Date('2027-03-04T12:00:00Z')
  const on = (at: string): string => dateTime({ at: new Date(at), zone: 'Europe/London', now })
  expect(on('2027-03-04T21:00:00Z')).toBe('21:00')
  expect(on('2027-03-05T09:30:00Z')).toBe('Fri 5 Mar, 09:30')
  expect([0.2, 192, 120].map(duration)).toEqual(['1 min', '3 h 12 min', '2 h'])
})
