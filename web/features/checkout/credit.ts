import type { Basket } from '#contract/baskets.ts'

export type CreditType = 'general' | 'membership'

/** Credit of one kind that pays or could pay, in pence. */
export type CreditChoice = {
  type: CreditType
  /** What it pays now; 0 while it is not used. */
  used: number
  /** What it could pay beside the other kind. */
  max: number
  /** What is left of it afterwards. */
  remaining: number
}

/** Membership credit is used first: it can be used for less. */
const types = ['membership', 'general'] as const

/** A kind of credit that could pay nothing is not offered. */
export const creditChoices = ({ credits, payments }: Pick<Basket, 'credits' | 'payments'>): CreditChoice[] =>
  types.flatMap((type) => {
    const used = payments.find((payment) => payment.type === type)?.amount ?? 0
    const { maxApplicable: max, totalAvailable } = credits[type]
    return used > 0 || max > 0 ? [{ type, used, max, remaining: totalAvailable - (used || max) }] : []
  })
