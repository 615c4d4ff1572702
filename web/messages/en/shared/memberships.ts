import { plural } from '#messages/format.ts'

// A membership
export const status = {
  awaiting_payment: 'Awaiting payment',
  pending: 'Starts soon',
  active: 'Active',
  frozen: 'Frozen',
  ended: 'Ended',
} as const
/** `amount` is set larger than the period. */
export const price = { month: '{amount} a month', year: '{amount} a year', once: '{amount}' } as const
export const reference = 'Membership number'
export const venue = 'Venue'
export const starts = 'Starts'
export const started = 'Started'
export const ends = 'Ends'
export const ended = 'Ended'
export const frozenUntil = 'Frozen until'
export const nextPayment = 'Next payment'
const methods: Readonly<Record<string, string>> = { direct_debit: 'Direct Debit', card: 'card' }
export const nextPaymentBy = ({ date, method }: { date: string; method: string }): string =>
  `${date}, by ${methods[method] ?? method.replaceAll('_', ' ')}`
export const paidFrom = 'Paid from'
export const paidFromCard = ({
  brand,
  lastFour,
  expiry,
}: {
  brand: string
  lastFour: string
  expiry: string
}): string => `${brand} ending in ${lastFour}, expires ${expiry}`
export const members = ({ count }: { count: number }): string =>
  plural(count, { one: 'Member', other: 'Members' })
export const benefits = 'Benefits'
const thisPeriod = { day: 'today', week: 'this week', month: 'this month' } as const
export const benefitUsed = ({
  used,
  uses,
  period,
}: {
  used: number
  uses: number
  period: keyof typeof thisPeriod
}): string => `${used} of ${uses} used ${thisPeriod[period]}`
export const benefitUsedBy = ({ name, text }: { name: string; text: string }): string => `${name}: ${text}`
export const paymentFailed = ({ amount }: { amount: string }): string => `We couldn't collect ${amount}`
export const retriedOn = ({ date }: { date: string }): string => `We'll try again on ${date}.`
export const frozenUntilPaid = 'The membership is frozen until this is paid.'
export const laterFromCard = 'When you pay, you can choose to use that card for later payments too.'
export const payFailed = ({ amount }: { amount: string }): string => `Pay ${amount}`
export const payToUnfreeze = ({ amount }: { amount: string }): string => `Pay ${amount} to unfreeze`

// Joining that was begun and not paid
export const unfinished = ({ plan, venue: place }: { plan: string; venue: string }): string =>
  `Not finished: joining ${plan} at ${place}`
export const dueToday = ({ amount }: { amount: string }): string => `${amount} due today.`
export const nothingDueToday = 'Nothing to pay today.'
export const finishJoining = 'Finish joining'
