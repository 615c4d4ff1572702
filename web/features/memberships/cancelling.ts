import type { Membership } from '#contract/memberships.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/shared/membershipChanges.ts'

type Changes = NonNullable<Membership['changes']>

/** All that is still collected for a membership that is cancelled today. */
export const describePayments = ({
  cancelPayments,
  failedPayment,
}: Pick<Changes, 'cancelPayments'> & Pick<Membership, 'failedPayment'>): string => {
  if (failedPayment !== null && failedPayment.triedAgainOn === null)
    return messages.cancelOwed({ amount: failedPayment.amount.formatted })
  if (cancelPayments === null) return messages.cancelNoPayments
  const { count, total, first, last } = cancelPayments
  return messages.cancelPayments({
    count,
    total: total.formatted,
    first: dayInWords(first),
    last: dayInWords(last),
  })
}
