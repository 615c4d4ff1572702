import type { NumberedTender } from '#contract/tenders.ts'
import { listAll, plural } from './format.ts'

export const unpaidBalance = ({ amount }: { amount: string }) => `There is still ${amount} to pay.`
export const basketChanged = 'Your basket has changed. Check it before you pay.'
export const basketEmpty = 'There is nothing in your basket to pay for.'
export const loginRequired = 'Log in to buy these items.'
export const paymentInProgress = 'A payment for this basket is in progress.'
export const paymentMismatch = "These payments don't match your basket."
export const cardsUnavailable = "We can't take card payments at the moment. Try again in a few minutes."
export const placesNotReserved = "Your places are no longer reserved. We haven't charged your card."
export const placeNotReserved = ({ name }: { name: string }) => `${name}: no longer reserved.`
export const notAuthorised = "Your bank hasn't approved this payment."
export const placeLost = "A place in your basket is no longer available. We haven't charged your card."
export const termsRequired = 'You must accept the terms before you pay.'
export const waiversRequired = 'Some people still need to accept a waiver.'
export const waiversOpen = ({ name, waivers }: { name: string; waivers: readonly string[] }) =>
  `${name}: ${listAll(waivers)}`
export const answersRequired = 'Answer the questions about your booking.'
export const questionsOpen = ({ name, count }: { name: string; count: number }) =>
  plural(count, { one: `${name}: a question`, other: `${name}: ${count} questions` })

// Fields
export const enterFirstName = 'Enter the first name.'
export const enterLastName = 'Enter the last name.'
export const enterAddress = 'Enter the first line of the address.'
export const enterTown = 'Enter the town or city.'
export const enterPostcode = 'Enter the postcode.'
export const enterEmail = 'Enter your e-mail address so we can send your confirmation.'
export const enterCard = 'Enter a card.'
export const cardNotSaved = 'This card is no longer saved. Enter it again.'
export const sessionExpired = 'The card form has expired. Enter your card again.'

// Payment at the desk
export const enterAmount = 'Enter 0 or more.'
export const enterNumber: Readonly<Record<NumberedTender, string>> = {
  'offline-voucher': 'Enter the voucher number.',
  cheque: 'Enter the cheque number.',
}
export const wholeOnArrival =
  'A whole order is paid on arrival, without credit or penalties. Take the payment now instead.'
export const enterPhone = 'Enter a phone number, so that we can reach who pays on arrival.'
export const changeForCashOnly = 'You can only give change for cash.'
export const tooLittleCash = 'Enter at least the cash to be paid.'

// Back from the bank
export const backFromBank = 'Back from your bank'
export const bankApproved = 'Your bank has approved the payment.'
export const bankPending = 'Your bank is still checking the payment.'
export const bankDeclined = "Your bank hasn't approved the payment."
export const confirming = "We're confirming your booking. You'll also get an e-mail."
export const notCharged = "We haven't charged your card."
export const backToOrder = 'Back to your order'
export const goOnWhereYouBegan = 'Go back to the window where you began to pay.'
export const paymentNotFound = "We can't find this payment."

// Mail
export const failedHeading = "Your booking didn't go through"
export const failedSubject = ({ booking }: { booking: string }) =>
  `Your booking didn't go through: ${booking}`
export const unavailableItems =
  'Your order could not be booked as a whole, because this became unavailable while we confirmed your payment:'
export const orderWas = 'Your order was for:'
export const refunded = ({ amount }: { amount: string }) => `We've refunded ${amount} to your card.`
export const released = ({ amount }: { amount: string }) =>
  `We haven't charged your card. If your bank shows ${amount} as pending, it will disappear within a few days.`
export const tryAgain = "We're sorry. What is still available is in your basket, if you'd like to try again."
type Unpaid = { amount: string; booking: string }
export const paymentFailedSubject = ({ amount, booking }: Unpaid) =>
  `Your payment of ${amount} didn't go through: ${booking}`
export const paymentFailedHeading = "Your payment didn't go through"
export const bankDeclinedItems = 'Your bank declined the payment, so nothing is booked:'
export const bankSilentItems = "Your bank didn't answer in time, so nothing is booked:"
export const notJoined = {
  declined: "Your bank declined the payment, so you haven't joined yet:",
  unanswered: "Your bank didn't answer in time, so you haven't joined yet:",
} as const
export const nothingCharged = ({ amount }: { amount: string }) =>
  `You haven't been charged. If your bank shows ${amount} as pending, it will disappear within a few days.`
export const payAgain = 'Try again'
export const paymentPendingSubject = ({ amount, booking }: Unpaid) =>
  `We're waiting for your bank: ${amount} for ${booking}`
export const paymentPendingHeading = "We're waiting for your bank"
export const paymentPendingItems =
  "Your bank hasn't answered yet. We're holding these for you for up to half an hour:"
export const joiningPending = "Your bank hasn't answered yet. This begins once it has:"
export const paymentPendingText =
  "You don't need to do anything. Please don't pay again: we'll e-mail you as soon as we know."
export const paymentPendingLink = 'Check your payment'
export const quoteReference = ({ reference }: { reference: string }) =>
  `If you contact us, quote payment reference ${reference}.`

// How a payment stands
export const paymentProgress = {
  waiting: {
    heading: "We're waiting for your bank",
    text: "Your bank hasn't answered yet. Please don't pay again: we'll e-mail you as soon as we know.",
  },
  confirming: {
    heading: 'Your bank has approved the payment',
    text: "We're confirming your order. You'll also get an e-mail.",
  },
  declined: {
    heading: "Your payment didn't go through",
    text: "Your bank declined the payment. You haven't been charged.",
  },
  unanswered: {
    heading: "Your payment didn't go through",
    text: "Your bank didn't answer in time. You haven't been charged.",
  },
  left: {
    heading: "Your payment didn't go through",
    text: "The bank's page was closed before you approved the payment. You haven't been charged.",
  },
  unavailable: {
    heading: "Your order didn't go through",
    text: "Something in your order became unavailable while your bank checked the payment. You haven't been charged.",
  },
  refunded: {
    heading: "Your order didn't go through",
    text: "Something in your order became unavailable while your bank checked the payment. We've refunded your card.",
  },
} as const
export const nothingFollows = {
  order: 'Nothing is booked.',
  joining: "You haven't joined yet.",
  move: 'Your booking is still at its old time.',
} as const
export const paymentOf = ({ amount, reference }: { amount: string; reference: string }) =>
  `${amount}, payment reference ${reference}`
export const pageUpdates = 'This page updates by itself.'
export const goOn = {
  basket: 'Go to your basket',
  bookings: 'See your booking',
  joining: 'Try again',
  start: 'Book again',
}
export const findBooking = 'Find your booking'

export const referenceUsedSubject = 'Your customer number was used'
export const referenceUsedText = ({ reference }: { reference: string }) =>
  `Someone booked at your price with your customer number ${reference}:`
export const referenceUsedItem = ({ name, venue }: { name: string; venue: string }) => `${name}, ${venue}`
export const referenceUsedAdvice =
  "If you gave them your number, you don't need to do anything. If not, please tell us."

export const orderedAnyway =
  'Your bank has approved this payment. We make the order within a few minutes, even if this call is not repeated. Read the transaction before you pay again.'
