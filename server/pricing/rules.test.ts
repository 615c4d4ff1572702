import { describe, expect, it } from 'vitest'
import {
  availableFor,
  findUsedUpBenefit,
  isSameDiscount,
  memberPrice,
  periodOf,
  priceOf,
  taxWithin,
  whyNotOption,
} from './rules.ts'
import type { Applied, Benefit, HeldPackage, Member, ToPrice, Wallet } from './rules.ts'

const day = '2027-03-04'
const wants = { benefit: true, package: true }

const benefit = (more: Partial<Benefit> = {}): Benefit => ({
  id: 21,
  name: 'Gold classes',
  kind: 'free',
  percentOff: null,
  fixedPrice: null,
  allowance: null,
  allowancePeriod: null,
  activityIds: null,
  ...more,
})

const member = (benefits: Benefit[], more: Partial<Member> = {}): Member => ({
  id: 9001,
  planName: 'Gold',
  venueIds: [1],
  status: 'active',
  startsOn: '2026-09-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  benefits,
  uses: [],
  ...more,
})

const swims = (more: Partial<HeldPackage> = {}): HeldPackage => ({
  id: 4101,
  name: 'Ten swims',
  boughtOn: '2027-01-10',
  expiresOn: '2027-07-10',
  left: 7,
  activityIds: [5],
  reserved: [],
  ...more,
})

const wallet = (members: Member[], packages: HeldPackage[] = []): Wallet => ({
  personId: 501,
  dateOfBirth: '1990-05-01',
  proofs: [],
  members,
  packages,
})

const occurrence = (more: Partial<ToPrice> = {}): ToPrice => ({
  option: { price: 1345 },
  quantity: 1,
  places: 1,
  activityId: 5,
  venueId: 1,
  day,
  itemId: null,
  ...more,
})

describe('what a member pays', () => {
  it('is nothing, a discounted price or a fixed one, and never more than the list price', () => {
    expect(memberPrice({ price: 1345, places: 1 }, benefit())).toBe(0)
    expect(memberPrice({ price: 1345, places: 1 }, benefit({ kind: 'percent', percentOff: 20 }))).toBe(1076)
    // Half a penny is rounded in the member's favour.
    expect(memberPrice({ price: 5, places: 1 }, benefit({ kind: 'percent', percentOff: 50 }))).toBe(2)
    expect(memberPrice({ price: 1345, places: 1 }, benefit({ kind: 'fixed', fixedPrice: 1045 }))).toBe(1045)
    expect(memberPrice({ price: 900, places: 1 }, benefit({ kind: 'fixed', fixedPrice: 1045 }))).toBe(900)
  })

  it('pays for the own place of a ticket that takes several', () => {
    const family = { price: 1620, places: 4 }
    expect(memberPrice(family, benefit())).toBe(1215)
    expect(memberPrice(family, benefit({ kind: 'percent', percentOff: 20 }))).toBe(1539)
    expect(memberPrice(family, benefit({ kind: 'fixed', fixedPrice: 100 }))).toBe(1315)
    expect(memberPrice(family, benefit({ kind: 'fixed', fixedPrice: 500 }))).toBe(1620)
    // Half a penny of a share is rounded in the member's favour.
    expect(memberPrice({ price: 1001, places: 2 }, benefit())).toBe(500)
    const charged = priceOf(
      occurrence({ option: { price: 1620 }, places: 4 }),
      wallet([member([benefit()])]),
      wants,
    )
    expect([charged.total, charged.discount]).toEqual([1215, 405])
    const two = priceOf(
      occurrence({ option: { price: 1620 }, places: 4, quantity: 2 }),
      wallet([member([benefit()])]),
      wants,
    )
    expect(two.total).toBe(1215 + 1620)
  })

  it('applies to activities, venues and days that the membership covers', () => {
    const of = (more: Partial<Member>, covered: number[] | null = null) =>
      priceOf(occurrence(), wallet([member([benefit({ activityIds: covered })], more)]), wants).total
    expect(of({})).toBe(0)
    expect(of({}, [5])).toBe(0)
    expect(of({}, [6])).toBe(1345)
    expect(of({ venueIds: [2] })).toBe(1345)
    expect(of({ startsOn: '2027-03-05' })).toBe(1345)
    expect(of({ startsOn: day })).toBe(0)
    expect(of({ endsOn: '2027-03-03' })).toBe(1345)
    expect(of({ endsOn: day })).toBe(0)
    expect(of({ frozenFrom: '2027-03-01' })).toBe(1345)
    expect(of({ frozenFrom: '2027-03-01', frozenUntil: day })).toBe(0)
    expect(of({ status: 'awaiting_payment' })).toBe(1345)
  })

  it("covers the member's own place: one of three tickets", () => {
    const priced = priceOf(occurrence({ quantity: 3 }), wallet([member([benefit()])]), wants)
    expect(priced).toMatchObject({ discount: 1345, total: 2690 })
  })

  it("covers it once, of whichever of their memberships; what has no session is nobody's place", () => {
    const useOf = (occurrenceId: number | null) => [{ benefitId: 21, itemId: 1, day, occurrenceId }]
    const priced = (occurrenceId: number | null, uses: ReturnType<typeof useOf>) =>
      priceOf(
        occurrence({ itemId: 2, occurrenceId }),
        wallet([member([benefit()]), member([benefit()], { uses })]),
        wants,
      ).total
    expect(priced(77, useOf(77))).toBe(1345)
    expect(priced(78, useOf(77))).toBe(0)
    expect(priced(null, useOf(null))).toBe(0)
  })
})

