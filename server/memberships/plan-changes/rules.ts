import { statusOn } from '#server/memberships/rules.ts'
import type { MembershipDays } from '#server/memberships/rules.ts'

/** The plan that a membership has from a billing day on. Pence. */
export type NextPlan = { id: number; name: string; price: number; from: string }

/** What decides whether a payer may change the plan. */
export type PlanChangeable = MembershipDays & {
  billingPeriod: 'month' | 'year' | 'once'
  nextBillingOn: string | null
  collectedHere: boolean
  nextPlan: NextPlan | null
  failedPayment: { amount: number } | null
}

/** Whether a payer may change the plan now: of one paid by the month that runs, is paid, and has no change planned. */
export const canChangePlan = (membership: PlanChangeable, today: string): boolean => {
  const { billingPeriod, nextBillingOn, collectedHere, endsOn, frozenFrom, frozenUntil } = membership
  const isFreezeOpen = frozenFrom !== null && (frozenUntil === null || frozenUntil > today)
  return (
    collectedHere &&
    billingPeriod === 'month' &&
    nextBillingOn !== null &&
    nextBillingOn > today &&
    endsOn === null &&
    !isFreezeOpen &&
    membership.nextPlan === null &&
    membership.failedPayment === null &&
    statusOn(membership, today) === 'active'
  )
}

/** What a period from a day on costs. Pence. */
export const priceFrom = (
  { price, nextPlan }: { price: number; nextPlan: Pick<NextPlan, 'price' | 'from'> | null },
  on: string,
): number => (nextPlan !== null && on >= nextPlan.from ? nextPlan.price : price)
