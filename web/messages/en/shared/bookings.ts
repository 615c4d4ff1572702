import type { RefundDestination } from '#contract/tenders.ts'
import { list, plural } from '#messages/format.ts'

// A booking
export const cancelled = 'Cancelled'
export const cancelledByVenue = 'Cancelled by the venue'
export const accessCode = 'Access code'
export const accessCodeLabel = 'Access code, to scan at reception'
export const enlarge = 'Enlarge'
export const bringProofOfAge = 'Bring proof of age.'
export const showAtReception = 'Show this at reception.'
export const quantityOf = ({ quantity, name }: { quantity: number; name: string }) => `${quantity} × ${name}`
export const freeCancellation = ({ until }: { until: string }) => `Free to cancel until ${until}`
export const fileFailed = "The file couldn't load. Please try again."

// Cancelling
export const cancelTitle = 'Cancel this booking?'
export const keepBooking = 'Keep booking'
export const cancelAlsoFor = 'Cancel for others too?'
export const chooseAll = 'Choose all'
export const anotherPlace = 'Another place'
export const cancelBookings = ({ count }: { count: number }) =>
  plural(count, { one: 'Cancel booking', other: `Cancel ${count} bookings` })
export const cancelling = 'Cancelling…'
export const retry = 'Retry'
export const bookingCancelled = ({ count }: { count: number }) =>
  plural(count, { one: 'Your booking is cancelled.', other: `Your ${count} bookings are cancelled.` })
export const bookingCancelledWith = ({ count, refund }: { count: number; refund: string }) =>
  `${bookingCancelled({ count })} ${refund}`
/** The exact text of the specification, section 8. */
export const cancelFailed = 'Something has gone wrong, please try again.'
export const alreadyCancelled = 'This booking is already cancelled.'
export const tooLate = "It's too late to cancel this booking."
export const close = 'Close'

// What comes back
export const refundAsCredit = ({ amount }: { amount: string }) => `${amount} as credit`
export const refundToCard = ({ amount }: { amount: string }) => `${amount} to your card`
export const refundToAccount = ({ amount }: { amount: string }) => `${amount} off your account`
export const refundByPartner = ({ amount }: { amount: string }) => `${amount} from the company that sold it`
export const refundAtDesk = ({ amount }: { amount: string }) => `${amount} at reception`
export const refundToTheirCard = ({ amount }: { amount: string }) => `${amount} to their card`
export const refundToTheirAccount = ({ amount }: { amount: string }) => `${amount} off their account`
export const refundOfBuyer = ({ parts }: { parts: readonly string[] }) =>
  `The person who booked gets ${list(parts)}.`
export const refund = ({ parts }: { parts: readonly string[] }) => `You get ${list(parts)}.`
export const packageVisitReturned = 'The visit goes back to your package.'
export const noRefund = "This booking can't be refunded."
export const nothingToRefund = 'Nothing was paid for this booking.'

// What an order cost
export const payment = 'Payment'
export const refunded = 'Refunded'
export const partlyRefunded = 'Partly refunded'
/** What has come back of an order, or is on its way. */
export const orderRefund = ({
  to,
  status,
}: {
  to: RefundDestination
  status: 'due' | 'done' | 'failed'
}): string => {
  if (status === 'failed') return 'Refund failed. Contact us'
  switch (to) {
    case 'credit':
      return 'Refunded as credit'
    case 'card':
      return status === 'due' ? 'Refund to card on its way' : 'Refunded to card'
    case 'account':
      return 'Taken off the account'
    case 'desk':
      return status === 'due' ? 'Refund to collect at reception' : 'Refunded at reception'
    case 'partner':
      return 'Refunded by the company that sold it'
  }
}
export const paymentFailed = 'Card payment failed'
export const reference = 'Reference'
export const paid = 'Paid'
export const booked = 'Booked'
export const total = 'Total'
export const free = 'Free'
export const vatIncluded = 'VAT (included)'
export const vatNumber = ({ number }: { number: string }) => `VAT number ${number}`
