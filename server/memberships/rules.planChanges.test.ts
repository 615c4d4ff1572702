import { expect, it } from 'vitest'
import { canChangePlan, priceFrom } from './rules.ts'

const member = {
  status: 'active' as const,
  startsOn: '2027-01-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  billingPeriod: 'month' as const,
  nextBillingOn: '2027-04-01',
  collectedHere: true,
  nextPlan: null,
  failedPayment: null,
}
const next = { id: 2, name: 'Swim', price: 2450, from: '2027-04-01', isSame: false }

it('the plan of a membership that runs and is paid by the month can be changed', () => {
  const can = (more: object) => canChangePlan({ ...member, ...more }, '2027-03-10')
  expect(can({})).toBe(true)
  expect(can({ collectedHere: false })).toBe(false)
  expect(can({ billingPeriod: 'year' })).toBe(false)
  expect(can({ nextBillingOn: null })).toBe(false)
  expect(can({ nextBillingOn: '2027-03-10' })).toBe(false)
  expect(can({ endsOn: '2027-05-31' })).toBe(false)
  expect(can({ frozenFrom: '2027-05-01', frozenUntil: '2027-06-01' })).toBe(false)
  expect(can({ frozenFrom: '2027-01-01', frozenUntil: '2027-02-01' })).toBe(true)
  expect(can({ nextPlan: next })).toBe(false)
  expect(can({ failedPayment: { amount: 4200 } })).toBe(false)
  expect(can({ startsOn: '2027-03-11' })).toBe(false)
})

it('a period costs what its plan costs', () => {
  expect(priceFrom({ price: 4200, nextPlan: null }, '2027-04-01')).toBe(4200)
  expect(priceFrom({ price: 4200, nextPlan: next }, '2027-03-31')).toBe(4200)
  expect(priceFrom({ price: 4200, nextPlan: next }, '2027-04-01')).toBe(2450)
})
