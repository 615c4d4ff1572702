import { expect, it } from 'vitest'
import { commissionOf, owedOf, totalOfSales } from './sales.ts'

it('a partner keeps its rate of what was sold and not refunded', () => {
  expect(commissionOf({ sold: 10_000, refunded: 0, commissionRate: 500 })).toBe(500)
  expect(commissionOf({ sold: 10_000, refunded: 4000, commissionRate: 750 })).toBe(450)
  expect(commissionOf({ sold: 333, refunded: 0, commissionRate: 1000 })).toBe(33)
  expect(commissionOf({ sold: 0, refunded: 1000, commissionRate: 500 })).toBe(-50)
  // Not the zero with a sign that rounding gives.
  expect(Object.is(commissionOf({ sold: 0, refunded: 1, commissionRate: 500 }), 0)).toBe(true)
})

it('what it owes is what was sold, less refunds and commission', () => {
  expect(owedOf({ bookings: 3, sold: 5000, refunded: 700, commission: 430, atVenue: 900 })).toBe(3870)
})

it('sales are added up', () => {
  const one = { bookings: 1, sold: 1000, refunded: 100, commission: 90, atVenue: 5 }
  const other = { bookings: 2, sold: 500, refunded: 0, commission: 50, atVenue: 20 }
  expect(totalOfSales([one, other])).toEqual({
    bookings: 3,
    sold: 1500,
    refunded: 100,
    commission: 140,
    atVenue: 25,
  })
  expect(totalOfSales([])).toEqual({ bookings: 0, sold: 0, refunded: 0, commission: 0, atVenue: 0 })
})
