import type { Booking } from '#contract/bookings.ts'
import * as messages from '#messages/shared/bookings.ts'

const refundTo = {
  credit: messages.refundAsCredit,
  card: messages.refundToCard,
  account: messages.refundToAccount,
  desk: messages.refundAtDesk,
  partner: messages.refundByPartner,
} as const

/** `You get £1.55 as credit and £6.90 to your card.` */
export const describeRefund = ({ cancellationRefund }: Pick<Booking, 'cancellationRefund'>): string => {
  const { parts, to } = cancellationRefund
  if (parts.length > 0) return describeParts(parts)
  return to === 'package' ? messages.packageVisitReturned : messages.noRefund
}

export const describeParts = (parts: Booking['cancellationRefund']['parts']): string =>
  messages.refund({ parts: parts.map((part) => refundTo[part.to]({ amount: part.formatted })) })
