import { ordinal } from '#messages/format.ts'

export const membershipChanged = "You've changed your membership"
export const youAreMember = "You're a member"
export const activeNow = ({ plan, venue, email }: { plan: string; venue: string; email: string }): string =>
  `Your ${plan} membership at ${venue} is active now. We've sent the details to ${email}.`
export const startsOn = ({
  plan,
  venue,
  date,
  email,
}: {
  plan: string
  venue: string
  date: string
  email: string
}): string => `Your ${plan} membership at ${venue} starts on ${date}. We've sent the details to ${email}.`
export const membershipNumber = 'Membership number'
export const starts = 'Starts'
export const paidToday = 'Paid today'
export const next = 'Next payment'
export const yearly = ({ amount, from }: { amount: string; from: string }): string =>
  `${amount} on ${from}, then each year.`
export const monthly = ({ amount, day, from }: { amount: string; day: number; from: string }): string =>
  `${amount} on ${from}, then on the ${ordinal(day)} of each month.`
type Payment = { amount: string; day: string }
export const nextPaymentOn = {
  card: ({ amount, day }: Payment): string => `${amount} on ${day}, by card`,
  direct_debit: ({ amount, day }: Payment): string => `${amount} on ${day}, by Direct Debit`,
} as const
export const benefits = 'Benefits'
export const bookActivity = 'Book an activity'
export const viewMembership = 'View your membership'
