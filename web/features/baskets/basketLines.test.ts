import { describe, expect, it } from 'vitest'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import {
  combineTickets,
  describeLine,
  groupLines,
  itemsNeedingLogin,
  lineTitle,
  planQuantity,
  toItemInput,
} from './basketLines.ts'

const line = (more: Partial<BasketItem> & { venueName?: string }): BasketItem =>
  ({
    id: 1,
    name: 'Badminton 60min - Thu 26 Nov - 18:00',
    type: 'purchasableOccurrence',
    sortBy: 0,
    quantity: 1,
    pricingOptionId: 77,
    pricingOptions: [
      { id: 77, name: 'Standard' },
      { id: 78, name: 'Concession' },
    ],
    ticketId: null,
    purchasedForUserId: null,
    customerReference: null,
    allowsAnonymousBookings: true,
    cartableResource: {
      id: 'AQGinvented',
      name: 'Badminton 60min',
      venueName: more.venueName ?? 'Demo Centre',
      date: { raw: '2026-11-26', dayPretty: 'Thu', datePretty: '26 Nov' },
      startsAt: { format24Hour: '18:00' },
      endsAt: { format24Hour: '19:00' },
    },
    ...more,
  }) as BasketItem

const customer = {
  id: 501,
  firstName: 'Ann',
  linkedUsers: [
    { id: 502, membershipUserId: null, firstName: 'Tom', lastName: 'Example', relation: 'child' },
  ],
}

describe('equal tickets', () => {
  const ticket = (id: number, quantity: number, more: Partial<BasketItem> = {}): BasketItem =>
    line({
      id,
      sortBy: id,
      quantity,
      ticketId: 'AQTinvented',
      maxQuantity: 8 - (6 - quantity),
      attendee: null,
      forGuest: false,
      appliedBenefit: null,
      appliedPackage: null,
      benefitAvailable: null,
      packageAvailable: null,
      heldUntil: `2027-02-28T10:1${id}:00Z`,
      price: {
        raw: 600 * quantity,
        formatted: `£${6 * quantity}.00`,
        explanation: null,
      } as BasketItem['price'],
      ...more,
    })

  it('are one line with the sum of their quantities and prices, held until the first of their ends', () => {
    const combined = combineTickets([ticket(3, 3), ticket(1, 1), ticket(2, 2)], '£')
    expect(combined).toMatchObject([
      {
        id: 1,
        quantity: 6,
        maxQuantity: 8,
        price: { raw: 3600, formatted: '£36.00' },
        heldUntil: '2027-02-28T10:11:00Z',
      },
    ])
    expect(combined[0]?.lines.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it.each<[string, Partial<BasketItem>]>([
    ['a class', { ticketId: null }],
    ['another ticket', { ticketId: 'AQTother' }],
    ['another price', { pricingOptionId: 78 }],
    ['for another person', { purchasedForUserId: 502 }],
    ['for guests', { forGuest: true }],
    ['by a reference', { customerReference: 'DL-10442' }],
    ['at another amount', { price: { raw: 350, explanation: null } as BasketItem['price'] }],
    ['paid by a benefit', { appliedBenefit: { id: 3, name: 'Gold' } }],
    ['with an explanation', { price: { raw: 600, explanation: '£6.00 less £1.00' } as BasketItem['price'] }],
  ])('stay apart from one %s', (_, more) => {
    expect(combineTickets([ticket(1, 1), ticket(2, 1, more)], '£').map(({ lines }) => lines.length)).toEqual([
      1, 1,
    ])
  })

  it.each([
    [6, [], null],
    [8, [], { cartItemId: 3, quantity: 5 }],
    [5, [], { cartItemId: 3, quantity: 2 }],
    [3, [3], null],
    [2, [3], { cartItemId: 2, quantity: 1 }],
    [1, [3, 2], null],
  ])('come to %i by changing one line at most', (wanted, removedIds, update) => {
    expect(planQuantity([ticket(1, 1), ticket(2, 2), ticket(3, 3)], wanted)).toEqual({ removedIds, update })
  })
})

describe('lines', () => {
  it('D05: stand in the order of sort_by', () => {
    const [group] = groupLines(
      [line({ id: 1, sortBy: 2 }), line({ id: 2, sortBy: 0 }), line({ id: 3, sortBy: 1 })],
      null,
    )
    expect(group?.items.map(({ id }) => id)).toEqual([2, 3, 1])
  })

  it('are gathered by venue, without naming a person where all is for oneself', () => {
    const groups = groupLines(
      [line({ id: 1 }), line({ id: 2, venueName: 'Other Pool' }), line({ id: 3 })],
      customer,
    )
    expect(groups.map(({ venueName, personLabel, items }) => [venueName, personLabel, items.length])).toEqual(
      [
        ['Demo Centre', undefined, 2],
        ['Other Pool', undefined, 1],
      ],
    )
  })

  it('D06: are gathered by person where another is booked for', () => {
    const groups = groupLines([line({ id: 1 }), line({ id: 2, purchasedForUserId: 502 })], customer)
    expect(groups.map(({ personLabel }) => personLabel)).toEqual(['For you', 'For Tom'])
    expect(groupLines([line({ purchasedForUserId: 502 })], customer)[0]?.personLabel).toBe('For Tom')
  })

  it('name the kind of ticket', () => {
    expect(lineTitle(line({ name: 'Badminton 60min, Adult - Thu 26 Nov - 18:00' }))).toBe(
      'Badminton 60min, Adult',
    )
    expect(describeLine(line({}))).toBe('Badminton 60min, Thu 26 Nov, 18:00 to 19:00')
  })

  it('of one ticket at two prices have different names', () => {
    const ticket = { name: 'Swim, Adult - Thu 26 Nov - 18:00', ticketId: 'AQT1' }
    expect(describeLine(line(ticket))).not.toContain('Standard')
    expect(describeLine(line({ ...ticket, pricingOptionId: 78 }))).toContain(', Concession, ')
  })

  it('are added again as they were chosen', () => {
    expect(toItemInput(line({ ticketId: 'AQT1', quantity: 3, purchasedForUserId: 502 }))).toEqual({
      id: 'AQGinvented',
      type: 'purchasableOccurrence',
      quantity: 3,
      pricingOptionId: 77,
      ticketId: 'AQT1',
      purchasedForUserId: 502,
    })
  })

  it('ask for a login only where it is needed and missing', () => {
    const basket = { items: [line({ id: 1 }), line({ id: 2, allowsAnonymousBookings: false })] } as Basket
    expect(itemsNeedingLogin(basket, false).map(({ id }) => id)).toEqual([2])
    expect(itemsNeedingLogin(basket, true)).toEqual([])
  })
})
