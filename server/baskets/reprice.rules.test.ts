import { describe, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { optionOn } from '#server/pricing/rules.ts'
import type { PricedLine } from '#server/pricing/rules.ts'
import { basketItem } from '#test/fixtures/basketItem.ts'
import { lapseNotices } from './read.ts'
import { isRepriced, lineToPrice, priceNotices, withAvailable } from './reprice.ts'

const now = new Date('2027-03-04T12:00:00Z')
const buyer = { operatorId: 1, customerId: 501, linkedIds: [502], isStaff: false, isLoginNeeded: false }
const gold = {
  type: 'membership',
  benefitId: 21,
  memberId: 31,
  name: 'Classes',
  planName: 'Gold',
  useId: 1,
} as const
const swims = { type: 'package', packageId: 41, visits: 1, name: 'Ten swims', useId: 2 } as const

describe('whose price a line has', () => {
  const references = new Map([
    ['ON700', { id: 700, isOwn: false }],
    ['ON502', { id: 502, isOwn: true }],
  ])
  const of = (
    item: Parameters<typeof basketItem>[0],
    by: Partial<typeof buyer> = {},
    used: number[] = [],
  ) => {
    const { personId, onlyUnlimited } = lineToPrice(
      basketItem(item),
      { ...buyer, ...by },
      references,
      new Set(used),
      now,
    )
    return [personId, onlyUnlimited]
  }

  it.each([
    ['the buyer', {}, [501, false]],
    ['a person they book for', { purchasedForId: 502 }, [502, false]],
    ['of a guest: anybody', { forGuest: true }, [null, false]],
    ['of a person before a guest', { forGuest: true, customerReference: 'ON502' }, [502, false]],
    ['another customer, without their allowances', { customerReference: 'ON700' }, [700, true]],
    ['a person of their own', { customerReference: 'ON502' }, [502, false]],
    ['no one, where the reference is unknown', { customerReference: 'ON999' }, [null, false]],
    ['one ticket alone of another customer', { customerReference: 'ON700', quantity: 2 }, [null, true]],
    ['several of a person of their own', { customerReference: 'ON502', quantity: 2 }, [502, false]],
  ])('is %s', (_what, item, whose) => {
    expect(of(item)).toEqual(whose)
  })

  it("another customer's reference is used once a session, and by visitors only where that is allowed", () => {
    const foreign = { customerReference: 'ON700' }
    expect(of(foreign, {}, [61])).toEqual([null, true])
    expect(of(foreign, {}, [62])).toEqual([700, true])
    expect(of(foreign, { isLoginNeeded: true })).toEqual([null, true])
    expect(of(foreign, { isLoginNeeded: true, isStaff: true }, [61])).toEqual([700, false])
  })

  it('a reference is for one ticket of a session, but for staff', () => {
    const occurrenceOf = (item: Parameters<typeof basketItem>[0], isStaff: boolean) =>
      lineToPrice(basketItem(item), { ...buyer, isStaff }, references, new Set(), now).occurrenceId
    const { occurrenceId } = basketItem({})
    expect(occurrenceOf({ customerReference: 'ON700' }, true)).toBeNull()
    expect(occurrenceOf({}, true)).toBe(occurrenceId)
    expect(occurrenceOf({ customerReference: 'ON700' }, false)).toBe(occurrenceId)
  })

  it('references are not looked up where there are none', () => {
    const line = lineToPrice(basketItem({ customerReference: 'ON700' }), buyer, null, new Set(), now)
    expect(line).toMatchObject({ personId: null, onlyUnlimited: false })
  })

  it('has the places and the prices of its ticket', () => {
    const option = {
      id: 71,
      name: 'Family',
      firstPrice: 1500,
      steps: [],
      pricesBy: 'session' as const,
      band: '',
      ticketTypeId: 51,
      concession: false,
      vatRate: null,
      proof: null,
      ageMin: null,
      ageMax: null,
    }
    const options = [option, { ...option, id: 72, ticketTypeId: 52 }]
    expect(lineToPrice(basketItem({ ticketPlaces: 4, options }), buyer, null, new Set(), now)).toMatchObject({
      id: 61,
      places: 4,
      options: [optionOn(option, { ...basketItem({}), now })],
      optionId: 71,
      day: '2027-03-04',
    })
    expect(lineToPrice(basketItem({ ticketPlaces: null }), buyer, null, new Set(), now).places).toBe(1)
  })
})

const priced = (more: Partial<PricedLine> = {}): PricedLine => ({
  id: 61,
  optionId: 71,
  unitPrice: 500,
  quantity: 1,
  discount: 0,
  total: 500,
  applied: null,
  isPriceChanged: false,
  optionIds: [71],
  isUseChanged: false,
  isSettled: false,
  availableBenefit: null,
  availablePackage: null,
  usedUp: null,
  ...more,
})

it('lines are saved again where price, use or option changes', () => {
  const items = [basketItem({ id: 60 }), basketItem()]
  expect(isRepriced(items, [priced({ id: 60 }), priced()])).toBe(false)
  expect(isRepriced(items, [])).toBe(false)
  expect(isRepriced(items, [priced({ id: 60 }), priced({ isPriceChanged: true })])).toBe(true)
  expect(isRepriced(items, [priced({ isUseChanged: true }), priced({ id: 60 })])).toBe(true)
  expect(isRepriced([basketItem({ id: 60, pricingOptionId: 72 }), basketItem()], [priced()])).toBe(false)
  expect(isRepriced(items, [priced({ optionId: 72 })])).toBe(true)
  expect(isRepriced(items, [priced({ id: 99 })])).toBe(true)
})

it('each line has what could pay for it', () => {
  const availableBenefit = { id: 21, name: 'Classes', type: 'membership' } as const
  const items = [basketItem({ id: 60 }), basketItem()]
  expect(withAvailable(items, [priced({ availableBenefit })])).toEqual([
    items[0],
    basketItem({ availableBenefit }),
  ])
})

describe('the notice of a changed price', () => {
  const notices = (
    was: Parameters<typeof basketItem>[0],
    is: Parameters<typeof basketItem>[0],
    expected: Parameters<typeof priceNotices>[3] = { itemIds: [] },
  ) =>
    priceNotices(
      operatorMessages(),
      [basketItem(was)],
      [basketItem({ id: 60 }), basketItem(is)],
      expected,
      '£',
    )
  const free = { discount: 500 }

  it.each([
    ['a higher price', {}, { unitPrice: 650 }, 'price_changed', 'Family swim now costs £6.50.'],
    [
      'a benefit gained',
      {},
      { discount: 100, applied: gold },
      'price_changed',
      'Family swim now costs £4.00.',
    ],
    ['a smaller discount', free, { discount: 100 }, 'price_changed', 'Family swim now costs £4.00.'],
    [
      'a benefit lost',
      { ...free, applied: gold },
      {},
      'benefit_removed',
      'Family swim now costs £5.00. Your Gold benefit no longer applies.',
    ],
    [
      'visits lost',
      { ...free, applied: swims },
      {},
      'benefit_removed',
      'Family swim now costs £5.00. Your Ten swims visits no longer apply.',
    ],
    [
      'a discount lost',
      free,
      {},
      'benefit_removed',
      'Family swim now costs £5.00. Your discount no longer applies.',
    ],
  ])('is of %s', (_what, was, is, code, message) => {
    expect(notices(was, is)).toEqual([{ code, message, cartItemId: 61 }])
  })

  it('is none where it costs the same, is gone, or its change was expected', () => {
    expect(notices({}, {})).toEqual([])
    expect(notices({}, { unitPrice: 600, discount: 100 })).toEqual([])
    expect(notices({ id: 62 }, { unitPrice: 650 })).toEqual([])
    expect(notices({}, { unitPrice: 650 }, { itemIds: [61] })).toEqual([])
    expect(notices({}, { unitPrice: 650 }, { itemIds: [62] })).toHaveLength(1)
  })

  it('is none of the first discount of a line that is being added', () => {
    const adding = { itemIds: [], isAdding: true }
    expect(notices({ wantsBenefit: null }, free, adding)).toEqual([])
    expect(notices({ wantsBenefit: false, wantsPackage: null }, free, adding)).toEqual([])
    expect(notices({ wantsBenefit: false, wantsPackage: true }, free, adding)).toHaveLength(1)
    expect(notices({ wantsBenefit: null }, { unitPrice: 650 }, adding)).toHaveLength(1)
    expect(notices({ wantsBenefit: null }, free)).toHaveLength(1)
  })
})

it('the end of a hold is announced once, with its reason', () => {
  const after = new Date('2027-03-04T09:16:00Z')
  expect(lapseNotices(operatorMessages(), [basketItem()], new Date('2027-03-04T09:14:00Z'))).toEqual([])
  expect(lapseNotices(operatorMessages(), [basketItem({ lapseNotified: true })], after)).toEqual([])
  expect(
    lapseNotices(
      operatorMessages(),
      [basketItem(), basketItem({ id: 62, occurrenceStatus: 'cancelled' })],
      after,
    ),
  ).toEqual([
    { code: 'hold_lapsed', message: "We're no longer holding Family swim for you.", cartItemId: 61 },
    { code: 'item_unavailable', message: 'Family swim has been cancelled.', cartItemId: 62 },
  ])
})
