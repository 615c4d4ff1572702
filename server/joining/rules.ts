import { daysAfter } from '#contract/time.ts'
import { billingDayAfter, monthsAfter, periodAfter } from '#server/memberships/rules.ts'
import type { Text } from '#server/messages/languages.ts'

/** How far ahead a membership may start. */
export const startsWithinDays = 60

/** The day of the month on which is collected where no one says otherwise. */
export const usualBillingDay = 1

export type PlanPrice = {
  /** Pence a period, or for all of it. */
  price: number
  billingPeriod: 'month' | 'year' | 'once'
  joiningFee: number
  minimumTermMonths: number
  firstDays: 'share' | 'free'
}

export type Chosen = {
  startsOn: string
  billingDay: number
  today: string
  /** The first regular payment is so many days off at least: members are told in time. */
  noticeDays: number
}

/** What a person pays for a plan, and when. Pence, and days of the calendar. */
export type Costs = {
  dueToday: number
  joiningFee: number
  /** What the days until `firstDaysUntil` cost. */
  firstDaysPrice: number
  /** null where one payment covers all of it and it never ends. */
  firstDaysUntil: string | null
  next: { on: string; amount: number } | null
  minimumUntil: string | null
  /** What is paid at least until the minimum term is over. */
  minimumTotal: number
  endsOn: string | null
}

const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/**
 * What a plan costs from a start on. A month before the first billing day costs its price, a part of one the share
 * of its days, rounded down; or these days are free, as the operator sets. A year is paid for in full.
 */
export const costsOf = (plan: PlanPrice, chosen: Chosen): Costs => {
  const { startsOn, billingDay, today, noticeDays } = chosen
  const { price, billingPeriod, joiningFee, minimumTermMonths } = plan
  const minimumEnd = minimumTermMonths === 0 ? null : monthsAfter(startsOn, minimumTermMonths)
  const minimumUntil = minimumEnd === null ? null : daysAfter(minimumEnd, -1)
  if (billingPeriod === 'once') {
    const dueToday = joiningFee + price
    return {
      dueToday,
      joiningFee,
      firstDaysPrice: price,
      firstDaysUntil: minimumUntil,
      next: null,
      minimumUntil,
      minimumTotal: dueToday,
      endsOn: minimumUntil,
    }
  }
  let on: string
  let firstDaysPrice = price
  if (billingPeriod === 'year') {
    on = monthsAfter(startsOn, 12)
  } else {
    on = billingDayAfter(startsOn, billingDay)
    while (daysFrom(today, on) < noticeDays) on = monthsAfter(on, 1)
    firstDaysPrice = plan.firstDays === 'free' ? 0 : shareOf(price, startsOn, on)
  }
  const dueToday = joiningFee + firstDaysPrice
  let minimumTotal = dueToday
  if (minimumEnd !== null) {
    for (let day = on; day < minimumEnd; day = periodAfter(day, billingPeriod)) minimumTotal += price
  }
  return {
    dueToday,
    joiningFee,
    firstDaysPrice,
    firstDaysUntil: daysAfter(on, -1),
    next: price === 0 ? null : { on, amount: price },
    minimumUntil,
    minimumTotal,
    endsOn: null,
  }
}

/** What the days from a start until a billing day cost at a monthly price. */
const shareOf = (price: number, startsOn: string, billedOn: string): number => {
  let whole = 0
  while (monthsAfter(billedOn, -(whole + 1)) >= startsOn) whole += 1
  const wholeFrom = monthsAfter(billedOn, -whole)
  const monthFrom = monthsAfter(billedOn, -(whole + 1))
  const share = Math.floor((price * daysFrom(startsOn, wholeFrom)) / daysFrom(monthFrom, wholeFrom))
  return price * whole + share
}

/** Why a person of an age cannot have a plan, or null. */
export const whyNotEligibleAge = (
  { ageMin, ageMax }: { ageMin: number | null; ageMax: number | null },
  age: number | null,
): Text | null => {
  if (ageMin === null && ageMax === null) return null
  if (age === null) return (messages) => messages.joining.dateOfBirthNeeded
  if (ageMin !== null && age < ageMin) return (messages) => messages.joining.tooYoung({ ageMin })
  if (ageMax !== null && age > ageMax) return (messages) => messages.joining.tooOld({ ageMax })
  return null
}

/** `student-card` in words. */
export const documentName = (type: string): string => type.replaceAll('-', ' ')

/** What a change of plan costs, and from when it applies. Pence. */
export type PlanChangeCosts = { isNow: boolean; on: string; dueToday: number; nextOn: string }

/**
 * A dearer plan applies today: the difference is paid until the first payment that has not been announced, which is at
 * the new price. Any other applies from that payment on, after the minimum term.
 */
export const costsOfChange = (
  membership: {
    price: number
    nextBillingOn: string
    minimumUntil: string | null
    hasWaitingPayment: boolean
  },
  newPrice: number,
  today: string,
): PlanChangeCosts => {
  const { price, nextBillingOn, minimumUntil, hasWaitingPayment } = membership
  const nextOn = hasWaitingPayment ? monthsAfter(nextBillingOn, 1) : nextBillingOn
  if (newPrice > price) {
    const dueToday = shareOf(newPrice, today, nextOn) - shareOf(price, today, nextOn)
    return { isNow: true, on: today, dueToday, nextOn }
  }
  let on = nextOn
  while (minimumUntil !== null && on <= minimumUntil) on = monthsAfter(on, 1)
  return { isNow: false, on, dueToday: 0, nextOn: on }
}
