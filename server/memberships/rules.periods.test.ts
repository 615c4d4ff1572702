import { expect, it } from 'vitest'
import { billingDayAfter, monthsAfter, periodAfter } from './rules.ts'

it('takes the last day of a shorter month, across years and leap years', () => {
  expect(monthsAfter('2027-01-31', 1)).toBe('2027-02-28')
  expect(monthsAfter('2028-01-31', 1)).toBe('2028-02-29')
  expect(monthsAfter('2027-01-28', 1)).toBe('2027-02-28')
  expect(monthsAfter('2027-12-31', 1)).toBe('2028-01-31')
  expect(monthsAfter('2027-10-31', 2)).toBe('2027-12-31')
  expect(monthsAfter('2027-11-30', 14)).toBe('2029-01-30')
  expect(monthsAfter('2027-03-31', -1)).toBe('2027-02-28')
  expect(monthsAfter('2027-03-04', 0)).toBe('2027-03-04')
  expect(monthsAfter('0999-12-04', 1)).toBe('1000-01-04')
})

it('is the next billing day, never the same one', () => {
  expect(billingDayAfter('2027-03-04', 15)).toBe('2027-03-15')
  expect(billingDayAfter('2027-03-15', 15)).toBe('2027-04-15')
  expect(billingDayAfter('2027-03-16', 15)).toBe('2027-04-15')
  expect(billingDayAfter('2027-12-31', 1)).toBe('2028-01-01')
  expect(billingDayAfter('2027-03-04', 5)).toBe('2027-03-05')
})

it('is a month or a year later', () => {
  expect(periodAfter('2027-01-31', 'month')).toBe('2027-02-28')
  expect(periodAfter('2028-02-29', 'year')).toBe('2029-02-28')
})
