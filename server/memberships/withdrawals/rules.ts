import { addDays } from '#server/platform/wallclock.ts'

/*
 * Whoever joins at a distance may withdraw for 14 days without a reason and gets back what was paid (Consumer Contracts
 * Regulations 2013, regulations 29 to 36). Once it has been used, the days that have passed are paid for.
 */

const coolingOffDays = 14

/** What was bought at a distance. Pence. */
export type JoinedAtDistance = {
  /** The day on which it was bought. */
  on: string
  orderId: number
  joiningFee: number
  firstDaysPrice: number
  /** The last day of those that were paid for on joining. */
  firstDaysUntil: string | null
  /** A member has booked with one of its benefits. */
  isUsed: boolean
  /** A later payment has been requested or collected, so that staff have to refund it. */
  hasLaterPayment: boolean
}

export type Withdrawal = {
  /** The last day on which one may withdraw. */
  until: string
  refund: number
  /** What is charged for the days that it has been used. */
  usageCharge: number
}

/** What withdrawing today gives back; null where it is too late or not possible here. */
export const withdrawalOn = (
  { joined, startsOn, status }: { joined: JoinedAtDistance | null; startsOn: string; status: string },
  today: string,
): Withdrawal | null => {
  if (joined === null || joined.hasLaterPayment || status === 'ended') return null
  const until = addDays(joined.on, coolingOffDays)
  if (today > until) return null
  const usageCharge = joined.isUsed ? priceOfDaysHad(joined, startsOn, today) : 0
  return { until, refund: joined.joiningFee + joined.firstDaysPrice - usageCharge, usageCharge }
}

/** The share of the first days' price for the days from the start to today, rounded down. */
const priceOfDaysHad = (
  { firstDaysPrice, firstDaysUntil }: JoinedAtDistance,
  startsOn: string,
  today: string,
): number => {
  if (today < startsOn) return 0
  // One payment for all time: nothing tells what a day costs.
  if (firstDaysUntil === null) return 0
  const days = daysFrom(startsOn, firstDaysUntil)
  return Math.floor((firstDaysPrice * Math.min(days, daysFrom(startsOn, today))) / days)
}

/** Days from one to another, both included. */
const daysFrom = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
