import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPrice, isPriceJump, priceRoundings } from './priceChange.ts'

it('changes a price by a share, by an amount or to an amount, half up', () => {
  const more = { by: 'percent', value: 400 } as const
  expect(priceRoundings.map((rounding) => changedPrice(1345, more, rounding))).toEqual([
    1399, 1400, 1400, 1400,
  ])
  expect(changedPrice(625, more, 10)).toBe(650)
  expect(changedPrice(5, { by: 'percent', value: 1000 }, 1)).toBe(6)
  expect(changedPrice(125, { by: 'amount', value: 0 }, 50)).toBe(150)
  expect(changedPrice(1345, { by: 'amount', value: -50 }, 5)).toBe(1295)
  expect(changedPrice(40, { by: 'amount', value: -50 }, 1)).toBe(0)
  expect(changedPrice(1345, { by: 'set', value: 1299 }, 50)).toBe(1299)
})

it('is the nearest multiple, of two that are as near the higher one', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: -5000, max: 10_000 }),
      fc.constantFrom(...priceRoundings),
      (price, value, rounding) => {
        const changed = changedPrice(price, { by: 'percent', value }, rounding)
        const distance = changed * 10_000 - price * (10_000 + value)
        expect(changed % rounding).toBe(0)
        expect(distance).toBeGreaterThan(-5000 * rounding)
        expect(distance).toBeLessThanOrEqual(5000 * rounding)
      },
    ),
  )
})

it('a quarter more or less is no jump, a penny beyond is one, and nothing always', () => {
  expect([1250, 1251, 750, 749, 1000, 0].map((to) => isPriceJump(1000, to))).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ])
  expect(isPriceJump(0, 0)).toBe(false)
  expect(isPriceJump(0, 100)).toBe(true)
})
