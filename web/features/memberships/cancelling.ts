import type { Membership } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
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
    first: longDate(first),
    last: longDate(last),
  })
}
