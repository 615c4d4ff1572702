import { expect, it } from 'vitest'
import { list, number, ordinal, plural } from './format.ts'

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
