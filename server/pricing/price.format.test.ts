import { expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { explainPrice, formatPrice } from './price.ts'

const gold = {
  type: 'membership',
  benefitId: 21,
  memberId: 9001,
  name: 'Gold classes',
  planName: 'Gold',
} as const
const swims = { type: 'package', packageId: 4101, visits: 1, name: 'Ten swims' } as const

it('has the full price where something was taken off', () => {
  const off = { applied: gold, unitPrice: 500, quantity: 2, discount: 300 }
  expect(formatPrice(operatorMessages(), 700, '£', false, off)).toMatchObject({
    full: 1000,
    formattedAmount: '£7.00',
    isEstimated: false,
    benefitApplied: true,
    packageApplied: false,
    explanation: '2 × £5.00 less £3.00 Gold benefit',
  })
  expect(
    formatPrice(operatorMessages(), 500, '£', true, { ...off, applied: swims, quantity: 1, discount: 500 }),
  ).toMatchObject({
    full: 500,
    isEstimated: true,
    benefitApplied: false,
    packageApplied: true,
    explanation: '£5.00 less £5.00, one visit of Ten swims',
  })
})

it('has none where nothing was', () => {
  const price = formatPrice(operatorMessages(), 500, '£', false)
  expect(price).toMatchObject({ benefitApplied: false, packageApplied: false, explanation: null })
  expect(price).not.toHaveProperty('full')
  const withoutDiscount = { applied: gold, unitPrice: 500, quantity: 1, discount: 0 }
  expect(formatPrice(operatorMessages(), 500, '£', false, withoutDiscount)).not.toHaveProperty('full')
  expect(explainPrice(operatorMessages(), withoutDiscount, '£')).toBeNull()
  expect(
    explainPrice(operatorMessages(), { ...withoutDiscount, applied: null, discount: 100 }, '£'),
  ).toBeNull()
})

it('counts the visits of a package', () => {
  const off = { applied: { ...swims, visits: 2 }, unitPrice: 540, quantity: 2, discount: 1080 }
  expect(explainPrice(operatorMessages(), off, '£')).toBe('2 × £5.40 less £10.80, 2 visits of Ten swims')
})
