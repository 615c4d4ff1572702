import { expect, it } from 'vitest'
import { noticeDaysFor, pendingMs, triedAgainOn } from './rules.ts'

const settings = { collectionRetryDays: 5, collectionTries: 3 }
const failed = { today: '2027-03-30', reason: 'no_funds' } as const

it('is tried again after some days, until the last try', () => {
  expect(triedAgainOn({ ...failed, tries: 1 }, settings)).toBe('2027-04-04')
  expect(triedAgainOn({ ...failed, tries: 2 }, settings)).toBe('2027-04-04')
  expect(triedAgainOn({ ...failed, tries: 3 }, settings)).toBeNull()
})

it('is not tried again when another day changes nothing', () => {
  const on = (reason: Parameters<typeof triedAgainOn>[0]['reason']) =>
    triedAgainOn({ ...failed, reason, tries: 1 }, settings)
  expect(on('card_declined')).toBe('2027-04-04')
  expect(on('mandate_cancelled')).toBeNull()
  expect(on('account_closed')).toBeNull()
  expect(on('no_card')).toBeNull()
})

it('is announced, except monthly payments by card', () => {
  expect(noticeDaysFor({ paymentMethod: 'card', billingPeriod: 'month' }, 10)).toBe(0)
  expect(noticeDaysFor({ paymentMethod: 'card', billingPeriod: 'year' }, 10)).toBe(10)
  expect(noticeDaysFor({ paymentMethod: 'direct_debit', billingPeriod: 'month' }, 10)).toBe(10)
})

it('a pending payment is polled again after six hours', () => {
  expect(pendingMs).toBe(21_600_000)
})