describe('an allowance', () => {
  it('counts days, weeks from Monday and months of the calendar', () => {
    expect(periodOf('2027-03-07', 'week')).toBe('week of 2027-03-01')
    expect(periodOf('2027-03-08', 'week')).toBe('week of 2027-03-08')
    expect(periodOf('2027-01-01', 'week')).toBe('week of 2026-12-28')
    expect(periodOf('2027-03-28', 'week')).toBe('week of 2027-03-22')
    expect(periodOf('2027-03-07', 'month')).toBe('2027-03')
    expect(periodOf('2027-03-07', 'day')).toBe('2027-03-07')
  })

  const weekly = benefit({ allowance: 2, allowancePeriod: 'week' })
  const used = (...days: string[]) =>
    wallet([
      member([weekly], {
        uses: days.map((one, index) => ({ benefitId: 21, itemId: index + 1, day: one, occurrenceId: null })),
      }),
    ])

  it('is used up within its week, and the line itself does not count', () => {
    expect(priceOf(occurrence(), used('2027-03-01'), wants).total).toBe(0)
    expect(priceOf(occurrence(), used('2027-03-01', '2027-03-07'), wants).total).toBe(1345)
    expect(priceOf(occurrence({ itemId: 2 }), used('2027-03-01', '2027-03-07'), wants).total).toBe(0)
    expect(priceOf(occurrence(), used('2027-03-01', '2027-03-08'), wants).total).toBe(0)
    expect(findUsedUpBenefit(occurrence(), used('2027-03-01', '2027-03-07'), wants)).toBe('Gold classes')
    expect(findUsedUpBenefit(occurrence(), used('2027-03-01'), wants)).toBeNull()
  })

  it('is not available to a person who only has the reference', () => {
    const byReference = { benefit: true, package: true, onlyUnlimited: true }
    expect(priceOf(occurrence(), used(), byReference).total).toBe(1345)
    expect(priceOf(occurrence(), wallet([], [swims()]), byReference).total).toBe(1345)
    expect(priceOf(occurrence(), wallet([member([benefit()])]), byReference).total).toBe(0)
  })
})

