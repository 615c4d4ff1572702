import type { Plan } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/join/plans.ts'

/* Describes what a membership costs. All sums come from the server. */

type Costs = Pick<
  Plan,
  | 'billingPeriod'
  | 'dueToday'
  | 'endsOn'
  | 'firstDays'
  | 'joiningFee'
  | 'minimumTermMonths'
  | 'minimumTotal'
  | 'minimumUntil'
  | 'nextPayment'
  | 'price'
>

/** "21 to 30 November", "10 March to 14 April"; the years only where they differ. */
export const formatDayRange = (from: string, until: string): { first: string; last: string } => {
  const [first, last] = [longDate(from), longDate(until)] as const
  if (from.slice(0, 4) !== until.slice(0, 4)) return { first, last }
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  return {
    first: isOneMonth ? String(Number(from.slice(8))) : withoutYear(first),
    last: withoutYear(last),
  }
}

const withoutYear = (day: string): string => day.replace(/ \d+$/, '')

/** The items that today's payment is made of. */
export const listDueToday = ({
  firstDays: { from, until, price },
  joiningFee,
  billingPeriod,
}: Costs): { name: string; amount: string }[] => [
  {
    name: describeFirstDays({ from, until, isFree: billingPeriod === 'month' && price.raw === 0 }),
    amount: price.formatted,
  },
  ...(joiningFee.raw === 0 ? [] : [{ name: messages.joiningFee, amount: joiningFee.formatted }]),
]

const describeFirstDays = ({
  from,
  until,
  isFree,
}: {
  from: string
  until: string | null
  isFree: boolean
}): string => {
  if (until === null) return messages.yourMembership
  const range = formatDayRange(from, until)
  return isFree ? messages.freeDays(range) : messages.days(range)
}

/** What is paid after today: "Then £42.00 on the 1st of each month, from 1 April 2027." */
export const describeNextPayment = ({ nextPayment, billingPeriod, endsOn }: Costs): string => {
  if (nextPayment === null)
    return endsOn === null ? messages.nothingMore : messages.endsOn({ date: longDate(endsOn) })
  const { on, amount } = nextPayment
  const payment = { amount: amount.formatted, from: longDate(on) }
  return billingPeriod === 'year'
    ? messages.thenYearly(payment)
    : messages.thenMonthly({ ...payment, day: Number(on.slice(8)) })
}

/** The minimum term and what it costs in total. */
export const describeMinimumTerm = ({
  minimumTermMonths,
  minimumUntil,
  minimumTotal,
  endsOn,
}: Costs): string => {
  if (endsOn !== null) return messages.oneOff
  if (minimumUntil === null || minimumTermMonths === 0) return messages.noMinimumTerm
  return messages.minimumTerm({
    months: minimumTermMonths,
    until: longDate(minimumUntil),
    total: minimumTotal.formatted,
  })
}

/**
 * How it may be cancelled and frozen, and what it is to cost; nothing for one that ends by itself. What is not collected for is changed at
 * reception, and only what is paid by the month is frozen, as the server decides (server/memberships/changes).
 */
export const listChanges = ({
  cancellationNoticeDays: days,
  freezeMonths: months,
  billingPeriod,
  nextPayment,
  endsOn,
  comingPrice = null,
}: Pick<
  Plan,
  'cancellationNoticeDays' | 'freezeMonths' | 'billingPeriod' | 'nextPayment' | 'endsOn' | 'comingPrice'
>): string[] => {
  if (endsOn !== null) return []
  if (nextPayment === null) return [messages.cancelAtReception]
  return [
    ...(comingPrice === null
      ? []
      : [messages.costsFrom({ price: comingPrice.price.formatted, date: longDate(comingPrice.from) })]),
    ...(days === null ? [messages.cancelAtReception] : days === 0 ? [] : [messages.noticeToCancel({ days })]),
    ...(months > 0 && billingPeriod === 'month' ? [messages.freezeFor({ months })] : []),
  ]
}

/** How many people a plan is for, and the ages and documents it requires. */
export const listEligibility = ({
  ageMin,
  ageMax,
  documentType,
  maxMembers,
}: Pick<Plan, 'ageMin' | 'ageMax' | 'documentType' | 'maxMembers'>): string[] => [
  ...(maxMembers === 1 ? [] : [messages.forPeople({ most: maxMembers })]),
  ...describeAges(ageMin, ageMax),
  ...(documentType === null ? [] : [messages.documentNeeded({ document: documentName(documentType) })]),
]

const describeAges = (from: number | null, until: number | null): string[] => {
  if (from !== null && until !== null) return [messages.agesBetween({ from, until })]
  if (from !== null) return [messages.ageFrom({ from })]
  return until === null ? [] : [messages.ageUntil({ until })]
}

/** `student-card`: "Student card" */
export const documentName = (type: string): string => {
  const words = type.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const paymentMethodNames = messages.paymentMethod
