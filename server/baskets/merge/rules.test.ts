import { describe, expect, it } from 'vitest'
import { isDuplicate, mergeLines, planIncreases } from './rules.ts'
import type { LineRequest } from '#server/baskets/rules.ts'

const request = (index: number, more: Partial<LineRequest['place']> = {}): LineRequest => ({
  index,
  maxQuantity: 10,
  place: {
    occurrenceId: 1,
    places: 2,
    idForm: 'v1',
    ticketTypeId: 7,
    pricingOptionId: 70,
    quantity: 1,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: null,
    personId: null,
    mayOverlap: true,
    forGuest: false,
    ...more,
  },
})

describe('requests of one call', () => {
  it('become one line for the same ticket at the same price', () => {
    const requests = [request(0), request(1, { quantity: 2, places: 4 }), request(2, { pricingOptionId: 71 })]
    const lines = mergeLines(requests)
    expect(lines.map(({ index, place }) => [index, place.quantity, place.places])).toEqual([
      [0, 3, 6],
      [2, 1, 2],
    ])
    // What was asked stays as it was.
    expect(requests[0]?.place.quantity).toBe(1)
  })

  it('stay apart where places are not sold by tickets', () => {
    const court = { ticketTypeId: null }
    expect(mergeLines([request(0, court), request(1, court)])).toHaveLength(2)
  })

  it('make the line of the basket grow that has the ticket at the same price', () => {
    const line = { ...request(0).place }
    const other = { ...line, pricingOptionId: 71 }
    const requests = [request(0), request(1, { quantity: 2 }), request(2, { ticketTypeId: 8 })]
    const increases = planIncreases(requests, [other, line])
    expect(increases.map(({ by, requests: of }) => [by, of.map(({ index }) => index)])).toEqual([[3, [0, 1]]])
    expect(increases[0]?.line).toBe(line)
    const both = planIncreases([...requests, request(2, { pricingOptionId: 71 })], [other, line])
    expect(both.map(({ line: of, by }) => [of.pricingOptionId, by])).toEqual([
      [70, 3],
      [71, 1],
    ])
  })
})

describe('a line of a visitor, once they have logged in,', () => {
  type Line = Parameters<typeof isDuplicate>[0]
  const line = (more: Partial<Line> = {}): Line => ({
    occurrenceId: 1,
    ticketTypeId: 7,
    pricingOptionId: 70,
    purchasedForId: null,
    customerReference: null,
    forGuest: false,
    quantity: 2,
    maxQuantity: 5,
    ...more,
  })

  it('is a duplicate of the same ticket at the same price for the same person', () => {
    expect(isDuplicate(line(), [line()])).toBe(true)
    expect(isDuplicate(line(), [])).toBe(false)
    for (const other of [{ occurrenceId: 2 }, { ticketTypeId: 8 }, { purchasedForId: 3 }, { forGuest: true }])
      expect(isDuplicate(line(), [line(other)])).toBe(false)
  })

  it('at another price is one only beyond the maximum of its ticket', () => {
    const elsewhere = (quantity: number) => [line({ pricingOptionId: 71, quantity })]
    expect(isDuplicate(line(), elsewhere(3))).toBe(false)
    expect(isDuplicate(line(), elsewhere(4))).toBe(true)
    expect(isDuplicate(line({ maxQuantity: null, quantity: 99 }), elsewhere(1))).toBe(false)
    expect(isDuplicate(line({ maxQuantity: null, quantity: 99 }), elsewhere(2))).toBe(true)
  })

  it('that is not sold by tickets is one at any price', () => {
    const court = { ticketTypeId: null, maxQuantity: null, quantity: 1 }
    expect(isDuplicate(line(court), [line({ ...court, pricingOptionId: 71 })])).toBe(true)
    expect(isDuplicate(line(court), [line({ ...court, occurrenceId: 2 })])).toBe(false)
  })
})
