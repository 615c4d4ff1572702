import type { PlanChange } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/planChange.ts'

/** From when another plan applies, what is paid for it, and what becomes of the minimum term. */
export const describePlanChange = ({ plan, isNow, on, dueToday, nextPayment }: PlanChange): string[] => {
  const date = longDate(on)
  const next = {
    price: nextPayment.amount.formatted,
    day: Number(nextPayment.on.slice(8)),
    from: longDate(nextPayment.on),
  }
  const { minimumUntil } = plan
  if (isNow)
    return [
      messages.now({ date }),
      messages.dueToday({ ...next, amount: dueToday.formatted }),
      ...(minimumUntil === null ? [] : [messages.termStays({ date: longDate(minimumUntil) })]),
    ]
  return [
    messages.later({ date }),
    messages.nothingToday(next),
    ...(minimumUntil === null ? [] : [messages.afterMinimumTerm({ date: longDate(minimumUntil) })]),
  ]
}
