import { describe, expect, it } from 'vitest'
import { canKeep, freezeStarts, lastDayIfCancelled, unfreezeOn } from './rules.ts'
import type { ChangeableMembership } from './rules.ts'

/** Paid on the 1st, 30 days of notice, no minimum term, up to three months of freeze. */
const monthly: ChangeableMembership = {
  status: 'active',
  startsOn: '2026-09-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  billingPeriod: 'month',
  nextBillingOn: '2027-04-01',
  minimumUntil: null,
  cancelledAt: null,
  collectedHere: true,
  cancellationNoticeDays: 30,
  freezeMonths: 3,
}

const today = '2027-03-10'

describe('the last day of a membership cancelled today', () => {
  it('is the end of the paid period in which the notice ends', () => {
    expect(lastDayIfCancelled(monthly, today)).toBe('2027-04-30')
    expect(lastDayIfCancelled({ ...monthly, cancellationNoticeDays: 14 }, today)).toBe('2027-03-31')
    // To the day: the notice ends with the last day of March.
    expect(lastDayIfCancelled({ ...monthly, cancellationNoticeDays: 21 }, today)).toBe('2027-03-31')
    expect(lastDayIfCancelled({ ...monthly, cancellationNoticeDays: 22 }, today)).toBe('2027-04-30')
    expect(lastDayIfCancelled({ ...monthly, billingPeriod: 'year' }, today)).toBe('2028-03-31')
  })

  it('is not before the end of the minimum term, or of a month after a start to come', () => {
    expect(lastDayIfCancelled({ ...monthly, minimumUntil: '2027-08-31' }, today)).toBe('2027-08-31')
    expect(lastDayIfCancelled({ ...monthly, minimumUntil: '2027-09-09' }, today)).toBe('2027-09-30')
  })

  it.each([
    ['collected by another system', { collectedHere: false }],
    ['without a notice period', { cancellationNoticeDays: null }],
    ['with an end', { endsOn: '2027-08-31' }],
    ['paid once', { billingPeriod: 'once' as const }],
    ['not paid for yet', { status: 'awaiting_payment' as const }],
  ])('is none where it is %s', (_why, more) => {
    expect(lastDayIfCancelled({ ...monthly, ...more }, today)).toBeNull()
  })

  it('can be taken back until it has passed', () => {
    const cancelled = { ...monthly, cancelledAt: new Date(0), endsOn: '2027-04-30' }
    expect(canKeep(cancelled, '2027-04-30')).toBe(true)
    expect(canKeep(cancelled, '2027-05-01')).toBe(false)
    expect(canKeep({ ...cancelled, cancelledAt: null }, today)).toBe(false)
  })
})

describe('a freeze', () => {
  it('begins on a billing day after today and after the minimum term', () => {
    expect(freezeStarts(monthly, today)).toEqual(['2027-04-01', '2027-05-01', '2027-06-01'])
    expect(freezeStarts(monthly, '2027-04-01')).toEqual(['2027-05-01', '2027-06-01', '2027-07-01'])
    expect(freezeStarts({ ...monthly, minimumUntil: '2027-08-31' }, today)[0]).toBe('2027-09-01')
  })

  it('begins twelve months after the last one at the earliest, and not while one is planned', () => {
    const frozen = { ...monthly, frozenFrom: '2026-11-01', frozenUntil: '2027-01-01' }
    expect(freezeStarts(frozen, today)[0]).toBe('2027-11-01')
    expect(freezeStarts({ ...frozen, frozenFrom: '2027-04-01', frozenUntil: '2027-05-01' }, today)).toEqual(
      [],
    )
  })

  it.each([
    ['a cancelled membership', { endsOn: '2027-08-31' }],
    ['a membership paid by the year', { billingPeriod: 'year' as const }],
    ['a plan without freezes', { freezeMonths: 0 }],
    ['a membership frozen for a debt', { status: 'frozen' as const }],
    ['one that another system collects', { collectedHere: false }],
  ])('is not offered for %s', (_what, more) => {
    expect(freezeStarts({ ...monthly, ...more }, today)).toEqual([])
  })

  it('ends with the present month, or is withdrawn before it begins', () => {
    const frozen = { ...monthly, frozenFrom: '2027-03-01', frozenUntil: '2027-06-01' }
    expect(unfreezeOn(frozen, today)).toBe('2027-04-01')
    expect(unfreezeOn({ ...frozen, frozenFrom: '2027-05-01' }, today)).toBe(today)
    // It ends then by itself.
    expect(unfreezeOn({ ...frozen, frozenUntil: '2027-04-01' }, today)).toBeNull()
    expect(unfreezeOn(monthly, today)).toBeNull()
  })
})
