import { expect, test } from 'vitest'
import { hoursOn } from './openingHours.ts'

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
