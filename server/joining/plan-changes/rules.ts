import { shareOf } from '#server/joining/rules.ts'
import { monthsAfter } from '#server/memberships/periods/rules.ts'

/** What a change of plan costs, and from when it applies. Pence. */
export type PlanChangeCosts = { isNow: boolean; on: string; dueToday: number; nextOn: string }

/**
 * A dearer plan applies today: the difference is paid until the first payment that has not been announced, which is at
 * the new price. Any other applies from that payment on, after the minimum term.
 */
export const costsOfChange = (
  membership: {
    price: number
    nextBillingOn: string
    minimumUntil: string | null
    hasWaitingPayment: boolean
  },
  newPrice: number,
  today: string,
): PlanChangeCosts => {
  const { price, nextBillingOn, minimumUntil, hasWaitingPayment } = membership
  const nextOn = hasWaitingPayment ? monthsAfter(nextBillingOn, 1) : nextBillingOn
  if (newPrice > price) {
    const dueToday = shareOf(newPrice, today, nextOn) - shareOf(price, today, nextOn)
    return { isNow: true, on: today, dueToday, nextOn }
  }
  let on = nextOn
  while (minimumUntil !== null && on <= minimumUntil) on = monthsAfter(on, 1)
  return { isNow: false, on, dueToday: 0, nextOn: on }
}