describe('a package', () => {
  it('pays for as many places as it has visits, until its last day', () => {
    const pays = (more: Partial<HeldPackage>, of: Partial<ToPrice> = {}) =>
      priceOf(occurrence({ option: { price: 100 }, quantity: 3, ...of }), wallet([], [swims(more)]), wants)
        .total
    expect(pays({})).toBe(0)
    expect(pays({ left: 2 })).toBe(100)
    expect(pays({ left: 0 })).toBe(300)
    expect(pays({ expiresOn: day })).toBe(0)
    expect(pays({ expiresOn: '2027-03-03' })).toBe(300)
    expect(pays({ boughtOn: '2027-03-05' })).toBe(300)
    expect(pays({ activityIds: [6] })).toBe(300)
    expect(pays({}, { places: 4 })).toBe(300)
    expect(pays({ left: 0, reserved: [{ itemId: 61, visits: 3 }] }, { itemId: 61 })).toBe(0)
  })

  it('does not pay for free places, and comes after a benefit that saves as much', () => {
    expect(priceOf(occurrence({ option: { price: 0 } }), wallet([], [swims()]), wants).applied).toBeNull()
    const both = wallet([member([benefit()])], [swims()])
    expect(priceOf(occurrence(), both, wants).applied?.type).toBe('membership')
    expect(priceOf(occurrence(), both, { ...wants, benefit: false }).applied?.type).toBe('package')
    const less = wallet([member([benefit({ kind: 'percent', percentOff: 20 })])], [swims()])
    expect(priceOf(occurrence(), less, wants).applied?.type).toBe('package')
  })
})

describe('of several benefits', () => {
  it('the one that saves most pays, and on a tie the unlimited one', () => {
    const scarce = benefit({ id: 1, allowance: 1, allowancePeriod: 'day' })
    const fifth = benefit({ id: 2, kind: 'percent', percentOff: 20 })
    const endless = benefit({ id: 3 })
    const chosen = (...benefits: Benefit[]) => availableFor(occurrence(), wallet([member(benefits)]))?.id
    expect(chosen(fifth, scarce)).toBe(1)
    expect(chosen(scarce, endless, fifth)).toBe(3)
  })

  it('the applied one stays, and a selected membership pays alone', () => {
    const silver = member([benefit({ id: 30, kind: 'percent', percentOff: 10 })], {
      id: 9002,
      planName: 'Silver',
    })
    const both = wallet([member([benefit()]), silver])
    const keeping = { type: 'membership', benefitId: 30, memberId: 9002, name: '', planName: '' } as const
    expect(priceOf(occurrence(), both, wants, keeping).discount).toBe(135)
    expect(priceOf(occurrence(), both, { ...wants, memberId: 9002 }).discount).toBe(135)
  })
})

describe('a restricted price', () => {
  const option = { proof: null, ageMin: null, ageMax: null }
  const seen = (type: string, until: string | null): Wallet => ({ ...wallet([]), proofs: [{ type, until }] })

  it('depends on the age on the day, where it is known', () => {
    expect(whyNotOption({ ...option, ageMin: 36 }, wallet([]), '2027-04-30')).toBeNull()
    expect(whyNotOption({ ...option, ageMin: 37 }, wallet([]), '2027-04-30')).toBe('age')
    expect(whyNotOption({ ...option, ageMin: 37 }, wallet([]), '2027-05-01')).toBeNull()
    expect(whyNotOption({ ...option, ageMax: 15 }, wallet([]), day)).toBe('age')
    expect(whyNotOption({ ...option, ageMax: 15 }, null, day)).toBeNull()
    expect(whyNotOption({ ...option, ageMax: 15 }, { ...wallet([]), dateOfBirth: null }, day)).toBeNull()
  })

  it('needs a proof that is valid on the day', () => {
    const proof = { ...option, proof: 'student-card' }
    expect(whyNotOption(proof, null, day)).toBe('document_required')
    expect(whyNotOption(proof, wallet([]), day)).toBe('document_required')
    expect(whyNotOption(proof, seen('student-card', day), day)).toBeNull()
    expect(whyNotOption(proof, seen('student-card', '2027-03-03'), day)).toBe('document_required')
    expect(whyNotOption(proof, seen('bus-pass', null), day)).toBe('document_required')
  })
})

