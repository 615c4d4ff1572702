import type { PlanChange } from '#contract/memberships.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/account/planChange.ts'

/** From when another plan applies, what is paid for it, and what becomes of the minimum term. */
export const describePlanChange = ({ plan, isNow, on, dueToday, nextPayment }: PlanChange): string[] => {
  const date = dayInWords(on)
  const next = {
    price: nextPayment.amount.formatted,
    day: Number(nextPayment.on.slice(8)),
    from: dayInWords(nextPayment.on),
  }
  const { minimumUntil } = plan
  if (isNow)
    return [
      messages.now({ date }),
      messages.dueToday({ ...next, amount: dueToday.formatted }),
      ...(minimumUntil === null ? [] : [messages.termStays({ date: dayInWords(minimumUntil) })]),
    ]
  return [
    messages.later({ date }),
    messages.nothingToday(next),
    ...(minimumUntil === null ? [] : [messages.afterMinimumTerm({ date: dayInWords(minimumUntil) })]),
  ]
}
