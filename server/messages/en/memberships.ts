import { plural } from './format.ts'

type Payment = { firstName: string; plan: string; amount: string }

export const membership = ({ plan }: { plan: string }) => `${plan} membership`
export const unpaidPayment = ({ plan, day }: { plan: string; day: string }) =>
  `${plan} membership, payment of ${day}`
export const debitUnavailable =
  "We can't set up a Direct Debit at the moment. Try again shortly or pay by card."

// Mail: a payment has arrived
export const paidSubject = ({ plan, amount }: Payment) => `Payment received: ${amount} for ${plan}`
export const paidHeading = ({ amount }: Payment) => `Thank you for your payment of ${amount}`
export const paid = {
  direct_debit: ({ firstName, plan, amount, day }: Payment & { day: string }) =>
    `Hello ${firstName}, we collected ${amount} by Direct Debit for your ${plan} membership on ${day}.`,
  card: ({ firstName, plan, amount, day }: Payment & { day: string }) =>
    `Hello ${firstName}, we collected ${amount} from your card for your ${plan} membership on ${day}.`,
}
export const seePayments = 'See your payments'

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
  `Your membership is frozen until you pay. Pay the ${amount} by card in your account, or at the venue. If you pay in your account, you can choose to use that card for later payments too.`
export const retry = ({ day }: { day: string }) =>
  `We'll try again on ${day}. Your membership continues, and you don't need to do anything.`
export const payNow = 'Pay now'

// Who belongs to a membership
export const membersNeeded = 'Choose at least one person.'
export const tooManyMembers = ({ maxMembers }: { maxMembers: number }) =>
  maxMembers === 1
    ? 'This membership is for one person.'
    : `This membership is for up to ${maxMembers} people.`
export const tooManyAdults = ({ maxAdults }: { maxAdults: number }) =>
  maxAdults === 1
    ? '1 adult can belong to this membership.'
    : `Up to ${maxAdults} adults can belong to this membership.`
export const notInFamily = 'Choose people from your family.'
export const memberAlready = ({ name }: { name: string }) => `${name} already has this membership.`
export const membersSubject = ({ plan }: { plan: string }) => `Who belongs to your ${plan} membership`
export const membersHeading = "We've changed who belongs to your membership"
export const membersChanged = ({ firstName, plan, members }: Changed & { members: string }) =>
  `Hello ${firstName}, these people belong to your ${plan} membership now: ${members}. Each of them has its benefits when they book or when you book for them.`

// Withdrawing within 14 days of joining online
export const notWithdrawable =
  "You can't withdraw from this membership here any more. Cancel it, or ask at reception."
export const withdrawnSubject = ({ plan }: { plan: string }) =>
  `You've withdrawn from your ${plan} membership`
export const withdrawnHeading = 'Your membership has ended'
export const withdrawn = ({ firstName, plan }: Changed) =>
  `Hello ${firstName}, you've withdrawn from your ${plan} membership within 14 days of joining. It has ended, and nothing more is collected for it.`
export const withdrawnRefund = ({ amount }: { amount: string }) =>
  `We're paying ${amount} back to the card you paid with. That usually takes up to 5 working days.`
export const usageCharged = ({ amount }: { amount: string }) =>
  `You've used the membership, so ${amount} of what you paid is for the days you had it.`

// Changes by the customer
export const notChangeable = "This membership can't be changed like this at the moment. Ask at reception."
export const joinedAgain = "You've joined this membership again, so you can't keep the old one as well."
export const seeMemberships = 'See your memberships'
type Changed = { firstName: string; plan: string }
export const cancelledSubject = ({ plan, day }: { plan: string; day: string }) =>
  `Your ${plan} membership ends on ${day}`
export const cancelledHeading = 'Your membership is cancelled'
export const cancelled = ({ firstName, plan, day }: Changed & { day: string }) =>
  `Hello ${firstName}, we've cancelled your ${plan} membership. You can use it until ${day}.`
export const cancelledPayments = ({
  count,
  total,
  first,
  last,
}: {
  count: number
  total: string
  first: string
  last: string
}) =>
  count === 1
    ? `We collect 1 more payment before it ends: ${total} on ${first}. Nothing is collected after that.`
    : `We collect ${count} more payments before it ends, ${total} in all: the first on ${first}, the last on ${last}. Nothing is collected after that.`
