import { describe, expect, test } from 'vitest'
import { creditChoices } from './credit.ts'

const basket = (
  general: number,
  membership: number,
  { used = {}, total = 1345 }: { used?: { general?: number; membership?: number }; total?: number } = {},
) => {
  const { general: ofGeneral = 0, membership: ofMembership = 0 } = used
  return {
    total,
    credits: {
      general: {
        type: 'general' as const,
        totalAvailable: general,
        maxApplicable: Math.min(general, total - ofMembership),
      },
      membership: {
        type: 'membership' as const,
        totalAvailable: membership,
        maxApplicable: Math.min(membership, total - ofGeneral),
      },
    },
    payments: (['membership', 'general'] as const).flatMap((type) =>
      (used[type] ?? 0) > 0
        ? [{ id: 1, tenderType: 'credit' as const, type, amount: used[type] ?? 0, formattedAmount: '' }]
        : [],
    ),
  }
}

describe('what can be chosen', () => {
  test('nothing where there is no credit', () => {
    expect(creditChoices(basket(0, 0))).toEqual([])
  })
  test('membership credit first, each with what remains of it', () => {
    expect(creditChoices(basket(2000, 300))).toEqual([
      { type: 'membership', used: 0, max: 300, remaining: 0 },
      { type: 'general', used: 0, max: 1345, remaining: 655 },
    ])
  })
  test('not what could pay nothing beside the other kind', () => {
    expect(creditChoices(basket(500, 2000, { used: { membership: 1345 } }))).toEqual([
      { type: 'membership', used: 1345, max: 1345, remaining: 655 },
    ])
  })
})
