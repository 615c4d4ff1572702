import { formatted } from '#contract/money.ts'
import { mail } from '#server/messages/en/bookings.ts'

export type RefundDestination = keyof typeof mail.refunded

/** One sum, and where it goes if that is more than one place. */
export const describeRefunds = (
  refunds: readonly { destination: RefundDestination; amount: number }[],
  currencySymbol: string,
): string => {
  const sums = new Map<RefundDestination, number>()
  for (const { destination, amount } of refunds) sums.set(destination, (sums.get(destination) ?? 0) + amount)
  const [first, ...others] = [...sums]
  if (first === undefined) return ''
  if (others.length === 0) return mail.refunded[first[0]]({ amount: formatted(first[1], currencySymbol) })
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0)
  const parts = [...sums].map(([destination, amount]) => ({
    destination,
    amount: formatted(amount, currencySymbol),
  }))
  return mail.refundedInParts({ total: formatted(total, currencySymbol), parts })
}