export const cancelledNoPayments = "We won't collect any more payments."
export const minimumTermUntil = ({ day }: { day: string }) => `Its minimum term runs until ${day}.`
export const keepUntilThen =
  'Changed your mind? You can keep your membership until that day, in your account.'
export const continuedSubject = ({ plan }: { plan: string }) => `You keep your ${plan} membership`
export const continuedHeading = 'Your membership continues'
export const continued = ({ firstName, plan }: Changed) =>
  `Hello ${firstName}, your ${plan} membership isn't cancelled any more. It continues as before.`
export const nextCollected = ({ day }: { day: string }) => `Your next payment is on ${day}.`
export const cardChangedSubject = ({ plan, lastFour }: { plan: string; lastFour: string }) =>
  `The card for your ${plan} membership was changed to the one ending in ${lastFour}`
export const cardChangedHeading = 'We use your new card'
export const cardChanged = ({
  firstName,
  plan,
  brand,
  lastFour,
}: Changed & { brand: string; lastFour: string }) =>
  `Hello ${firstName}, from now on we collect the payments for your ${plan} membership from your ${brand} ending in ${lastFour}.`
export const accountChangedSubject = ({ plan }: { plan: string }) =>
  `The bank account for your ${plan} membership was changed`
export const accountChangedHeading = 'We use your new bank account'
export const accountChanged = ({ firstName, plan }: Changed) =>
  `Hello ${firstName}, from now on we collect the payments for your ${plan} membership by Direct Debit from the bank account you have just given us. We've ended the Direct Debit on the old account. If a payment had already been requested from it, that payment still comes from there.`
export const setUpSubject = ({ plan }: { plan: string }) => `Payments for your ${plan} membership are set up`
export const setUpHeading = 'Your payments are set up'
export const setUpDebit = ({ firstName, plan, day }: Changed & { day: string }) =>
  `Hello ${firstName}, from ${day} we collect the payments for your ${plan} membership by Direct Debit from the bank account you have just given us.`
export const setUpCard = ({
  firstName,
  plan,
  day,
  brand,
  lastFour,
}: Changed & { day: string; brand: string; lastFour: string }) =>
  `Hello ${firstName}, from ${day} we collect the payments for your ${plan} membership from your ${brand} ending in ${lastFour}.`
export const setUpBefore =
  'Payments before that day are still collected the way they are now. You can change, freeze or cancel your membership in your account.'
type TakenOver = { reference: string; payer: string; plan: string; day: string }
export const takenOverSubject = ({ reference, day }: TakenOver) =>
  `Stop collecting membership ${reference} from ${day}`
export const takenOverHeading = ({ reference }: TakenOver) =>
  `${reference} is collected in the booking system`
export const takenOver = {
  direct_debit: ({ payer, plan, reference, day }: TakenOver) =>
    `${payer} has set up a Direct Debit for their ${plan} membership, number ${reference}. The booking system collects it from ${day}.`,
  card: ({ payer, plan, reference, day }: TakenOver) =>
    `${payer} has given a card for their ${plan} membership, number ${reference}. The booking system collects it from ${day}.`,
}
export const takenOverBefore = ({ day }: TakenOver) =>
  `Cancel it where it has been collected until now, so that nobody pays twice. Payments before ${day} are still collected there.`
export const notYou = "If you didn't change this, change your password now and tell us."
export const directDebitEnds = "We've ended your Direct Debit for it."
export const seeCards = 'See your saved cards'
/** `last` is the last day of the freeze. */
export const freezeSubject = ({ plan, from, last }: { plan: string; from: string; last: string }) =>
  `Your ${plan} membership is frozen from ${from} to ${last}`
export const freezeHeading = 'Your membership will be frozen'
export const freeze = ({
  firstName,
  plan,
  from,
  last,
  until,
}: Changed & { from: string; last: string; until: string }) =>
  `Hello ${firstName}, your ${plan} membership is frozen from ${from} to ${last}. You can't use it in that time, and we collect nothing for it. It starts again on ${until}, with your next payment.`
