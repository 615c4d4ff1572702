import { expect, test } from 'vitest'
import { weekdaysOf } from './openingHours.ts'

test.each([
  ['Every day', [0, 1, 2, 3, 4, 5, 6]],
  ['Weekdays', [0, 1, 2, 3, 4]],
  ['Monday to Friday', [0, 1, 2, 3, 4]],
  ['Mon-Fri', [0, 1, 2, 3, 4]],
  ['Saturday and Sunday', [5, 6]],
  ['Saturdays', [5]],
  ['Friday to Monday', [4, 5, 6, 0]],
  ['Mon, Wed – Fri & Sunday', [0, 2, 3, 4, 6]],
  ['Bank holidays', null],
  ['Monday and bank holidays', null],
  ['', null],
])('%s', (days, weekdays) => {
  expect(weekdaysOf(days)).toEqual(weekdays)
})
