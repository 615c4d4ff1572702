import { describe, expect, it } from 'vitest'
import { firstMembershipId, statusOn } from './rules.ts'
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
