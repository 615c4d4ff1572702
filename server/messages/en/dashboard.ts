import { plural } from './format.ts'

export const documentRequired = ({ document }: { document: string }) =>
  `We need your ${document}. Please upload it.`
export const documentRefused = ({ document }: { document: string }) =>
  `We couldn't accept your ${document}. Please upload a new one.`
export const documentExpired = ({ document }: { document: string }) =>
  `Your ${document} has expired. Please upload a new one.`
/** The text of wire §4. */
export const documentExpiring = ({ document, days }: { document: string; days: number }) => {
  if (days === 0) return `Your ${document} expires today.`
  return plural(days, {
    one: `Your ${document} runs out tomorrow.`,
    other: `Your ${document} runs out in ${days} days.`,
  })
}
export const paymentFailedFrozen = ({ amount, plan }: { amount: string; plan: string }) =>
  `We couldn't collect ${amount} for your ${plan} membership. It's frozen until you pay.`
export const paymentFailedRetry = ({ amount, plan, day }: { amount: string; plan: string; day: string }) =>
  `We couldn't collect ${amount} for your ${plan} membership. We'll try again on ${day}.`
export const penaltyOwed = ({ amount }: { amount: string }) =>
  `You owe ${amount}. You can pay it with your next booking.`
export const placeReserved = ({ name }: { name: string }) =>
  `We've reserved a place in ${name} for you. Book it before it goes to the next person.`
