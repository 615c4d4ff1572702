import type { Booking } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/shared/bookings.ts'

const toBuyer = {
  credit: messages.refundAsCredit,
  card: messages.refundToCard,
  account: messages.refundToAccount,
  desk: messages.refundAtDesk,
  partner: messages.refundByPartner,
} as const

const toAnother = {
  ...toBuyer,
  card: messages.refundToTheirCard,
  account: messages.refundToTheirAccount,
} as const

/**
 * `You get £1.55 as credit and £6.90 to your card.` Somebody else reads who gets it.
 * @param isBuyers the reader is the person who booked, not the desk
 */
export const describeRefund = (
  {
    cancellationRefund: { parts, to },
    fullRefund,
    isBuyer,
  }: Pick<Booking, 'cancellationRefund' | 'fullRefund' | 'isBuyer'>,
  isBuyers = isBuyer,
): string => {
  if (parts.length > 0) return describeParts(parts, isBuyers)
  if (to === 'package') return messages.packageVisitReturned
  return fullRefund.raw === 0 ? messages.nothingToRefund : messages.noRefund
}

type Refundable = Parameters<typeof describeRefund>[0]

/** What the cancelling of several bookings of an order gives back in all. */
export const describeRefunds = (bookings: readonly Refundable[]): string => {
  const [first, ...others] = bookings
  if (first === undefined) return messages.nothingToRefund
  if (others.length === 0) return describeRefund(first)
  const parts = new Map<Refundable['cancellationRefund']['parts'][number]['to'], number>()
  for (const { to, amount } of bookings.flatMap(({ cancellationRefund }) => cancellationRefund.parts))
    parts.set(to, (parts.get(to) ?? 0) + amount)
  if (parts.size === 0) return describeRefund(first)
  const sums = [...parts].map(([to, amount]) => ({ to, amount, formatted: formatted(amount) }))
  return describeParts(sums, first.isBuyer)
}

export const describeParts = (parts: Booking['cancellationRefund']['parts'], isBuyers: boolean): string => {
  const words = isBuyers ? toBuyer : toAnother
  const described = parts.map((part) => words[part.to]({ amount: part.formatted }))
  return isBuyers ? messages.refund({ parts: described }) : messages.refundOfBuyer({ parts: described })
}
