import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import {
  describeMinimumTerm,
  formatDayRange,
  listChanges,
  listDueToday,
  listEligibility,
  describeNextPayment,
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
  expect(listDueToday(gold)).toEqual([
    { name: '10 to 31 March', amount: '£29.80' },
    { name: 'Joining fee', amount: '£20.00' },
  ])
  expect(describeNextPayment(gold)).toBe('Then £42.00 on the 1st of each month, from 1 April 2027.')
  expect(describeMinimumTerm(gold)).toBe('Minimum term 12 months, until 9 March 2028: £553.80 in total.')
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
  expect(describeNextPayment(once)).toBe('Nothing more to pay. Ends on 9 June 2027.')
  expect(describeMinimumTerm(once)).toBe("One-off payment. Doesn't renew.")
  expect(describeNextPayment({ ...gold, billingPeriod: 'year' })).toBe(
    'Then £42.00 a year, from 1 April 2027.',
  )
  expect(describeMinimumTerm({ ...gold, minimumTermMonths: 0, minimumUntil: null })).toBe(
    'No minimum term. Cancel any time.',
  )
  const free = { ...gold, joiningFee: money(0), firstDays: { ...gold.firstDays, price: money(0) } }
  expect(listDueToday(free)).toEqual([{ name: '10 to 31 March, free', amount: '£0.00' }])
})

test('how it may be cancelled and frozen', () => {
  const terms = { ...gold, cancellationNoticeDays: 30, freezeMonths: 3, endsOn: null }
  expect(listChanges(terms)).toEqual([
    "To cancel, give 30 days' notice in your account.",
    'Freeze it for up to 3 months, once in 12 months.',
  ])
  expect(listChanges({ ...terms, cancellationNoticeDays: null, freezeMonths: 0 })).toEqual([
    'To cancel it, ask at reception.',
  ])
  expect(listChanges({ ...terms, cancellationNoticeDays: 0, freezeMonths: 0 })).toEqual([])
  expect(listChanges({ ...terms, endsOn: '2027-06-09' })).toEqual([])
})

test('G03: no freeze is promised for a year, and nothing online where nothing is collected', () => {
  const terms = { ...gold, cancellationNoticeDays: 30, freezeMonths: 3 }
  expect(listChanges({ ...terms, billingPeriod: 'year' })).toEqual([
    "To cancel, give 30 days' notice in your account.",
  ])
  expect(listChanges({ ...terms, nextPayment: null })).toEqual(['To cancel it, ask at reception.'])
})

test('the eligible ages and the required document', () => {
  expect(listEligibility({ ageMin: 16, ageMax: null, documentType: 'student-card', maxMembers: 1 })).toEqual([
    'Age 16 and over',
    'Student card needed',
  ])
  expect(listEligibility({ ageMin: 8, ageMax: 15, documentType: null, maxMembers: 1 })).toEqual([
    'Ages 8 to 15',
  ])
  expect(listEligibility({ ageMin: null, ageMax: 15, documentType: null, maxMembers: 1 })).toEqual([
    'Age 15 and under',
  ])
})

test('a range of days repeats neither month nor year', () => {
  expect(formatDayRange('2027-03-20', '2027-04-30')).toEqual({ first: '20 March', last: '30 April' })
  expect(formatDayRange('2027-12-20', '2028-01-14')).toEqual({
    first: '20 December 2027',
    last: '14 January 2028',
  })
})
