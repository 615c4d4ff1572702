import { plural } from '#messages/format.ts'

// What the payer changes of a membership
export const askReception = 'To cancel or freeze this membership, ask at reception.'
export const askAboutFreeze = 'To cancel this membership or end its freeze, ask at reception.'
export const askToCancel = 'To cancel this membership, ask at reception.'
export const close = 'Close'
export const back = 'Go back'
export const frozenFromTo = ({ from, until }: { from: string; until: string }) =>
  `Frozen from ${from} to ${until}. Nothing is collected in that time.`
export const cancelledUntil = ({ date }: { date: string }) => `Cancelled. You can use it until ${date}.`

// The card or bank account
export const changeMethod = { card: 'Change card', direct_debit: 'Change bank account' } as const
export const changeMethodNamed = {
  card: ({ plan }: { plan: string }) => `Change card: ${plan}`,
  direct_debit: ({ plan }: { plan: string }) => `Change bank account: ${plan}`,
} as const

// Payments that another system collects until now
export const setUpMethod = { card: 'Set up card payments', direct_debit: 'Set up Direct Debit' } as const
export const setUpMethodNamed = {
  card: ({ plan }: { plan: string }) => `Set up card payments: ${plan}`,
  direct_debit: ({ plan }: { plan: string }) => `Set up Direct Debit: ${plan}`,
} as const
export const setUpFirst = {
  card: 'To change, freeze or cancel this membership online, give us your card once. Or ask at reception.',
  direct_debit:
    'To change, freeze or cancel this membership online, set up your Direct Debit with us once. Or ask at reception.',
} as const

// Another plan
export const changePlan = 'Change membership'
export const changePlanNamed = ({ plan }: { plan: string }) => `Change membership: ${plan}`
export const changesTo = ({ plan, price, date }: { plan: string; price: string; date: string }) =>
  `Changes to ${plan} on ${date}. You pay ${price} a month from then on.`
export const costsFrom = ({ price, date }: { price: string; date: string }) =>
  `Costs ${price} from your payment on ${date}.`
export const keepPlan = 'Take back the change'
export const keepPlanNamed = ({ plan }: { plan: string }) => `Take back the change: ${plan}`
export const keepPlanTitle = 'Take back the change?'
export const keepPlanOutcome = ({ plan }: { plan: string }) =>
  `Your membership stays ${plan}, and payments continue as before.`
export const planChangeUndone = "We've taken back the change. Your membership stays as it is."

// Cancelling
export const cancel = 'Cancel membership'
export const cancelNamed = ({ plan }: { plan: string }) => `Cancel membership: ${plan}`
export const cancelTitle = ({ plan }: { plan: string }) => `Cancel ${plan}?`
export const cancelEnds = 'Your membership ends on {date}.'
export const cancelPayments = ({
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
  plural(count, {
    one: `You can use it until then. We collect 1 more payment: ${total} on ${first}.`,
    other: `You can use it until then. We collect ${count} more payments, ${total} in all: the first on ${first}, the last on ${last}.`,
  })
export const minimumTerm = ({ date }: { date: string }) => `Its minimum term runs until ${date}.`
export const cancelNoPayments = "You can use it until then. We won't collect any more payments."
export const cancelOwed = ({ amount }: { amount: string }) =>
  `You still owe ${amount}. Once you've paid it, you can use your membership until then, and payments due before then are collected.`
export const cancelChange = "You can change your mind until that day. We'll send you an e-mail to confirm."
export const cancelled = ({ date }: { date: string }) => `Cancelled. Your membership ends on ${date}.`
export const keep = 'Keep membership'
export const keepNamed = ({ plan }: { plan: string }) => `Keep membership: ${plan}`
export const keepTitle = ({ plan }: { plan: string }) => `Keep ${plan}?`
export const keepOutcome = "Your membership won't end, and payments continue as before."
export const continued = 'Your membership continues.'

// Freezing
export const freeze = 'Freeze membership'
export const freezeNamed = ({ plan }: { plan: string }) => `Freeze membership: ${plan}`
export const freezeTitle = ({ plan }: { plan: string }) => `Freeze ${plan}`
export const freezeHelp =
  "While it's frozen, you can't use your membership and you don't pay for it. You can freeze it once in 12 months."
export const freezeAfterTerm = ({ from, until }: { from: string; until: string }) =>
  `You can freeze it from ${from} at the earliest, because its minimum term runs until ${until}.`
export const freezeAgain = ({ from }: { from: string }) =>
  `You can freeze it again from ${from} at the earliest, because you can freeze it once in 12 months.`
export const freezeFrom = 'From'
export const freezeFor = 'For how long'
export const months = ({ count }: { count: number }) =>
  plural(count, { one: '1 month', other: `${count} months` })
export const freezeUntil = 'It starts again on {date}, with your next payment.'
export const frozen = ({ from }: { from: string }) => `Your membership is frozen from ${from}.`
export const unfreeze = 'End freeze'
export const unfreezeNamed = ({ plan }: { plan: string }) => `End freeze: ${plan}`
export const unfreezeTitle = 'End the freeze?'
export const unfreezePlanned = "Your membership won't be frozen, and payments continue as before."
export const unfreezeOn = 'You can use your membership again from {date}, when your next payment is due.'
export const unfrozen = 'The freeze has ended.'
export const withdrawFreeze = 'Take back freeze'
export const withdrawFreezeNamed = ({ plan }: { plan: string }) => `Take back freeze: ${plan}`
export const withdrawFreezeTitle = 'Take back the freeze?'
export const freezeWithdrawn = "We've taken back the freeze. Your membership continues without a break."

// Withdrawing within 14 days of joining online
export const withdraw = 'Withdraw and get a refund'
export const withdrawNamed = ({ plan }: { plan: string }) => `Withdraw and get a refund: ${plan}`
export const withdrawTitle = ({ plan }: { plan: string }) => `Withdraw from ${plan}?`
export const mayWithdraw = ({ date }: { date: string }) =>
  `Changed your mind? You can withdraw until ${date} and get your money back.`
export const withdrawOutcome =
  'Your membership ends today, and nothing more is collected. We pay {amount} back to the card you paid with.'
export const withdrawNothingPaid = 'Your membership ends today, and nothing is collected.'
export const usageCharged = ({ amount }: { amount: string }) =>
  `You've used it, so ${amount} of what you paid is for the days you've had it.`
export const withdrawBookings = 'What you have booked already stays booked.'
export const withdrawn = "You've withdrawn. Your membership has ended."

export const failed = "We couldn't make this change. Try again."
