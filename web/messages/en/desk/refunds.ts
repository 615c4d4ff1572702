import type { RefundDestination } from '#contract/tenders.ts'

// A refund without cancelling, or after
export const refund = 'Refund'
export const refundItem = ({ name, date }: { name: string; date: string }): string =>
  `Refund ${name}, ${date}`
export const refundTitle = 'Refund this booking?'
export const refundLeft = ({ amount: left }: { amount: string }): string =>
  `Up to ${left} can be refunded. The booking stays as it is.`
export const amount = 'Amount'
export const reason = 'Reason'
export const inCash = 'Hand out in cash what was not paid by card or credit'
export const keep = 'No refund'
const places: Readonly<Record<RefundDestination, string>> = {
  card: ' to the card',
  credit: ' as credit',
  account: ' to the account',
  desk: ' in cash',
  partner: '',
}
/** `to` is null for several places. */
export const refundTo = ({ amount: sum, to }: { amount: string; to: RefundDestination | null }): string =>
  `Refund ${sum}${to === null ? '' : places[to]}`
export const refundDone = ({ amount: sum, cash }: { amount: string; cash: string | null }): string =>
  cash === null ? `${sum} refunded.` : `${sum} refunded. Hand out ${cash} in cash.`

// A sale that was a mistake
export const voidSale = ({ amount: sum }: { amount: string }): string => `Void, give back ${sum}`
export const voidTitle = 'Void this sale?'
export const voidEffect =
  'Its bookings are cancelled, and each payment goes back as it was taken: cash out of the till, a card at its terminal.'
export const voidAnd = ({ amount: sum }: { amount: string }): string => `Void and give back ${sum}`
export const keepSale = 'Keep the sale'
export const voidDone = ({ amount: sum }: { amount: string | null }): string =>
  sum === null ? 'Sale voided. Nothing was paid.' : `Sale voided. Give back ${sum}.`
