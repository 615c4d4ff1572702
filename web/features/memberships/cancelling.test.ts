import { describe, expect, it } from 'vitest'
import { describePayments } from './cancelling.ts'

const amount = { raw: 4200, currency: '42.00', formatted: '£42.00' }
const failed = (triedAgainOn: string | null) => ({ amount, triedAgainOn })
const collectedOn = (date: string) =>
  `You can use it until then. Your next payment on ${date} is still collected.`

describe('G03: cancelling says what is still collected', () => {
  it.each([
    ['the payment before the end', { nextBillingOn: '2027-05-01', failedPayment: null }, '1 May 2027'],
    [
      'a payment that failed and is tried again',
      { nextBillingOn: '2027-06-01', failedPayment: failed('2027-05-08') },
      '8 May 2027',
    ],
    ['the first of both', { nextBillingOn: '2027-05-01', failedPayment: failed('2027-05-08') }, '1 May 2027'],
  ])('%s', (_what, membership, date) => {
    expect(describePayments(membership, '2027-05-31')).toBe(collectedOn(date))
  })

  it('nothing, where the next payment is after the end', () => {
    const none = "You can use it until then. We won't collect any more payments."
    expect(describePayments({ nextBillingOn: '2027-06-01', failedPayment: null }, '2027-05-31')).toBe(none)
    expect(describePayments({ nextBillingOn: null, failedPayment: null }, '2027-05-31')).toBe(none)
  })

  it('what is owed first, while it is frozen for that', () => {
    expect(describePayments({ nextBillingOn: null, failedPayment: failed(null) }, '2027-05-31')).toBe(
      "You still owe £42.00. Once you've paid it, you can use your membership until then, and payments due before then are collected.",
    )
  })
})
