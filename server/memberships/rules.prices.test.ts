import { describe, expect, it } from 'vitest'
import { canChangePlan, followedPrice } from './rules.ts'
import type { PricedMembership } from './rules.ts'

const today = '2027-03-10'

const member: PricedMembership = {
  price: 4200,
  billingPeriod: 'month',
  nextBillingOn: '2027-04-01',
  minimumUntil: null,
  cancellationNoticeDays: null,
  collectionNoticeDays: 10,
  basePrice: 4200,
  steps: [{ fromDay: '2027-05-01', price: 4400 }],
}

const followed = (more: Partial<PricedMembership>) => followedPrice({ ...member, ...more }, today)

describe('the next price of a membership', () => {
  it('begins with the first payment on or after the day of the step', () => {
    expect(followed({})).toEqual({ fromDay: '2027-05-01', price: 4400 })
    expect(followed({ nextBillingOn: '2027-03-15' })).toEqual({ fromDay: '2027-05-15', price: 4400 })
    expect(followed({ billingPeriod: 'year', nextBillingOn: '2027-04-30' })).toEqual({
      fromDay: '2028-04-30',
      price: 4400,
    })
  })

  it('begins at least 30 days after today, or after the notice of the plan', () => {
    const steps = [{ fromDay: '2027-03-11', price: 4400 }]
    expect(followed({ steps, nextBillingOn: '2027-03-31' })?.fromDay).toBe('2027-04-30')
    expect(followed({ steps, nextBillingOn: '2027-04-09' })?.fromDay).toBe('2027-04-09')
    expect(followed({ steps, nextBillingOn: '2027-04-08' })?.fromDay).toBe('2027-05-08')
    expect(followed({ steps, cancellationNoticeDays: 60 })?.fromDay).toBe('2027-06-01')
  })

  it('begins after the minimum term, where it is dearer', () => {
    const minimumUntil = '2027-12-31'
    expect(followed({ minimumUntil })?.fromDay).toBe('2028-01-01')
    const steps = [{ fromDay: '2027-03-11', price: 4000 }]
    expect(followed({ minimumUntil, steps })).toEqual({ fromDay: '2027-04-01', price: 4000 })
  })

  it('is none where what it costs is no price of its plan', () => {
    expect(followed({ price: 3000 })).toBeNull()
    // A price that has not begun is not what it pays.
    expect(followed({ price: 4400 })).toBeNull()
  })

  it('is that of the last step that has begun, or else of the next one', () => {
    const [january, february] = [
      { fromDay: '2027-01-01', price: 4300 },
      { fromDay: '2027-02-01', price: 4400 },
    ]
    const april = { fromDay: '2027-04-01', price: 4500 }
    expect(followed({ steps: [january, february, april] })?.price).toBe(4400)
    expect(followed({ price: 4400, steps: [january, february, april] })?.price).toBe(4500)
    expect(followed({ price: 4400, steps: [january, february] })).toBeNull()
    expect(followed({ steps: [] })).toBeNull()
  })
})

it('a plan can be changed while a new price of it is to come', () => {
  const nextPlan = { id: 1, name: 'Gold', price: 4400, from: '2027-05-01', isSame: true }
  const membership = {
    status: 'active' as const,
    startsOn: '2027-01-01',
    endsOn: null,
    frozenFrom: null,
    frozenUntil: null,
    billingPeriod: 'month' as const,
    nextBillingOn: '2027-04-01',
    collectedHere: true,
    nextPlan,
    failedPayment: null,
  }
  expect(canChangePlan(membership, today)).toBe(true)
  expect(canChangePlan({ ...membership, nextPlan: { ...nextPlan, isSame: false } }, today)).toBe(false)
})
