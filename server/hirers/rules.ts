import { fewestOfSeries, mostHireDays } from '#contract/hireTypes.ts'
import type { Invoicing } from '#contract/hireTypes.ts'
import { daysAfter, lastOfMonth, localDay } from '#contract/time.ts'
import { minutesOf, weekdayOf } from '#server/platform/clock.ts'

/* What a hire is of, and what it costs. */

type Interval = { from: string; until: string }

/** The days of a hire: those of its weekdays between two days, both included. */
export const daysOf = ({ from, until, weekdays }: Interval & { weekdays: readonly number[] }): string[] => {
  const days: string[] = []
  for (let day = from; day <= until; day = daysAfter(day, 1))
    if (weekdays.includes(weekdayOf(day))) days.push(day)
  return days
}

/** Why a hire cannot be at that time; null when it can. */
export const whyNotThen = (
  { from, until, start, end }: Interval & { start: string; end: string },
  timezone: string,
  now: Date,
): 'endsBeforeStart' | 'dayOver' | 'tooFarAhead' | null => {
  const today = localDay(now, timezone)
  if (minutesOf(end) <= minutesOf(start) || until < from) return 'endsBeforeStart'
  if (from < today) return 'dayOver'
  return until > daysAfter(today, mostHireDays) ? 'tooFarAhead' : null
}

/** What a date costs, in pence. */
export const priceOfDate = (
  { price, priceBy }: { price: number; priceBy: 'hour' | 'date' },
  minutes: number,
): number => (priceBy === 'date' ? price : Math.round((price * minutes) / 60))

/** A series of ten or more lets to a club, school or association is exempt from VAT. */
export const isExemptSeries = (vatTreatment: 'standard' | 'exempt_series', lets: number): boolean =>
  vatTreatment === 'exempt_series' && lets >= fewestOfSeries

type StatedDates = {
  state: 'provisional' | 'confirmed' | 'running' | 'ended' | 'lapsed'
  lapsesOn: string | null
  /** Of its dates that are let; null where there are none. */
  firstStart: Date | null
  lastEnd: Date | null
}

/** What becomes of a hire by the clock. */
export const stateAt = (
  { state, lapsesOn, firstStart, lastEnd }: StatedDates,
  today: string,
  now: Date,
): StatedDates['state'] => {
  if (state === 'provisional') return lapsesOn !== null && lapsesOn < today ? 'lapsed' : state
  if (state !== 'confirmed' && state !== 'running') return state
  if (lastEnd === null || lastEnd <= now) return 'ended'
  return firstStart !== null && firstStart <= now ? 'running' : state
}

/** A line of an invoice or a credit note. `isPaid`: it was paid, or paid back. */
type InvoiceLine = { amount: number; vatRate: number; isPaid: boolean }

export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What is owed of an invoice: its lines that are not paid, and those of its credit notes. What is credited after it was paid
 * is owed of the credit note, to be paid back.
 */
export const owedOf = (
  { isCredit, lines }: { isCredit: boolean; lines: readonly InvoiceLine[] },
  /** Of an invoice: its credit notes'; of a credit note: its invoice's. */
  others: readonly InvoiceLine[],
): number => {
  const unpaid = (some: readonly InvoiceLine[]) => sumOf(some.filter(({ isPaid }) => !isPaid))
  const isInvoicePaid = (isCredit ? others : lines).some(({ isPaid }) => isPaid)
  if (isCredit) return isInvoicePaid ? unpaid(lines) : 0
  return isInvoicePaid ? 0 : unpaid(lines) + unpaid(others)
}

/** The deposit is on the first invoice, and taken off the last; where one invoice is both there is none. */
export const depositOn = (
  deposit: number,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): number => (isFirst === isLast ? 0 : isFirst ? deposit : -deposit)

type Invoiced = {
  invoicing: Invoicing
  /** Null: it is provisional. */
  confirmedOn: string | null
  fromDay: string
  untilDay: string
}

/**
 * The day on which dates of a hire from a first one on are invoiced by the clock; null: by staff. Never on the day on which it
 * was confirmed, so that what was typed wrong can be mended.
 */
export const dayOfInvoice = (
  { invoicing, confirmedOn, fromDay }: Omit<Invoiced, 'untilDay'>,
  firstDay: string,
): string | null => {
  if (invoicing === 'by_hand' || confirmedOn === null) return null
  const wanted = invoicing === 'term' ? fromDay : `${firstDay.slice(0, 7)}-01`
  const earliest = daysAfter(confirmedOn, 1)
  return wanted > earliest ? wanted : earliest
}

/** Up to which day an invoice that is written on a day has dates. */
export const lastDayOfInvoice = (
  { invoicing, untilDay }: Pick<Invoiced, 'invoicing' | 'untilDay'>,
  today: string,
): string => (invoicing === 'term' ? untilDay : lastOfMonth(today))
