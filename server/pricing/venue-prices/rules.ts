import type { VenuePrices } from '#contract/pricing.ts'
import { memberPrice } from '#server/pricing/rules.ts'
import type { PlanBenefit } from './queries.ts'

type Allowance = VenuePrices['activities'][number]['prices'][number]['members'][number]['allowance']

/** What a price is with each plan: the lowest of its benefits. Plans with the same price and allowance are one. */
export const memberPrices = (
  ticket: { price: number; places: number },
  benefits: readonly PlanBenefit[],
): { plans: string[]; price: number; allowance: Allowance }[] => {
  const groups: { plans: string[]; price: number; allowance: Allowance }[] = []
  for (const plan of new Set(benefits.map(({ planName }) => planName))) {
    const [best] = benefits
      .filter(({ planName }) => planName === plan)
      .map((benefit) => ({ price: memberPrice(ticket, benefit), allowance: allowanceOf(benefit) }))
      .filter(({ price }) => price < ticket.price)
      // Of two that cost the same, the one without a limit.
      .toSorted((one, other) => one.price - other.price || rank(one.allowance) - rank(other.allowance))
    if (best === undefined) continue
    const same = groups.find((group) => keyOf(group) === keyOf(best))
    if (same === undefined) groups.push({ plans: [plan], ...best })
    else same.plans.push(plan)
  }
  return groups
}

const rank = (allowance: Allowance): number => (allowance === null ? 0 : 1)

const keyOf = ({ price, allowance }: { price: number; allowance: Allowance }): string =>
  JSON.stringify([price, allowance])

const allowanceOf = ({ allowance, allowancePeriod }: PlanBenefit): Allowance =>
  allowance === null || allowancePeriod === null ? null : { uses: allowance, period: allowancePeriod }
