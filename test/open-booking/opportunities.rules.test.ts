import { describe, expect, it } from 'vitest'
import { nameIn, opportunityFor } from './opportunities.ts'

const of = (
  criterion: string,
  kind: 'classes' | 'courts' = 'classes',
  flow = 'OpenBookingSimpleFlow',
  count = 0,
) => opportunityFor(criterion, kind, flow, count)

describe('an opportunity for a criterion', () => {
  it('has ten places, is to come and can be cancelled, by default', () => {
    expect(of('TestOpportunityBookable')).toEqual({
      kind: 'classes',
      price: 1000,
      capacity: 10,
      isOver: false,
      releaseMinutes: null,
      freeCancelMinutes: 0,
      customerRefund: true,
      prepayment: null,
      needsApproval: false,
      needsAttendee: false,
      hasQuestion: false,
      joinLink: '',
    })
  })

  it.each([
    ['TestOpportunityBookableNonFree', { price: 1000 }],
    ['TestOpportunityBookableFree', { price: 0 }],
    ['TestOpportunityBookableUsingPayment', { price: 1000 }],
    ['TestOpportunityBookableNoSpaces', { capacity: 0 }],
    ['TestOpportunityBookableOneSpace', { capacity: 1 }],
    ['TestOpportunityBookableFiveSpaces', { capacity: 5 }],
    ['TestOpportunityBookableInPast', { isOver: true }],
    ['TestOpportunityBookableOutsideValidFromBeforeStartDate', { releaseMinutes: 10 }],
    ['TestOpportunityBookableWithinValidFromBeforeStartDate', { releaseMinutes: 40_320 }],
    ['TestOpportunityBookableCancellableWithinWindow', { freeCancelMinutes: 60 }],
    ['TestOpportunityBookableCancellableOutsideWindow', { freeCancelMinutes: 40_320 }],
    ['TestOpportunityBookableNotCancellable', { customerRefund: false }],
    ['TestOpportunityBookableNonFreePrepaymentOptional', { prepayment: 'optional' }],
    ['TestOpportunityBookableNonFreePrepaymentUnavailable', { prepayment: 'unavailable' }],
    ['TestOpportunityBookableNonFreePrepaymentRequired', { prepayment: 'required' }],
    ['TestOpportunityBookableAttendeeDetails', { needsAttendee: true }],
    ['TestOpportunityBookableAdditionalDetails', { hasQuestion: true }],
  ])('%s has %j', (criterion, more) => {
    expect(of(criterion)).toMatchObject(more)
  })

  it('is online where it says so', () => {
    expect(of('TestOpportunityOnlineBookable').joinLink).toMatch(/^https:/)
  })

  it('is free every other time where no price is named', () => {
    const prices = [0, 1, 2, 3].map((count) => of('TestOpportunityBookable', 'classes', '', count).price)
    expect(prices).toEqual([1000, 0, 1000, 0])
    expect(of('TestOpportunityBookableNonFree', 'classes', '', 1).price).toBe(1000)
    expect(of('TestOpportunityBookableUsingPayment', 'classes', '', 1).price).toBe(1000)
  })

  it('of a court has one place', () => {
    expect(of('TestOpportunityBookable', 'courts').capacity).toBe(1)
    expect(of('TestOpportunityBookableFiveSpaces', 'courts').capacity).toBe(1)
    expect(of('TestOpportunityBookableNoSpaces', 'courts').capacity).toBe(0)
  })

  it('waits for approval in that flow alone', () => {
    expect(of('TestOpportunityBookable', 'classes', 'OpenBookingApprovalFlow').needsApproval).toBe(true)
  })
})

it('an address ends with its name', () => {
  expect(nameIn('https://openactive.io/test-interface#TestOpportunityBookable')).toBe(
    'TestOpportunityBookable',
  )
  expect(nameIn('TestOpportunityBookable')).toBe('TestOpportunityBookable')
})
