import { expect, test } from 'vitest'
import { hoursOn, weekdaysOf } from './openingHours.ts'

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

test('the hours of a day are those of the last line that names its weekday', () => {
  const opening = [
    { days: 'Every day', hours: '7am to 10pm' },
    { days: 'Sunday', hours: '9am to 5pm' },
    { days: 'Bank holidays', hours: '10am to 4pm' },
  ]
  expect(hoursOn(opening, '2027-03-06')).toBe('7am to 10pm')
  expect(hoursOn(opening, '2027-03-07')).toBe('9am to 5pm')
  expect(hoursOn([{ days: 'Monday', hours: '9am to 5pm' }], '2027-03-07')).toBeUndefined()
})
