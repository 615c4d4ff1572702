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

// Cancelling
export const cancel = 'Cancel membership'
export const cancelNamed = ({ plan }: { plan: string }) => `Cancel membership: ${plan}`
export const cancelTitle = ({ plan }: { plan: string }) => `Cancel ${plan}?`
export const cancelEnds = 'Your membership ends on {date}.'
export const cancelPayments = ({ date }: { date: string }) =>
  `You can use it until then. Your next payment on ${date} is still collected.`
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
export const failed = "We couldn't make this change. Try again."
