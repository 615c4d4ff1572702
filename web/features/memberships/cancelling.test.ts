import { describe, expect, it } from 'vitest'
import { describePayments } from './cancelling.ts'

const amount = { raw: 4200, currency: '42.00', formatted: '£42.00' }
const payments = (count: number, first: string, last: string) => ({
  count,
  total: { raw: count * 4200, currency: '', formatted: `£${count * 42}.00` },
  first,
  last,
})

describe('G03: cancelling says what is still collected', () => {
  it('all payments, with their sum and the days of the first and the last', () => {
    const cancelPayments = payments(12, '2027-04-01', '2028-03-01')
    expect(describePayments({ cancelPayments, failedPayment: null })).toBe(
      'You can use it until then. We collect 12 more payments, £504.00 in all: the first on 1 April 2027, the last on 1 March 2028.',
    )
    const one = payments(1, '2027-05-01', '2027-05-01')
    expect(describePayments({ cancelPayments: one, failedPayment: null })).toBe(
      'You can use it until then. We collect 1 more payment: £42.00 on 1 May 2027.',
    )
  })

  it('nothing, where the next payment is after the end', () => {
    expect(describePayments({ cancelPayments: null, failedPayment: null })).toBe(
      "You can use it until then. We won't collect any more payments.",
    )
  })

  it('what is owed first, while it is frozen for that', () => {
    const failedPayment = { amount, triedAgainOn: null }
    expect(describePayments({ cancelPayments: null, failedPayment })).toBe(
      "You still owe £42.00. Once you've paid it, you can use your membership until then, and payments due before then are collected.",
    )
  })
})
