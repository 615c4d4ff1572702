import { describe, expect, it } from 'vitest'
import { priceLines } from './price.ts'
import type { Applied, Benefit, HeldPackage, LineToPrice, OptionOnOffer, Wallet } from './rules.ts'

const option = (id: number, price: number, more: Partial<OptionOnOffer> = {}): OptionOnOffer => ({
  id,
  name: 'Standard',
  price,
  band: '',
  ticketTypeId: null,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
  ...more,
})

const line = (id: number, more: Partial<LineToPrice> = {}): LineToPrice => ({
  id,
  occurrenceId: id,
  options: [option(1, 500)],
  optionId: 1,
  unitPrice: 500,
  discount: 0,
  applied: null,
  personId: 501,
  onlyUnlimited: false,
  memberId: null,
  wantsBenefit: true,
  wantsPackage: true,
  quantity: 1,
  places: 1,
  activityId: 5,
  venueId: 1,
  day: '2027-03-04',
  ...more,
})

const gold = (more: Partial<Benefit> = {}): Benefit => ({
  id: 21,
  name: 'Gold classes',
  kind: 'free',
  percentOff: null,
  fixedPrice: null,
  allowance: 1,
  allowancePeriod: 'week',
  activityIds: null,
  ...more,
})
const goldApplied: Applied = {
  type: 'membership',
  benefitId: 21,
  memberId: 9001,
  name: 'Gold classes',
  planName: 'Gold',
}

const swims = (more: Partial<HeldPackage> = {}): HeldPackage => ({
  id: 4101,
  name: 'Ten swims',
  boughtOn: '2027-01-10',
  expiresOn: '2027-07-10',
  left: 2,
  activityIds: [5],
  reserved: [],
  ...more,
})
const swimsApplied = (visits: number): Applied => ({
  type: 'package',
  packageId: 4101,
  visits,
  name: 'Ten swims',
})

const walletOf = (benefits: Benefit[], packages: HeldPackage[] = [], more: Partial<Wallet> = {}) =>
  new Map<number, Wallet>([
    [
      501,
      {
        personId: 501,
        dateOfBirth: '1990-05-01',
        proofs: [],
        members: [
          {
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
          },
        ],
        packages,
        ...more,
      },
    ],
  ])

const totals = (lines: LineToPrice[], wallets: Map<number, Wallet>, applyDefaults = false) =>
  priceLines(lines, wallets, applyDefaults).map(({ total }) => total)

describe('an allowance', () => {
  it('is used by the first of the lines, and again in the next week', () => {
    const lines = [line(1), line(2), line(3, { day: '2027-03-09' })]
    expect(totals(lines, walletOf([gold()]))).toEqual([0, 500, 0])
    expect(priceLines(lines, walletOf([gold()]), false).map(({ usedUp }) => usedUp)).toEqual([
      null,
      'Gold classes',
      null,
    ])
  })

  it('is each person’s own', () => {
    expect(
      totals([line(1), line(2, { personId: 502 }), line(3, { personId: null })], walletOf([gold()])),
    ).toEqual([0, 500, 500])
  })

  it('stays with the line that has it already, and is free again when that line gives it up', () => {
    const stored = walletOf([gold()])
    stored.get(501)?.members.forEach((member) => {
      Object.assign(member, { uses: [{ benefitId: 21, itemId: 2, day: '2027-03-04', occurrenceId: null }] })
    })
    expect(totals([line(1), line(2, { applied: goldApplied, discount: 500 })], stored)).toEqual([500, 0])
    const givesUp = line(2, { applied: goldApplied, discount: 500, wantsBenefit: false })
    expect(totals([givesUp, line(3)], stored)).toEqual([500, 0])
  })
})

describe('the visits of a package', () => {
  it('are used up line by line, as many as there are', () => {
    const lines = [line(1, { quantity: 1 }), line(2, { quantity: 3 }), line(3)]
    expect(totals(lines, walletOf([], [swims()]))).toEqual([0, 1000, 500])
  })

  it('that a line has reserved are its own, and free again when it gives them up', () => {
    const reserved = [{ itemId: 2, visits: 1 }]
    const held = swims({ left: 0, reserved })
    const own = line(2, { applied: swimsApplied(1), discount: 500 })
    expect(totals([line(1), own], walletOf([], [held]))).toEqual([500, 0])
    expect(totals([{ ...own, wantsPackage: false }, line(3)], walletOf([], [held]))).toEqual([500, 0])
    // The next line takes that visit, and the line after it finds none.
    expect(totals([{ ...own, wantsPackage: false }, line(3), line(4)], walletOf([], [held]))).toEqual([
      500, 0, 500,
    ])
  })
})

