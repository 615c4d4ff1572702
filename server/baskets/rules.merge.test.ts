import { describe, expect, it } from 'vitest'
import { findDuplicates } from './rules.ts'

describe('a line of a visitor, once they have logged in,', () => {
  type Line = Parameters<typeof findDuplicates>[0][number]
  const isDuplicate = (item: Line, own: Line[]): boolean => findDuplicates([item], own).length > 0
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

  it('is one where those before it reach the maximum', () => {
    const [first, second, third] = [line(), line(), line({ quantity: 1 })]
    expect(findDuplicates([first, second, third], [line({ pricingOptionId: 71, quantity: 2 })])).toEqual([
      second,
    ])
  })

  it('that is not sold by tickets is one at any price', () => {
    const court = { ticketTypeId: null, maxQuantity: null, quantity: 1 }
    expect(isDuplicate(line(court), [line({ ...court, pricingOptionId: 71 })])).toBe(true)
    expect(isDuplicate(line(court), [line({ ...court, occurrenceId: 2 })])).toBe(false)
  })
})
