import { describe, expect, it } from 'vitest'
import { availableFor, memberPrice, periodOf, priceOf, findUsedUpBenefit, whyNotOption } from './rules.ts'
import { explainPrice } from '#server/pricing/prices/rules.ts'
import { priceLines } from '#server/pricing/lines/rules.ts'
import type { LineToPrice } from '#server/pricing/lines/rules.ts'
import type { Benefit, HeldPackage, Member, ToPrice, Wallet } from './rules.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'

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
    expect(memberPrice(1345, benefit())).toBe(0)
    expect(memberPrice(1345, benefit({ kind: 'percent', percentOff: 20 }))).toBe(1076)
    // Half a penny is rounded in the member's favour.
    expect(memberPrice(5, benefit({ kind: 'percent', percentOff: 50 }))).toBe(2)
    expect(memberPrice(1345, benefit({ kind: 'fixed', fixedPrice: 1045 }))).toBe(1045)
    expect(memberPrice(900, benefit({ kind: 'fixed', fixedPrice: 1045 }))).toBe(900)
  })

  it('is explained in a sentence', () => {
    const priced = priceOf(
      occurrence(),
      wallet([member([benefit({ kind: 'fixed', fixedPrice: 1045 })])]),
      wants,
    )
    expect(priced).toMatchObject({ unitPrice: 1345, discount: 300, total: 1045 })
    expect(explainPrice(priced, '£')).toBe('£13.45 less £3.00 Gold benefit')
    const visits = priceOf(occurrence({ option: { price: 540 }, quantity: 2 }), wallet([], [swims()]), wants)
    expect(explainPrice(visits, '£')).toBe('2 × £5.40 less £10.80, 2 visits of Ten swims')
    expect(explainPrice(priceOf(occurrence(), null, wants), '£')).toBeNull()
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
    expect(explainPrice(priced, '£')).toBe('3 × £13.45 less £13.45 Gold benefit')
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
      member([weekly], { uses: days.map((one, index) => ({ benefitId: 21, itemId: index + 1, day: one })) }),
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

describe('the lines of a basket', () => {
  const option: OptionOnOffer = {
    id: 77,
    name: 'Standard',
    price: 500,
    band: '',
    ticketTypeId: null,
    concession: false,
    proof: null,
    ageMin: null,
    ageMax: null,
  }
  const line = (id: number, more: Partial<LineToPrice> = {}): LineToPrice => ({
    id,
    activityId: 5,
    venueId: 1,
    day,
    quantity: 1,
    places: 1,
    options: [option],
    optionId: 77,
    unitPrice: 500,
    discount: 0,
    applied: null,
    personId: 501,
    onlyUnlimited: false,
    memberId: null,
    wantsBenefit: null,
    wantsPackage: null,
    ...more,
  })
  const one = new Map([[501, wallet([member([benefit({ allowance: 1, allowancePeriod: 'week' })])])]])

  it('share an allowance: what one uses the next does not have', () => {
    const [first, second] = priceLines([line(1), line(2, { day: '2027-03-05' })], one, true)
    expect(first).toMatchObject({ total: 0, isUseChanged: true, isSettled: true })
    expect(second).toMatchObject({ total: 500, isUseChanged: false, usedUp: 'Gold classes' })
  })

  it('get no defaults before they are priced for the first time', () => {
    expect(priceLines([line(1)], one, false)[0]).toMatchObject({ total: 500, isSettled: false })
    expect(priceLines([line(1, { wantsBenefit: false })], one, true)[0]?.total).toBe(500)
    expect(priceLines([line(1, { wantsBenefit: true })], one, false)[0]?.total).toBe(0)
  })

  it('fall back to the price for everyone when theirs is not for the person', () => {
    const junior = { ...option, id: 78, price: 200, ageMax: 15 }
    const lines = [line(1, { options: [option, junior], optionId: 78, unitPrice: 200 })]
    expect(priceLines(lines, new Map([[501, wallet([])]]), true)[0]).toMatchObject({
      optionId: 77,
      total: 500,
    })
  })
})
