import type { RefundDestination } from '#contract/tenders.ts'
import { list } from '#messages/format.ts'

export const title = 'Payments'
export const penalties = 'Penalties'
export const penaltiesAndMissed = 'Penalties and missed payments'
export const credit = 'Credit'
export const history = 'Payment history'
export const noPayments = 'No payments yet'
export const savedCards = 'Saved cards'
export const noCards = 'No saved cards'
export const noCardsHelp = 'You can save a card when you pay.'

// Payments
export const date = 'Date'
export const paidFor = 'For'
export const paidWith = 'Paid with'
export const amount = 'Amount'
export const paid = 'Paid'
export const refunded = 'Refunded'
export const failed = 'Failed'
export const onItsWay = 'On its way'
export const payNow = 'Pay now'
export const refundTo: Readonly<Record<RefundDestination, string>> = {
  credit: 'To your credit',
  card: 'To your card',
  account: 'To your account',
  desk: 'At reception',
  partner: 'From the company you booked with',
}
export const receipt = 'Receipt {hidden}'
export const directDebit = 'Direct Debit'

// What is charged to the account
export const accountTitle = 'On your account'
export const accountOwed = 'You owe {amount}. Pay it here or at reception.'
export const accountInFavour = 'You have {amount} on your account. Choose your account when you next pay.'
export const accountNothingOwed = 'You owe nothing on your account.'

// Credit
export const creditBalance = '{amount} credit'
export const creditBalances = '{amount} credit, {membershipAmount} membership credit'
export const creditExpires = ({ amount: sum, date: day }: { amount: string; date: string }) =>
  `${sum} expires on ${day}.`
export const description = 'Description'
export const membershipCreditEntry = ({ text }: { text: string }) => `${text} (membership credit)`
export const expires = 'Expires'

// Penalties
export const toPay = 'To pay'
export const waived = 'Waived'
export const pay = 'Pay'
export const payItem = ({ amount: sum, item }: { amount: string; item: string }) => `Pay ${sum}: ${item}`

// Saved cards
export const cardName = ({ brand, lastFour }: { brand: string; lastFour: string }) =>
  `${brand} ending in ${lastFour}`
export const cardDetails = ({ holder, expiry }: { holder: string; expiry: string }) =>
  `${holder}, expires ${expiry}`
export const cardRemoved = 'Card removed'
export const removeCard = 'Remove {hidden}'
export const removeQuestion = ({ card }: { card: string }) => `Remove ${card}?`
export const keepCard = 'Keep card'
export const cardPaysFor = ({ memberships }: { memberships: readonly string[] }) =>
  `Pays for ${list(memberships)}`
export const removePaysFor = ({ memberships }: { memberships: readonly string[] }) =>
  `This card pays for ${list(memberships)}. If you remove it, the next payment will fail, and the membership may be frozen until you pay.`
