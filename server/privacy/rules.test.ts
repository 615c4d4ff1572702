import { inEnglish } from '#test/inEnglish.ts'
import { expect, it } from 'vitest'
import { whatIsForfeited, whyCannotClose } from './rules.ts'
import type { ClosingState } from './rules.ts'

const nothing: ClosingState = {
  bookingsAhead: 0,
  memberships: [],
  owed: 0,
  isPaying: false,
  credit: 0,
  onAccount: 0,
  packages: [],
  guestPasses: 0,
}

it('lets an account be closed that has nothing open', () => {
  expect(whyCannotClose(nothing, '£')).toEqual([])
  expect(whatIsForfeited(nothing, '£')).toEqual([])
})

it('lists what must end first, in the order in which to resolve it', () => {
  const open = { ...nothing, isPaying: true, bookingsAhead: 1, memberships: ['Gold'], owed: 1 }
  expect(whyCannotClose(open, '£').map(({ code }) => code)).toEqual([
    'payment_under_way',
    'upcoming_bookings',
    'membership_ongoing',
    'money_owed',
  ])
  expect(inEnglish(whyCannotClose({ ...nothing, owed: 250 }, '£'))).toEqual([
    { code: 'money_owed', message: 'You owe £2.50. Pay it first.' },
  ])
})

it('says what would be lost', () => {
  const packages = [{ name: 'Ten swims', usesLeft: 3 }]
  const left = { ...nothing, credit: 1, onAccount: 845, packages, guestPasses: 1 }
  expect(inEnglish(whatIsForfeited(left, '£'))).toEqual([
    '£0.01 of credit',
    '£8.45 on your account',
    '3 visits of Ten swims',
    '1 guest pass',
  ])
})
