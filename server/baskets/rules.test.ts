import { describe, expect, it } from 'vitest'
import { basketItem } from '#test/fixtures/basketItem.ts'
import {
  choosePerson,
  isCaller,
  isLapsed,
  isLive,
  isRepeatable,
  isSameTicket,
  itemHashOf,
  lineTotal,
  maxQuantityOf,
  ownIdsOf,
  quantityOf,
  totalsOf,
} from './rules.ts'

const until = new Date('2027-03-04T09:15:00Z')
const at = (ms: number) => new Date(until.getTime() + ms)
const day = 24 * 3_600_000

describe('the hold of a line', () => {
  it('is in force until its end', () => {
    expect(isLive(basketItem(), at(-1))).toBe(true)
    expect(isLive(basketItem(), at(0))).toBe(false)
    expect(isLive(basketItem({ heldUntil: null }), at(-1))).toBe(false)
    for (const holdState of ['confirmed', 'released', 'expired'] as const)
      expect(isLive(basketItem({ holdState }), at(-1))).toBe(false)
  })

  it('is offered again for a day after its end', () => {
    expect(isLapsed(basketItem(), at(-1))).toBe(false)
    expect(isLapsed(basketItem(), at(0))).toBe(true)
    expect(isLapsed(basketItem(), at(day - 1))).toBe(true)
    expect(isLapsed(basketItem(), at(day))).toBe(false)
    expect(isLapsed(basketItem({ holdState: 'expired' }), at(0))).toBe(true)
    expect(isLapsed(basketItem({ heldUntil: null }), at(0))).toBe(false)
    for (const holdState of ['confirmed', 'released'] as const)
      expect(isLapsed(basketItem({ holdState }), at(0))).toBe(false)
  })
})

describe('the same ticket', () => {
  const ticket = basketItem({ customerReference: 'ON123' })
  it.each([
    ['another occurrence', { occurrenceId: 4712 }],
    ['another ticket type', { ticketTypeId: 52 }],
    ['for another person', { purchasedForId: 501 }],
    ['for a guest', { forGuest: true }],
    ["with another customer's reference", { customerReference: 'ON124' }],
  ])('is not %s', (_what, more) => {
    expect(isSameTicket(ticket, { ...ticket, ...more })).toBe(false)
    expect(isSameTicket({ ...ticket, ...more }, ticket)).toBe(false)
  })

  it('is at any price, and of a ticket type', () => {
    expect(isSameTicket(ticket, basketItem({ ...ticket, id: 62, pricingOptionId: 72 }))).toBe(true)
    const classes = { ...ticket, ticketTypeId: null }
    expect(isSameTicket(classes, classes)).toBe(false)
    const { forGuest, ...unsaid } = ticket
    expect(forGuest).toBe(false)
    expect(isSameTicket(unsaid, ticket)).toBe(true)
    expect(isSameTicket(ticket, unsaid)).toBe(true)
  })

  it('is counted over all its lines', () => {
    const lines = [
      basketItem({ quantity: 2 }),
      basketItem({ id: 62, quantity: 3 }),
      basketItem({ ticketTypeId: 52, quantity: 9 }),
    ]
    expect(quantityOf(lines, basketItem())).toBe(5)
    expect(quantityOf([], basketItem())).toBe(0)
  })
})

describe('the most of a line', () => {
  const two = basketItem({ quantity: 2 })
  it('is one, except of tickets', () => {
    expect(maxQuantityOf(basketItem({ kind: 'classes', maxQuantity: 5 }), [])).toBe(1)
    expect(maxQuantityOf(basketItem({ kind: 'courts', maxQuantity: null }), [])).toBe(1)
    expect(maxQuantityOf(basketItem({ maxQuantity: null }), [])).toBeNull()
  })

  it('is what lines of the same ticket at other prices leave, and never less than it has', () => {
    expect(maxQuantityOf(two, [two])).toBe(10)
    expect(maxQuantityOf(two, [two, basketItem({ id: 62, quantity: 3 })])).toBe(7)
    expect(maxQuantityOf(two, [two, basketItem({ id: 62, quantity: 3, ticketTypeId: 52 })])).toBe(10)
    expect(maxQuantityOf(two, [two, basketItem({ id: 62, quantity: 9 })])).toBe(2)
  })
})

it('tickets, and courts where the activity allows it, are had more than once at a time', () => {
  expect(isRepeatable(basketItem({ kind: 'tickets' }))).toBe(true)
  expect(isRepeatable(basketItem({ kind: 'classes' }))).toBe(false)
  expect(isRepeatable(basketItem({ kind: 'courts', allowsOverlap: true }))).toBe(true)
  expect(isRepeatable(basketItem({ kind: 'courts' }))).toBe(false)
})

it('a total has VAT within it, line by line; penalties have none', () => {
  expect(lineTotal({ unitPrice: 500, quantity: 3, discount: 200 })).toBe(1300)
  const swim = basketItem({ unitPrice: 600, quantity: 2 })
  const reduced = basketItem({ unitPrice: 1050, vatRate: 500, discount: 0 })
  expect(totalsOf([swim, reduced])).toEqual({ total: 2250, taxTotal: 250, subTotal: 2000 })
  expect(totalsOf([swim], [{ amount: 300 }, { amount: 50 }])).toEqual({
    total: 1550,
    taxTotal: 200,
    subTotal: 1350,
  })
  expect(totalsOf([])).toEqual({ total: 0, taxTotal: 0, subTotal: 0 })
})

it('sentences say you to the caller alone', () => {
  const by = (id: number | null) => ({ person: id === null ? null : { id } })
  expect(isCaller(by(501), 501)).toBe(true)
  expect(isCaller(by(502), 501)).toBe(false)
  expect(isCaller(by(null), 501)).toBe(false)
})

it('the checksum of a basket is of its items in order (wire §7)', () => {
  expect(itemHashOf([61, 62])).toBe('NjEsNjI=')
  expect(itemHashOf([])).toBe('')
})

describe('whom a line may be for', () => {
  const buyer = {
    operatorId: 1,
    customerId: 501,
    linkedIds: [502, 503],
    isStaff: false,
    isLoginNeeded: false,
  }

  it('is the buyer or a person linked to them', () => {
    expect(choosePerson(buyer, undefined)).toBeNull()
    expect(choosePerson(buyer, 0)).toBeNull()
    expect(choosePerson(buyer, 501)).toBeNull()
    expect(choosePerson(buyer, 502)).toBe(502)
    expect(choosePerson(buyer, 504)).toBeUndefined()
    expect(choosePerson({ ...buyer, customerId: null, linkedIds: [] }, 501)).toBeUndefined()
  })

  it('decides whose references are their own', () => {
    expect(ownIdsOf(buyer)).toEqual([501, 502, 503])
    expect(ownIdsOf({ ...buyer, customerId: null })).toEqual([])
  })
})