describe('what pays for a line that nobody has decided about', () => {
  const undecided = { wantsBenefit: null, wantsPackage: null }

  it('is applied when defaults are, and settled then', () => {
    const [with_] = priceLines([line(1, undecided)], walletOf([gold()]), true)
    expect(with_).toMatchObject({ total: 0, isSettled: true, isUseChanged: true, isPriceChanged: true })
    const [without] = priceLines([line(1, undecided)], walletOf([gold()]), false)
    expect(without).toMatchObject({
      total: 500,
      isSettled: false,
      isUseChanged: false,
      isPriceChanged: false,
    })
    expect(without?.availableBenefit).toEqual({ id: 21, name: 'Gold classes', type: 'membership' })
    expect(totals([line(1, undecided)], walletOf([], [swims()]), true)).toEqual([0])
    expect(totals([line(1, undecided)], walletOf([], [swims()]))).toEqual([500])
  })

  it('is not asked again of a line that has been decided', () => {
    const [decided] = priceLines([line(1, { wantsBenefit: false })], walletOf([gold()]), true)
    expect(decided).toMatchObject({ total: 500, isSettled: false })
    expect(decided?.availableBenefit?.id).toBe(21)
    expect(decided?.availablePackage).toBeNull()
  })
})

it('says what has changed: the price, or what pays for it', () => {
  const unchanged = priceLines([line(1)], new Map(), false)[0]
  expect(unchanged).toMatchObject({ isPriceChanged: false, isUseChanged: false })
  expect(priceLines([line(1, { unitPrice: 400 })], new Map(), false)[0]?.isPriceChanged).toBe(true)
  expect(priceLines([line(1, { discount: 100 })], new Map(), false)[0]?.isPriceChanged).toBe(true)
  const visits = line(1, { quantity: 2, applied: swimsApplied(1), discount: 500 })
  expect(priceLines([visits], walletOf([], [swims()]), false)[0]?.isUseChanged).toBe(true)
  const same = line(1, { quantity: 2, applied: swimsApplied(2), discount: 1000 })
  expect(
    priceLines([same], walletOf([], [swims({ left: 0, reserved: [{ itemId: 1, visits: 2 }] })]), false)[0],
  ).toMatchObject({ isUseChanged: false, isPriceChanged: false })
  const stored = line(1, { applied: goldApplied, discount: 500 })
  expect(priceLines([stored], walletOf([gold()]), false)[0]?.isUseChanged).toBe(false)
})

it('takes the price that was chosen, or the first that the person may have', () => {
  const options = [
    option(1, 500, { ageMax: 15 }),
    option(2, 400, { proof: 'student' }),
    option(3, 600),
    option(4, 450),
  ]
  const [chosen] = priceLines([line(1, { options, optionId: 4 })], walletOf([]), false)
  expect(chosen).toMatchObject({ optionId: 4, total: 450 })
  const [first] = priceLines([line(1, { options, optionId: 1 })], walletOf([]), false)
  expect(first).toMatchObject({ optionId: 3, total: 600 })
  const [none] = priceLines([line(1, { options: options.slice(0, 2), optionId: 2 })], walletOf([]), false)
  expect(none).toMatchObject({ optionId: 1, total: 500 })
  const [gone] = priceLines([line(1, { options: [], optionId: 9, unitPrice: 700 })], walletOf([]), false)
  expect(gone).toMatchObject({ optionId: 9, total: 700 })
})

it('leaves a membership that another customer named without its allowances and visits', () => {
  const [priced] = priceLines([line(1, { onlyUnlimited: true })], walletOf([gold()], [swims()]), false)
  expect(priced).toMatchObject({ total: 500, availableBenefit: null, availablePackage: null })
  const unlimited = gold({ allowance: null, allowancePeriod: null })
  expect(totals([line(1, { onlyUnlimited: true })], walletOf([unlimited]))).toEqual([0])
})

describe('a benefit without an allowance', () => {
  const free = gold({ allowance: null, allowancePeriod: null })
  const session = { occurrenceId: 77 }
  const withUse = (occurrenceId: number | null) => {
    const wallet = walletOf([free]).get(501)!
    const uses = [{ benefitId: 21, itemId: 8, day: '2027-03-04', occurrenceId }]
    return new Map([[501, { ...wallet, members: wallet.members.map((member) => ({ ...member, uses })) }]])
  }

  it("pays for the member's own place at a session once, whatever the tickets and the lines are", () => {
    const lines = [line(1, session), line(2, session), line(3, { occurrenceId: 78 })]
    expect(totals(lines, walletOf([free]))).toEqual([0, 500, 0])
    const [, second] = priceLines(lines, walletOf([free]), false)
    expect(second).toMatchObject({ applied: null, availableBenefit: null, usedUp: 'Gold classes' })
  })

  it('does not pay for a place beside one that was booked with it', () => {
    expect(totals([line(1, session)], withUse(77))).toEqual([500])
    expect(totals([line(8, session)], withUse(77))).toEqual([0])
    expect(totals([line(1, session)], withUse(78))).toEqual([0])
  })

  it('is not used up by a stranger who has the reference of the member', () => {
    expect(totals([line(1, session)], withUse(null))).toEqual([0])
    const byReference = line(1, { ...session, onlyUnlimited: true })
    expect(totals([byReference, line(2, session)], walletOf([free]))).toEqual([0, 0])
  })
})
