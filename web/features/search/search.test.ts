import { expect, test } from 'vitest'
import { radiusFrom, radiusReaching } from './search.ts'

test('C12: the default is 5 miles; a radius that reaches the nearest is offered', () => {
  expect([null, '', 'x', '-1', '0', '9999', 'Infinity'].map(radiusFrom)).toEqual([5, 5, 5, 5, 5, 5, 5])
  expect(radiusFrom('10')).toBe(10)
  expect([0.4, 2, 6.2, 50.1, 260].map(radiusReaching)).toEqual([2, 2, 10, 100, undefined])
})
