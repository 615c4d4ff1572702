import { expect, test } from 'vitest'
import { hint } from '#messages/bookings/search.ts'
import { radiusFrom, radiusReaching } from './search.ts'

test('C12: the default is 5 miles; a radius that reaches the nearest is offered', () => {
  expect([null, '', 'x', '-1', '0', '9999', 'Infinity'].map(radiusFrom)).toEqual([5, 5, 5, 5, 5, 5, 5])
  expect(radiusFrom('10')).toBe(10)
  expect([0.4, 2, 6.2, 50.1, 260].map(radiusReaching)).toEqual([2, 2, 10, 100, undefined])
})

test("the examples of a search are the operator's own, and none without activities or addresses", () => {
  expect(hint({ activities: ['Swim', 'Yoga'], area: 'BD23' })).toBe(
    'Try “Swim tonight”, “Yoga tomorrow 18:00” or “BD23”.',
  )
  expect(hint({ activities: ['Swim'], area: 'BD23' })).toBe(
    'Try “Swim tonight”, “Swim tomorrow 18:00” or “BD23”.',
  )
  for (const none of [
    { activities: [], area: 'BD23' },
    { activities: ['Swim'], area: undefined },
  ])
    expect(hint(none)).toBe('Try an activity with a day or a time, a town or a postcode.')
})
