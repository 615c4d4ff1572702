import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import {
  describeMinimumTerm,
  formatDayRange,
  listDueToday,
  listEligibility,
  describeNextPayment,
  pricePerPeriod,
} from './planCosts.ts'

const gold: Parameters<typeof describeNextPayment>[0] = {
  price: money(4200),
  billingPeriod: 'month',
  joiningFee: money(2000),
  dueToday: money(4980),
  firstDays: { from: '2027-03-10', until: '2027-03-31', price: money(2980) },
  nextPayment: { on: '2027-04-01', amount: money(4200) },
  minimumTermMonths: 12,
  minimumUntil: '2028-03-09',
  minimumTotal: money(55380),
  endsOn: null,
}

test('H01: what is due today, what comes next and for how long, in plain words', () => {
  expect(pricePerPeriod(gold)).toEqual({ sum: '£42.00', period: 'a month' })
  expect(listDueToday(gold)).toEqual([
    { what: '10 to 31 March', sum: '£29.80' },
    { what: 'Joining fee', sum: '£20.00' },
  ])
  expect(describeNextPayment(gold)).toBe('Then £42.00 on the 1st of each month, from 1 April 2027.')
  expect(describeMinimumTerm(gold)).toBe('Minimum term 12 months, until 9 March 2028: £553.80 in all.')
})

test.each([
  ['2027-04-02', '2nd'],
  ['2027-04-03', '3rd'],
  ['2027-04-04', '4th'],
  ['2027-04-11', '11th'],
  ['2027-04-12', '12th'],
  ['2027-04-13', '13th'],
  ['2027-04-20', '20th'],
  ['2027-04-21', '21st'],
  ['2027-04-22', '22nd'],
])('%s is the %s of the month', (on, day) => {
  expect(describeNextPayment({ ...gold, nextPayment: { on, amount: money(100) } })).toContain(
    `on the ${day} of each`,
  )
})

test('what is paid once, by the year or not at all says so', () => {
  const once = { ...gold, billingPeriod: 'once' as const, nextPayment: null, endsOn: '2027-06-09' }
  expect(describeNextPayment(once)).toBe('Nothing more to pay. It ends by itself on 9 June 2027.')
  expect(describeMinimumTerm(once)).toBe('No ties: it is paid once.')
  expect(describeNextPayment({ ...gold, billingPeriod: 'year' })).toBe(
    'Then £42.00 a year, from 1 April 2027.',
  )
  expect(describeMinimumTerm({ ...gold, minimumTermMonths: 0, minimumUntil: null })).toBe(
    'No minimum term: leave whenever you like.',
  )
  expect(pricePerPeriod({ ...gold, price: money(0) })).toEqual({ sum: 'Free', period: '' })
  const free = { ...gold, joiningFee: money(0), firstDays: { ...gold.firstDays, price: money(0) } }
  expect(listDueToday(free)).toEqual([{ what: '10 to 31 March, free', sum: '£0.00' }])
})

test('whom it is for', () => {
  expect(listEligibility({ ageMin: 16, ageMax: null, documentType: 'student-card' })).toEqual([
    'From age 16',
    'Student card needed',
  ])
  expect(listEligibility({ ageMin: 8, ageMax: 15, documentType: null })).toEqual(['Ages 8 to 15'])
  expect(listEligibility({ ageMin: null, ageMax: 15, documentType: null })).toEqual(['Up to age 15'])
})

test('days are told without what goes without saying', () => {
  expect(formatDayRange('2027-03-20', '2027-04-30')).toBe('20 March to 30 April')
  expect(formatDayRange('2027-12-20', '2028-01-14')).toBe('20 December 2027 to 14 January 2028')
})
