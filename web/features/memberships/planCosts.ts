import type { JoiningMethod, Plan } from '#contract/memberships.ts'
import { dayInWords } from '#contract/time.ts'

/* What a membership costs, in plain words. The sums are the server's. */

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

/** "£42.00 a month": the price with its period, in two parts. */
export const pricePerPeriod = ({ price, billingPeriod }: Costs): { sum: string; period: string } => {
  if (price.raw === 0) return { sum: 'Free', period: '' }
  const period = { month: 'a month', year: 'a year', once: 'once' }[billingPeriod]
  return { sum: price.formatted, period }
}

/** "21 to 30 November", "10 March to 14 April"; the years only where they differ. */
export const formatDayRange = (from: string, until: string): string => {
  const [first, last] = [dayInWords(from), dayInWords(until)] as const
  if (from.slice(0, 4) !== until.slice(0, 4)) return `${first} to ${last}`
  const withoutYear = (day: string): string => day.replace(/ \d+$/, '')
  const begin = from.slice(0, 7) === until.slice(0, 7) ? String(Number(from.slice(8))) : withoutYear(first)
  return `${begin} to ${withoutYear(last)}`
}

/** What is due today, line by line. */
export const listDueToday = ({
  firstDays,
  joiningFee,
  billingPeriod,
}: Costs): { what: string; sum: string }[] => {
  const until = firstDays.until
  const days =
    until === null
      ? 'Your membership'
      : `${formatDayRange(firstDays.from, until)}${billingPeriod === 'month' && firstDays.price.raw === 0 ? ', free' : ''}`
  return [
    { what: days, sum: firstDays.price.formatted },
    ...(joiningFee.raw === 0 ? [] : [{ what: 'Joining fee', sum: joiningFee.formatted }]),
  ]
}

const ordinal = (day: number): string => {
  const last = day % 10
  const teen = day > 10 && day < 14
  return `${day}${teen || last > 3 || last === 0 ? 'th' : (['st', 'nd', 'rd'][last - 1] ?? 'th')}`
}

/** What comes after today: "Then £42.00 on the 1st of each month, from 1 April 2027." */
export const describeNextPayment = ({ nextPayment, billingPeriod, endsOn }: Costs): string => {
  if (nextPayment === null) {
    return endsOn === null
      ? 'Nothing more to pay after that.'
      : `Nothing more to pay. It ends by itself on ${dayInWords(endsOn)}.`
  }
  const { on, amount } = nextPayment
  return billingPeriod === 'year'
    ? `Then ${amount.formatted} a year, from ${dayInWords(on)}.`
    : `Then ${amount.formatted} on the ${ordinal(Number(on.slice(8)))} of each month, from ${dayInWords(on)}.`
}

/** How long one is bound, and what that comes to. */
export const describeMinimumTerm = ({
  minimumTermMonths,
  minimumUntil,
  minimumTotal,
  endsOn,
}: Costs): string => {
  if (endsOn !== null) return 'No ties: it is paid once.'
  if (minimumUntil === null || minimumTermMonths === 0) return 'No minimum term: leave whenever you like.'
  return `Minimum term ${minimumTermMonths === 1 ? '1 month' : `${minimumTermMonths} months`}, until ${dayInWords(minimumUntil)}: ${minimumTotal.formatted} in all.`
}

/** Who may have it, and what they have to show. */
export const listEligibility = ({
  ageMin,
  ageMax,
  documentType,
}: Pick<Plan, 'ageMin' | 'ageMax' | 'documentType'>): string[] => [
  ...(ageMin !== null && ageMax !== null
    ? [`Ages ${ageMin} to ${ageMax}`]
    : ageMin !== null
      ? [`From age ${ageMin}`]
      : ageMax !== null
        ? [`Up to age ${ageMax}`]
        : []),
  ...(documentType === null ? [] : [`${documentName(documentType)} needed`]),
]

/** `student-card`: "Student card" */
export const documentName = (type: string): string => {
  const words = type.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const paymentMethodNames: Readonly<Record<JoiningMethod, string>> = {
  direct_debit: 'Direct Debit',
  card: 'Card',
}