describe('the discount that pays', () => {
  const unlimited = benefit({ id: 22, name: 'Off-peak' })
  const gold = (benefitId: number, memberId = 9001): Applied => ({
    type: 'membership',
    benefitId,
    memberId,
    name: 'Gold classes',
    planName: 'Gold',
  })
  const visits = (packageId: number): Applied => ({
    type: 'package',
    packageId,
    visits: 1,
    name: 'Ten swims',
  })

  it('is the same one only as the same benefit of the same person, or the same package', () => {
    expect(isSameDiscount(gold(21), gold(21))).toBe(true)
    expect(isSameDiscount(gold(21), gold(22))).toBe(false)
    expect(isSameDiscount(gold(21), gold(21, 9002))).toBe(false)
    expect(isSameDiscount(visits(1), visits(1))).toBe(true)
    expect(isSameDiscount(visits(1), visits(2))).toBe(false)
    expect(isSameDiscount(gold(21), visits(21))).toBe(false)
    expect(isSameDiscount(visits(21), gold(21))).toBe(false)
  })

  it('is a benefit before a package that saves as much, whichever stands first and however scarce', () => {
    const scarce = benefit({ allowance: 1, allowancePeriod: 'day' })
    for (const own of [scarce, unlimited])
      expect(priceOf(occurrence(), wallet([member([own])], [swims()]), wants).applied?.type).toBe(
        'membership',
      )
    const more = priceOf(occurrence({ quantity: 2 }), wallet([member([unlimited])], [swims()]), wants)
    expect(more.applied?.type).toBe('package')
  })

  it('saves something: one that changes no price is not taken', () => {
    const nothingOff = benefit({ kind: 'percent', percentOff: 0 })
    expect(priceOf(occurrence(), wallet([member([nothingOff])]), wants).applied).toBeNull()
    expect(priceOf(occurrence(), wallet([], [swims({ left: 0 })]), wants).applied).toBeNull()
    const free = occurrence({ option: { price: 0 } })
    expect(priceOf(free, wallet([member([unlimited])], [swims()]), wants).applied).toBeNull()
  })

  it('is a package from the day it was bought to its last', () => {
    const on = (of: string) => priceOf(occurrence({ day: of }), wallet([], [swims()]), wants).applied?.type
    expect(on('2027-01-09')).toBeUndefined()
    expect(on('2027-01-10')).toBe('package')
    expect(on('2027-07-10')).toBe('package')
    expect(on('2027-07-11')).toBeUndefined()
  })

  it('is named as available by its kind', () => {
    const byBenefit = availableFor(occurrence(), wallet([member([unlimited])]))
    expect(byBenefit).toEqual({ id: 22, name: 'Off-peak', type: 'membership' })
    const byPackage = availableFor(occurrence(), wallet([], [swims()]))
    expect(byPackage).toEqual({ id: 4101, name: 'Ten swims', type: 'package' })
  })

  it('has been used up only when no benefit is left', () => {
    const scarce = benefit({ allowance: 1, allowancePeriod: 'day' })
    const used = [{ benefitId: 21, itemId: 1, day, occurrenceId: null }]
    expect(findUsedUpBenefit(occurrence(), wallet([member([scarce], { uses: used })]), wants)).toBe(
      'Gold classes',
    )
    expect(
      findUsedUpBenefit(occurrence(), wallet([member([scarce, unlimited], { uses: used })]), wants),
    ).toBeNull()
    expect(findUsedUpBenefit(occurrence(), wallet([member([scarce])]), wants)).toBeNull()
    expect(findUsedUpBenefit(occurrence(), null, wants)).toBeNull()
    const ofAnother = [{ benefitId: 99, itemId: 1, day, occurrenceId: null }]
    expect(priceOf(occurrence(), wallet([member([scarce], { uses: ofAnother })]), wants).total).toBe(0)
  })
})

it('a price between two ages is for both of them', () => {
  const of = { proof: null, ageMin: 16, ageMax: 18 }
  const bornOn = (dateOfBirth: string) => whyNotOption(of, { ...wallet([]), dateOfBirth }, day)
  expect(bornOn('2011-03-05')).toBe('age')
  expect(bornOn('2011-03-04')).toBeNull()
  expect(bornOn('2008-03-05')).toBeNull()
  expect(bornOn('2008-03-04')).toBe('age')
})

it('the VAT within a price is a sixth at 20 %', () => {
  expect(taxWithin(1200, 2000)).toBe(200)
  expect(taxWithin(1000, 500)).toBe(48)
  expect(taxWithin(1000, 0)).toBe(0)
})