export const unfreezeAnyTime = 'You can end the freeze earlier in your account.'
export const freezeWithdrawnSubject = ({ plan }: { plan: string }) =>
  `Your ${plan} membership won't be frozen`
export const freezeWithdrawnHeading = "We've taken back your freeze"
export const freezeWithdrawn = ({ firstName, plan, from }: Changed & { from: string }) =>
  `Hello ${firstName}, the freeze of your ${plan} membership that was to begin on ${from} has been taken back. You can use it without a break, and payments continue as before.`
export const unfrozenSubject = ({ plan, day }: { plan: string; day: string }) =>
  `You can use your ${plan} membership from ${day}`
export const unfrozenHeading = 'The freeze has ended'
export const unfrozen = ({ firstName, plan, day }: Changed & { day: string }) =>
  `Hello ${firstName}, your ${plan} membership isn't frozen any more. You can use it from ${day}, and payments continue as before.`

// Mail: the price of the plan
type Priced = { firstName: string; plan: string; price: string }
type NewPrice = Priced & { newPrice: string; day: string }
export const priceChangesSubject = ({ plan, newPrice, day }: NewPrice) =>
  `Your ${plan} membership costs ${newPrice} from ${day}`
export const priceChangesHeading = 'A new price for your membership'
export const priceChanges = {
  month: ({ firstName, plan, price, newPrice, day }: NewPrice) =>
    `Hello ${firstName}, your ${plan} membership costs ${price} a month. From your payment on ${day} it costs ${newPrice} a month.`,
  year: ({ firstName, plan, price, newPrice, day }: NewPrice) =>
    `Hello ${firstName}, your ${plan} membership costs ${price} a year. From your payment on ${day} it costs ${newPrice} a year.`,
}
export const mayCancelBefore = ({ day }: NewPrice) =>
  `You don't have to do anything. If you don't want to go on at this price, cancel your membership in your account or at the venue in good time before ${day}.`
export const priceStaysSubject = ({ plan, price }: Priced) => `Your ${plan} membership still costs ${price}`
export const priceStaysHeading = 'The price of your membership stays as it is'
export const priceStays = {
  month: ({ firstName, plan, price }: Priced) =>
    `Hello ${firstName}, we wrote to you about a new price for your ${plan} membership. We've taken it back: you pay ${price} a month, as before.`,
  year: ({ firstName, plan, price }: Priced) =>
    `Hello ${firstName}, we wrote to you about a new price for your ${plan} membership. We've taken it back: you pay ${price} a year, as before.`,
}

// Mail: the end of a membership, or of its minimum term
type Ending = { firstName: string; plan: string; day: string }
export const endingSubject = ({ plan, day }: Ending) => `Your ${plan} membership ends on ${day}`
export const endingHeading = 'Your membership is about to end'
export const ending = {
  cancelled: ({ firstName, plan, day }: Ending) =>
    `Hello ${firstName}, your cancelled ${plan} membership ends on ${day}. You can use it until then.`,
  expires: ({ firstName, plan, day }: Ending) =>
    `Hello ${firstName}, you can use your ${plan} membership until ${day}. After that it ends, and we collect nothing more.`,
}
export const joinAgain = 'Would you like to stay? Join again in your account or at reception.'
export const termEndingSubject = ({ plan, day }: Ending) =>
  `The minimum term of your ${plan} membership ends on ${day}`
export const termEndingHeading = 'Your minimum term is about to end'
export const termEnding = ({ firstName, plan, day }: Ending) =>
  `Hello ${firstName}, the minimum term of your ${plan} membership ends on ${day}. If you'd like to stay, there's nothing to do.`
export const continuesAt = {
  month: ({ amount }: { amount: string }) =>
    `Your membership continues at ${amount} a month until you cancel it.`,
  year: ({ amount }: { amount: string }) =>
    `Your membership continues at ${amount} a year until you cancel it.`,
}
export const cancelAtReception = 'From then on you can cancel it. Ask at reception.'
export const cancelWithNotice = ({ days }: { days: number }) =>
  days === 0
    ? 'From then on you can cancel it in your account at any time.'
    : `From then on you can cancel it in your account, with ${plural(days, {
        one: "a day's",
        other: `${days} days'`,
      })} notice.`
