import { ordinal } from '#messages/format.ts'

export const memberships = 'Memberships'
export const title = ({ plan }: { plan: string }) => `Change your ${plan} membership`
export const lead = ({ plan, price }: { plan: string; price: string }) =>
  `You pay ${price} a month for ${plan} now.`
export const none = "You can't change this membership online at the moment"
export const noneHelp = 'Ask at reception.'
export const back = 'Go back'
export const price = '{amount} a month'
export const now = ({ date }: { date: string }) => `From today, ${date}`
export const later = ({ date }: { date: string }) => `From ${date}`
export const dueToday = ({
  amount,
  price: full,
  day,
  from,
}: {
  amount: string
  price: string
  day: number
  from: string
}) =>
  `You pay ${amount} today: the difference until your next payment. Then ${full} on the ${ordinal(day)} of each month, from ${from}.`
export const nothingToday = ({ price: full, day, from }: { price: string; day: number; from: string }) =>
  `Nothing to pay today. Your membership stays as it is until then. Then ${full} on the ${ordinal(day)} of each month, from ${from}.`
export const afterMinimumTerm = ({ date }: { date: string }) =>
  `You can change to it after your minimum term, which runs until ${date}.`
export const termStays = ({ date }: { date: string }) => `Your minimum term stays the same: until ${date}.`
export const benefitsOf = ({ plan }: { plan: string }) => `Benefits of ${plan}`
export const choose = ({ plan }: { plan: string }) => `Change to ${plan}`
export const pay = ({ amount }: { amount: string }) => `Continue to pay ${amount}`
export const confirm = 'Change membership'
export const readTerms = ({ terms }: { terms: string }): string => `Read the ${terms.toLowerCase()}`
export const acceptTerms = ({ terms }: { terms: string }): string =>
  `I have read and accept the ${terms.toLowerCase()}`
export const planned = ({ plan, date }: { plan: string; date: string }) =>
  `Saved. Your membership changes to ${plan} on ${date}.`
