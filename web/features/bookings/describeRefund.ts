import type { Booking } from '#contract/bookings.ts'

const whereto: Readonly<Record<'credit' | 'card' | 'account' | 'desk', string>> = {
  credit: 'as credit',
  card: 'to your card',
  account: 'off your account',
  desk: 'at the desk',
}

/** What cancelling now gives: `You get £1.55 as credit and £6.90 to your card.` */
export const describeRefund = ({ cancellationRefund }: Pick<Booking, 'cancellationRefund'>): string => {
  const { parts, to } = cancellationRefund
  if (parts.length > 0) {
    return `You get ${parts.map(({ formatted, to: way }) => `${formatted} ${whereto[way]}`).join(' and ')}.`
  }
  return to === 'package' ? 'You get the visit of your package back.' : 'Nothing comes back.'
}
