type Payment = { firstName: string; plan: string; amount: string }

export const membership = ({ plan }: { plan: string }) => `${plan} membership`
export const unpaidPayment = ({ plan, day }: { plan: string; day: string }) =>
  `${plan} membership, payment of ${day}`
export const debitUnavailable =
  "We can't set up a Direct Debit at the moment. Try again shortly or pay by card."

// Mail: a payment is announced
export const nextPaymentSubject = ({ amount, day }: { amount: string; day: string }) =>
  `Your next payment: ${amount} on ${day}`
export const nextPaymentHeading = ({ amount, day }: { amount: string; day: string }) => `${amount} on ${day}`
export const nextPayment = {
  direct_debit: ({ firstName, plan, amount }: Payment) =>
    `Hello ${firstName}, we'll collect ${amount} by Direct Debit for your ${plan} membership. Make sure the money is available that day and on the next working day.`,
  card: ({ firstName, plan, amount }: Payment) =>
    `Hello ${firstName}, we'll collect ${amount} from your card for your ${plan} membership. Make sure the money is available that day and on the next working day.`,
}
export const nextPaymentRetry = {
  direct_debit: ({ firstName, plan, amount }: Payment) =>
    `Hello ${firstName}, the last payment for your ${plan} membership failed. We'll try to collect ${amount} by Direct Debit again. Make sure the money is available that day and on the next working day.`,
  card: ({ firstName, plan, amount }: Payment) =>
    `Hello ${firstName}, the last payment for your ${plan} membership failed. We'll try to collect ${amount} from your card again. Make sure the money is available that day and on the next working day.`,
}
export const objection = "If this isn't right, tell us or your bank before then."

// Mail: a payment failed
export const failedSubject = ({ amount }: { amount: string }) => `Your payment of ${amount} failed`
export const failedHeading = 'Your payment failed'
const failedOn = ({ firstName, plan, amount, day }: Payment & { day: string }) =>
  `Hello ${firstName}, we couldn't collect ${amount} for your ${plan} membership on ${day}.`
export const failed = {
  no_funds: (payment: Payment & { day: string }) => `${failedOn(payment)} Your bank didn't make the payment.`,
  mandate_cancelled: (payment: Payment & { day: string }) =>
    `${failedOn(payment)} The Direct Debit was cancelled at your bank.`,
  account_closed: (payment: Payment & { day: string }) => `${failedOn(payment)} The bank account is closed.`,
  card_declined: (payment: Payment & { day: string }) => `${failedOn(payment)} Your card was declined.`,
  no_card: (payment: Payment & { day: string }) => `${failedOn(payment)} We don't have a card to charge.`,
}
export const frozen = ({ amount }: { amount: string }) =>
  `Your membership is frozen until you pay. Pay the ${amount} by card in your account, or at the venue.`
export const retry = ({ day }: { day: string }) =>
  `We'll try again on ${day}. Your membership continues, and you don't need to do anything.`
