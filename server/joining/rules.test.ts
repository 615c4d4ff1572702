import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { billingDayAfter, monthsAfter } from '#server/memberships/rules.ts'
import { costsOf, documentName, whyNotEligibleAge } from './rules.ts'
import type { Chosen, PlanPrice } from './rules.ts'

const gold: PlanPrice = {
  price: 4200,
  billingPeriod: 'month',
  joiningFee: 2000,
  minimumTermMonths: 12,
  firstDays: 'share',
}
const march: Chosen = { startsOn: '2027-03-10', billingDay: 1, today: '2027-03-01', noticeDays: 10 }

describe('days of the calendar', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-12-15', 1, '2028-01-15'],
    ['2027-01-15', -1, '2026-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-10', 12, '2028-03-10'],
  ])('%s and %i months is %s', (day, months, after) => {
    expect(monthsAfter(day, months)).toBe(after)
  })

  it.each([
    ['2027-03-10', 1, '2027-04-01'],
    ['2027-03-10', 10, '2027-04-10'],
    ['2027-03-10', 11, '2027-03-11'],
    ['2027-12-28', 28, '2028-01-28'],
  ])('after %s the %ist comes on %s', (day, billingDay, on) => {
    expect(billingDayAfter(day, billingDay)).toBe(on)
  })
})

describe('what a plan costs', () => {
  it('is the fee and the share of the days today, then the price on each billing day', () => {
    // 10 to 31 March are 22 days of 31.
    expect(costsOf(gold, march)).toEqual({
      dueToday: 2000 + 2980,
      joiningFee: 2000,
      firstDaysPrice: 2980,
      firstDaysUntil: '2027-03-31',
      next: { on: '2027-04-01', amount: 4200 },
      minimumUntil: '2028-03-09',
      // April to March are twelve payments more.
      minimumTotal: 4980 + 12 * 4200,
      endsOn: null,
    })
  })

  it('is a whole month where it starts on the billing day', () => {
    expect(costsOf(gold, { ...march, startsOn: '2027-04-01' })).toMatchObject({
      firstDaysPrice: 4200,
      next: { on: '2027-05-01' },
    })
  })

  it('gives ten days before the first Direct Debit, and pays for the days until then', () => {
    const late = { ...march, today: '2027-03-23', startsOn: '2027-03-23' }
    // 9 days of March and all of April.
    expect(costsOf(gold, late)).toMatchObject({
      firstDaysPrice: Math.floor((4200 * 9) / 31) + 4200,
      firstDaysUntil: '2027-04-30',
      next: { on: '2027-05-01' },
    })
    expect(costsOf(gold, { ...late, today: '2027-03-22', startsOn: '2027-03-22' }).next?.on).toBe(
      '2027-04-01',
    )
  })

  it('is nothing today where the first days are free and there is no fee', () => {
    expect(costsOf({ ...gold, joiningFee: 0, firstDays: 'free' }, march)).toMatchObject({
      dueToday: 0,
      next: { on: '2027-04-01', amount: 4200 },
    })
  })

  it('is a year at a time, or once and for all', () => {
    expect(costsOf({ ...gold, billingPeriod: 'year', price: 40000 }, march)).toMatchObject({
      dueToday: 42000,
      firstDaysUntil: '2028-03-09',
      next: { on: '2028-03-10', amount: 40000 },
      minimumTotal: 42000,
      endsOn: null,
    })
    expect(costsOf({ ...gold, billingPeriod: 'once', minimumTermMonths: 3 }, march)).toMatchObject({
      dueToday: 6200,
      next: null,
      endsOn: '2027-06-09',
    })
  })

  it('ends on no day and is paid once more on none, where there is no minimum term', () => {
    const free = { ...gold, minimumTermMonths: 0 }
    expect(costsOf(free, march)).toMatchObject({ minimumUntil: null, minimumTotal: 4980, endsOn: null })
    expect(costsOf({ ...free, billingPeriod: 'once' }, march)).toMatchObject({
      firstDaysUntil: null,
      minimumUntil: null,
      endsOn: null,
    })
  })

  it('is whole months, where it starts on the billing day and the first payment is the one after the next', () => {
    const late = { ...march, startsOn: '2027-04-01', today: '2027-04-25' }
    expect(costsOf(gold, late)).toMatchObject({ firstDaysPrice: 2 * 4200, next: { on: '2027-06-01' } })
  })

  it('is never a payment of nothing', () => {
    expect(costsOf({ ...gold, price: 0, joiningFee: 0 }, march)).toMatchObject({ dueToday: 0, next: null })
  })

  it('adds up, whatever the days: no day is paid for twice and none is given away', () => {
    for (let offset = 0; offset < 800; offset += 7) {
      const startsOn = new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10)
      for (const billingDay of [1, 15, 28]) {
        const { firstDaysPrice, next, firstDaysUntil } = costsOf(gold, {
          startsOn,
          billingDay,
          today: startsOn,
          noticeDays: 10,
        })
        const days = (Date.parse(firstDaysUntil ?? '') - Date.parse(startsOn)) / 86_400_000 + 1
        expect(days).toBeGreaterThanOrEqual(10)
        expect(days).toBeLessThanOrEqual(41)
        expect(Number(next?.on.slice(8))).toBe(billingDay)
        expect(firstDaysPrice).toBeGreaterThanOrEqual(Math.floor((4200 * days) / 31) - 1)
        expect(firstDaysPrice).toBeLessThanOrEqual(Math.ceil((4200 * days) / 28))
      }
    }
  })
})

describe('who may have a plan', () => {
  it.each([
    [16, null, 15, 'This membership is for ages 16 and over.'],
    [16, null, 16, null],
    [null, 17, 17, null],
    [null, 17, 0, null],
    [16, null, 90, null],
    [null, 17, 18, 'This membership is for ages up to 17.'],
    [null, null, null, null],
    [16, null, null, 'We need your date of birth first. Add it to your details or ask at reception.'],
  ])('from %s to %s, at %s: %s', (ageMin, ageMax, age, why) => {
    expect(inEnglish(whyNotEligibleAge({ ageMin, ageMax }, age))).toBe(why)
  })
})

it('a kind of document is named in words', () => {
  expect(documentName('proof-of-age')).toBe('proof of age')
})
