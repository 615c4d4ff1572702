import type { Membership } from '#contract/memberships.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/shared/membershipChanges.ts'

/** What is still collected for a membership that is cancelled and ends on a day. */
export const describePayments = (
  { nextBillingOn, failedPayment }: Pick<Membership, 'nextBillingOn' | 'failedPayment'>,
  endsOn: string,
): string => {
  if (failedPayment !== null && failedPayment.triedAgainOn === null)
    return messages.cancelOwed({ amount: failedPayment.amount.formatted })
  const billed = nextBillingOn !== null && nextBillingOn <= endsOn ? [nextBillingOn] : []
  const [next] = [...billed, failedPayment?.triedAgainOn ?? []].flat().toSorted()
  return next === undefined ? messages.cancelNoPayments : messages.cancelPayments({ date: dayInWords(next) })
}
