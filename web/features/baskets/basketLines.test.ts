import { describe, expect, it } from 'vitest'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import { groupLines, describeLine, lineTitle, toItemInput, itemsNeedingLogin } from './basketLines.ts'

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
      date: { dayPretty: 'Thu', datePretty: '26 Nov' },
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
