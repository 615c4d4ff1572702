import { describe, expect, it } from 'vitest'
import { firstMembershipId, nextCollectedOn, statusOn } from './rules.ts'
import type { MembershipDays } from './rules.ts'

const days = (more: Partial<MembershipDays> = {}): MembershipDays => ({
  status: 'active',
  startsOn: '2027-01-10',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  ...more,
})

describe('G03: membership status on a day', () => {
  it('is active from the first day to the last', () => {
    const held = days({ endsOn: '2027-03-31' })
    expect(statusOn(held, '2027-01-09')).toBe('pending')
    expect(statusOn(held, '2027-01-10')).toBe('active')
    expect(statusOn(held, '2027-03-31')).toBe('active')
    expect(statusOn(held, '2027-04-01')).toBe('ended')
    expect(statusOn(days({ status: 'pending' }), '2027-01-10')).toBe('active')
  })

  it('is frozen from a day until the day it resumes', () => {
    const held = days({ frozenFrom: '2027-02-01', frozenUntil: '2027-03-01' })
    expect(statusOn(held, '2027-01-31')).toBe('active')
    expect(statusOn(held, '2027-02-01')).toBe('frozen')
    expect(statusOn(held, '2027-02-28')).toBe('frozen')
    expect(statusOn(held, '2027-03-01')).toBe('active')
    expect(statusOn(days({ frozenFrom: '2027-02-01' }), '2028-02-01')).toBe('frozen')
    expect(statusOn(days({ status: 'frozen' }), '2027-02-01')).toBe('frozen')
  })

  it('stays pending until paid, and stays ended', () => {
    expect(statusOn(days({ status: 'awaiting_payment' }), '2027-02-01')).toBe('awaiting_payment')
    expect(statusOn(days({ status: 'ended' }), '2027-02-01')).toBe('ended')
    expect(statusOn(days({ status: 'awaiting_payment', endsOn: '2027-01-31' }), '2027-02-01')).toBe('ended')
  })

  it('puts current memberships first, then newer ones', () => {
    const old = { id: 1, status: 'ended', startsOn: '2024-01-01' } as const
    const now = { id: 2, status: 'active', startsOn: '2026-01-01' } as const
    const newer = { id: 3, status: 'active', startsOn: '2027-01-01' } as const
    expect([old, now, newer].toSorted(firstMembershipId)).toEqual([newer, now, old])
  })
})

const monthly = {
  status: 'active',
  startsOn: '2026-09-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  nextBillingOn: '2027-04-01',
} as const
const today = '2027-03-10'

describe('the day of the next payment', () => {
  it.each([
    ['is the billing day', {}, '2027-04-01'],
    ['is none without a billing day', { nextBillingOn: null }, null],
    ['is none after the end', { status: 'ended' as const }, null],
    ['is none where the membership ended yesterday', { endsOn: '2027-03-09' }, null],
    ['is none where it ends before', { endsOn: '2027-03-31' }, null],
    ['is the last day, where that is a billing day', { endsOn: '2027-04-01' }, '2027-04-01'],
    ['is the billing day before a later end', { endsOn: '2027-12-31' }, '2027-04-01'],
    [
      'is the end of a freeze that begins on it',
      { frozenFrom: '2027-04-01', frozenUntil: '2027-06-01' },
      '2027-06-01',
    ],
    [
      'is the end of a freeze that began before it',
      { frozenFrom: '2027-03-01', frozenUntil: '2027-04-02' },
      '2027-04-02',
    ],
    [
      'is the billing day on which a freeze ends',
      { frozenFrom: '2027-03-01', frozenUntil: '2027-04-01' },
      '2027-04-01',
    ],
    [
      'is the billing day before a freeze',
      { frozenFrom: '2027-04-02', frozenUntil: '2027-06-01' },
      '2027-04-01',
    ],
    [
      'is the billing day after a freeze',
      { frozenFrom: '2027-01-01', frozenUntil: '2027-03-01' },
      '2027-04-01',
    ],
    ['is none while it is frozen until it is paid', { status: 'frozen' as const }, null],
    ['is none in a freeze without an end', { frozenFrom: '2027-03-01' }, null],
    ['is the billing day before a freeze without an end', { frozenFrom: '2027-05-01' }, '2027-04-01'],
    [
      'is none where the freeze lasts to the end',
      { frozenFrom: '2027-03-01', frozenUntil: '2027-06-01', endsOn: '2027-05-31' },
      null,
    ],
  ])('%s', (_what, more, on) => {
    expect(nextCollectedOn({ ...monthly, ...more }, today)).toBe(on)
  })
})

it('memberships are listed by status, then the newer start, then the newer one', () => {
  const of = (
    id: number,
    status: 'active' | 'frozen' | 'pending' | 'awaiting_payment' | 'ended',
    year = 2026,
  ) => ({
    id,
    status,
    startsOn: `${year}-01-01`,
  })
  const listed = [
    of(3, 'active', 2027),
    of(9, 'active'),
    of(2, 'active'),
    of(8, 'frozen', 2024),
    of(4, 'pending', 2027),
    of(5, 'awaiting_payment'),
    of(7, 'ended', 2028),
  ]
  expect(listed.toReversed().toSorted(firstMembershipId)).toEqual(listed)
  expect(listed.toSorted(firstMembershipId)).toEqual(listed)
})

it('what is frozen until it is paid stays so before, in and after a freeze with dates', () => {
  const owing = { ...monthly, status: 'frozen', frozenFrom: '2027-03-01', frozenUntil: '2027-03-10' } as const
  for (const day of ['2027-02-28', '2027-03-09', '2027-03-10']) expect(statusOn(owing, day)).toBe('frozen')
  expect(nextCollectedOn(owing, today)).toBeNull()
})
