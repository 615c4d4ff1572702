import { describe, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { priceMoved } from './moves.ts'
import { formatPrice, priceLines } from './price.ts'
import { isSameUse, priceOf, whyNotOption } from './rules.ts'
import type { Applied, Benefit, HeldPackage, LineToPrice, Member, Wallet } from './rules.ts'

/* Whose benefit and which visits pay, where a person has several that look alike. */

const day = '2027-03-04'
const later = '2027-03-11'

const benefit = (more: Partial<Benefit> = {}): Benefit => ({
  id: 21,
  name: 'Gold classes',
  kind: 'free',
  percentOff: null,
  fixedPrice: null,
  allowance: 1,
  allowancePeriod: 'day',
  activityIds: null,
  ...more,
})
const unlimited = benefit({ id: 29, name: 'Off-peak', allowance: null, allowancePeriod: null })

const member = (id: number, more: Partial<Member> = {}): Member => ({
  id,
  planName: 'Gold',
  status: 'active',
  startsOn: '2027-01-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  venueIds: [2],
  benefits: [benefit()],
  uses: [],
  ...more,
})

const visits = (id: number, more: Partial<HeldPackage> = {}): HeldPackage => ({
  id,
  name: 'Ten swims',
  boughtOn: '2027-01-01',
  expiresOn: '2027-12-31',
  left: 1,
  activityIds: [3],
  reserved: [],
  ...more,
})

const wallet = (members: Member[], packages: HeldPackage[] = []): Wallet => ({
  personId: 11,
  dateOfBirth: null,
  proofs: [],
  members,
  packages,
})

const line = (id: number, more: Partial<LineToPrice> = {}): LineToPrice => ({
  id,
  occurrenceId: id,
  activityId: 3,
  venueId: 2,
  day,
  quantity: 1,
  places: 1,
  options: [
    {
      id: 1,
      name: 'Standard',
      price: 800,
      band: '',
      ticketTypeId: null,
      concession: false,
      vatRate: null,
      proof: null,
      ageMin: null,
      ageMax: null,
    },
  ],
  optionId: 1,
  unitPrice: 800,
  discount: 0,
  applied: null,
  personId: 11,
  onlyUnlimited: false,
  memberId: null,
  wantsBenefit: true,
  wantsPackage: true,
  ...more,
})

const byMember = (memberId: number, benefitId = 21): Applied => ({
  type: 'membership',
  benefitId,
  memberId,
  name: 'Gold classes',
  planName: 'Gold',
})
const byVisits = (packageId: number, of = 1): Applied => ({
  type: 'package',
  packageId,
  visits: of,
  name: 'Ten swims',
})

describe('of two lines', () => {
  const totals = (lines: LineToPrice[], of: Wallet) =>
    priceLines(lines, new Map([[11, of]]), false).map(({ total }) => total)

  it('each may use the allowance of another membership of the same plan', () => {
    expect(totals([line(1), line(2), line(3)], wallet([member(31), member(32)]))).toEqual([0, 0, 800])
  })

  it('each may use the visit of another package', () => {
    expect(totals([line(1), line(2), line(3)], wallet([], [visits(41), visits(42)]))).toEqual([0, 0, 800])
  })

  it('the second may use what the first gives up', () => {
    const used = member(31, { uses: [{ benefitId: 21, itemId: 1, day, occurrenceId: null }] })
    expect(totals([line(1, { wantsBenefit: false }), line(2)], wallet([used]))).toEqual([800, 0])
    const reserved = visits(41, { left: 0, reserved: [{ itemId: 1, visits: 1 }] })
    expect(totals([line(1, { wantsPackage: false }), line(2)], wallet([], [reserved]))).toEqual([800, 0])
  })

  it('none uses the allowance that an earlier booking has used', () => {
    const used = member(31, { uses: [{ benefitId: 21, itemId: 99, day, occurrenceId: null }] })
    expect(totals([line(1), line(2)], wallet([used]))).toEqual([800, 800])
  })
})

it('offers a benefit and a package each by its own', () => {
  const of = (one: Wallet) => priceLines([line(1)], new Map([[11, one]]), false)[0]
  expect(of(wallet([], [visits(41)]))).toMatchObject({
    availableBenefit: null,
    availablePackage: { id: 41, type: 'package' },
  })
  expect(of(wallet([member(31)]))).toMatchObject({
    availableBenefit: { id: 21, type: 'membership' },
    availablePackage: null,
  })
})

it('the same use is of the same benefit or package, with as many visits', () => {
  expect(isSameUse(null, null)).toBe(true)
  expect(isSameUse(null, byMember(31))).toBe(false)
  expect(isSameUse(byMember(31), null)).toBe(false)
  expect(isSameUse(byMember(31), byMember(31))).toBe(true)
  expect(isSameUse(byMember(31), byMember(32))).toBe(false)
  expect(isSameUse(byMember(31), byMember(31, 22))).toBe(false)
  expect(isSameUse(byVisits(41), byVisits(41))).toBe(true)
  expect(isSameUse(byVisits(41), byVisits(42))).toBe(false)
  expect(isSameUse(byVisits(41), byVisits(41, 2))).toBe(false)
  expect(isSameUse(byVisits(31), byMember(31))).toBe(false)
})

describe('a bought line at another time', () => {
  const moved = (applied: Applied, of: Wallet | null, more: Partial<LineToPrice> = {}) =>
    priceMoved(line(7, { applied, day: later, ...more }), of)

  it('does not take the visits of another package', () => {
    const ended = visits(41, { expiresOn: day })
    expect(moved(byVisits(41), wallet([], [ended, visits(42, { left: 9 })]))).toMatchObject({ total: 800 })
  })

  it('does not take the allowance of another membership or of another benefit', () => {
    const ended = member(31, { endsOn: day })
    expect(moved(byMember(31), wallet([ended, member(32)]))).toMatchObject({ total: 800, applied: null })
    const elsewhere = member(31, { benefits: [benefit({ activityIds: [4] }), benefit({ id: 22 })] })
    expect(moved(byMember(31), wallet([elsewhere]))).toMatchObject({ total: 800, applied: null })
  })

  it('takes a benefit without an allowance where its own does not apply', () => {
    const used = [{ benefitId: 21, itemId: 8, day: later, occurrenceId: null }]
    const both = member(31, { benefits: [benefit(), unlimited], uses: used })
    expect(moved(byMember(31), wallet([both]))).toMatchObject({ total: 0, applied: { benefitId: 29 } })
  })

  it('goes on using what it used, also where its buyer never chose', () => {
    const undecided = { wantsBenefit: null, wantsPackage: null }
    expect(moved(byVisits(41), wallet([], [visits(41, { left: 0 })]), undecided)).toMatchObject({ total: 0 })
    expect(moved(byMember(31), wallet([member(31)]), undecided)).toMatchObject({ total: 0 })
  })

  it('costs the price of the day where its customer has been removed', () => {
    expect(moved(byVisits(41), null)).toMatchObject({ total: 800, applied: null })
  })
})

it('an allowance counts only with its period', () => {
  const uses = [{ benefitId: 21, itemId: 1, day, occurrenceId: null }]
  const left = (more: Partial<Benefit>) =>
    priceOf(
      { option: { price: 800 }, quantity: 1, places: 1, activityId: 3, venueId: 2, day, itemId: null },
      wallet([member(31, { benefits: [benefit(more)], uses })]),
      { benefit: true, package: true },
    ).total
  expect(left({})).toBe(800)
  expect(left({ allowance: null })).toBe(0)
  expect(left({ allowancePeriod: null })).toBe(0)
})

it('a proof without a last day is valid on every day', () => {
  const proofs = [{ type: 'student-card', until: null }]
  const option = { proof: 'student-card', ageMin: null, ageMax: null }
  expect(whyNotOption(option, { ...wallet([]), proofs }, day)).toBeNull()
})

it('a price that nothing was applied to has no explanation', () => {
  const plain = { applied: null, unitPrice: 500, quantity: 1, discount: 0 }
  expect(formatPrice(operatorMessages(), 500, '£', false, plain)).toMatchObject({
    benefitApplied: false,
    packageApplied: false,
    explanation: null,
  })
})
