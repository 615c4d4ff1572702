import * as messages from '#messages/shared/checkout.ts'
import { isInProgress, type Payment } from './paymentState.ts'
import type { Purchase } from './purchase.ts'

/** The line below the button. */
export const securityNote = ({ nothingToPay }: Purchase, byCard: boolean, onAccount: boolean): string => {
  if (byCard) return messages.cardSecurity
  return onAccount ? messages.accountNote : nothingToPay
}

/** The words of the button. */
export const payLabel = (
  payment: Payment,
  purchase: Purchase,
  paidByCard: boolean,
  onAccount: boolean,
): string => {
  const amount = purchase.formattedBalance
  if (isInProgress(payment)) return paidByCard ? messages.paying : purchase.confirming
  if (payment.transactionUuid !== null || payment.error?.kind === 'unknown') return messages.tryAgain
  if (onAccount) return messages.chargeAccount({ amount })
  return paidByCard ? messages.pay({ amount }) : purchase.confirm
}
