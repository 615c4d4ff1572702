import { describe, expect, it } from 'vitest'
import { canKeep, freezeStarts, lastDayIfCancelled, resumedBillingDay, unfreezeOn } from './rules.ts'
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
  hasSuccessor: false,
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
    expect(canKeep({ ...cancelled, hasSuccessor: true }, today)).toBe(false)
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
    // It stays frozen until what is owed is paid.
    expect(unfreezeOn({ ...frozen, status: 'frozen' }, today)).toBeNull()
  })
})

/** Paid on the 1st; frozen from March to May. */
const frozenSpring: ChangeableMembership = {
  status: 'active',
  startsOn: '2026-09-01',
  endsOn: null,
  frozenFrom: '2027-03-01',
  frozenUntil: '2027-06-01',
  billingPeriod: 'month',
  nextBillingOn: '2027-04-01',
  minimumUntil: null,
  cancelledAt: null,
  collectedHere: true,
  cancellationNoticeDays: 30,
  freezeMonths: 3,
  hasSuccessor: false,
}
const unfrozen = { ...frozenSpring, frozenFrom: null, frozenUntil: null }

describe('the end of a freeze, chosen by the payer', () => {
  it.each([
    ['the next billing day', {}, '2027-04-01'],
    ['a month later where that day has come', { nextBillingOn: today }, '2027-04-10'],
    ['the next one where several have passed', { nextBillingOn: '2027-01-01' }, '2027-04-01'],
    [
      'the next year of a membership paid by the year',
      { billingPeriod: 'year', nextBillingOn: '2027-03-01', frozenUntil: null },
      '2028-03-01',
    ],
    ['the next billing day of a freeze that begins today', { frozenFrom: today }, '2027-04-01'],
    ['today where it begins tomorrow', { frozenFrom: '2027-03-11' }, today],
    ['the next billing day of a freeze without an end', { frozenUntil: null }, '2027-04-01'],
    ['none where it ends on the next billing day', { frozenUntil: '2027-04-01' }, null],
    ['none where it ends before the next billing day', { frozenUntil: '2027-03-20' }, null],
    ['none on the day it ended', { frozenUntil: today }, null],
    ['none where another system collects', { collectedHere: false }, null],
    ['none without a billing day', { nextBillingOn: null }, null],
    ['none where it was paid once', { billingPeriod: 'once' }, null],
    ['none where it is frozen for a debt', { frozenFrom: null, frozenUntil: null, status: 'frozen' }, null],
  ] as const)('is %s', (_what, more, on) => {
    expect(unfreezeOn({ ...frozenSpring, ...more }, today)).toBe(on)
  })
})

describe('a freeze', () => {
  it('is not offered before the open one has ended, which may have no end', () => {
    expect(freezeStarts({ ...frozenSpring, frozenFrom: '2027-03-20' }, today)).toEqual([])
    expect(freezeStarts({ ...frozenSpring, frozenFrom: '2027-03-20', frozenUntil: null }, today)).toEqual([])
  })

  it('is offered again on the day the last one ended, a year after that began', () => {
    const ended = { ...frozenSpring, frozenFrom: '2026-03-01', frozenUntil: today }
    expect(freezeStarts(ended, today)).toEqual(['2027-04-01', '2027-05-01', '2027-06-01'])
  })

  it('is not offered without a billing day', () => {
    expect(freezeStarts({ ...unfrozen, nextBillingOn: null }, today)).toEqual([])
  })
})

describe('a cancellation', () => {
  it('is not possible without a billing day, or after the end', () => {
    expect(lastDayIfCancelled({ ...unfrozen, nextBillingOn: null }, today)).toBeNull()
    expect(lastDayIfCancelled({ ...unfrozen, status: 'ended' }, today)).toBeNull()
    expect(lastDayIfCancelled(unfrozen, today)).toBe('2027-04-30')
  })

  it('is not before the first day, which is still to come', () => {
    expect(lastDayIfCancelled({ ...unfrozen, startsOn: '2027-08-15' }, today)).toBe('2027-08-31')
  })

  it('can be taken back only where the membership has an end', () => {
    expect(canKeep({ ...unfrozen, cancelledAt: new Date(0) }, today)).toBe(false)
  })

  it('taken back, is collected from the billing day, or from the day after the end', () => {
    expect(resumedBillingDay({ ...unfrozen, endsOn: '2027-04-30' })).toBe('2027-04-01')
    expect(resumedBillingDay({ ...unfrozen, nextBillingOn: null, endsOn: '2027-04-30' })).toBe('2027-05-01')
    expect(resumedBillingDay({ ...unfrozen, nextBillingOn: null })).toBeNull()
  })
})
