import { fewestOfSeries, mostHireDays } from '#contract/hireTypes.ts'
import type { Invoicing } from '#contract/hireTypes.ts'
import { lastOfMonth } from '#contract/months.ts'
import { daysAfter, localDay } from '#contract/time.ts'
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

export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** An invoice or one of its credit notes, with what was paid of its lines. */
export type DocumentSum = { id: number; isCredit: boolean; total: number; paid: number }

/**
 * What is owed of a document, given its invoice and all credit notes of that: less than 0 is owed to the hirer. Credit notes
 * are taken off the invoice; what is credited beyond what is left to pay is owed of the newest of them.
 */
export const owedOf = (id: number, documents: readonly DocumentSum[]): number => {
  const balance = documents.reduce((sum, { total, paid }) => sum + total - paid, 0)
  const credits = documents.filter(({ isCredit }) => isCredit).toSorted((one, other) => other.id - one.id)
  let left = Math.min(balance, 0)
  for (const credit of credits) {
    const owed = Math.max(credit.total, left)
    if (credit.id === id) return owed
    left -= owed
  }
  return balance > 0 ? balance : left
}

/** A line of an invoice or a credit note, with what was paid of it. */
export type PayableLine = {
  invoiceId: number
  position: number
  /** Null: a deposit. */
  hireDateId: number | null
  amount: number
  vatRate: number
  paid: number
}

/** What of a payment is for which line. */
export type Share = { invoiceId: number; position: number; amount: number; vatRate: number }

/**
 * Divides a payment among the lines of an invoice and its credit notes: a part pays for one date after the other, without
 * those that are credited; what pays all that is owed settles every line. Less than 0: paid back.
 * @param lines in their order
 */
export const sharesOf = (lines: readonly PayableLine[], amount: number): Share[] => {
  const rests = lines.map(({ paid, amount: whole, ...line }) => ({ ...line, rest: whole - paid }))
  if (rests.reduce((sum, { rest }) => sum + rest, 0) === amount)
    return rests.flatMap(({ rest, ...line }) => shareOf(line, rest))
  const sign = Math.sign(amount)
  let left = Math.abs(amount)
  return rests.flatMap(({ rest, ...line }) => {
    if (Math.sign(rest) !== sign) return []
    const others = rests.filter((one) => one.hireDateId !== null && one.hireDateId === line.hireDateId)
    const ofDate = line.hireDateId === null ? rest : others.reduce((sum, one) => sum + one.rest, 0)
    const part = Math.min(left, Math.max(ofDate * sign, 0))
    left -= part
    return shareOf(line, part * sign)
  })
}

const shareOf = ({ invoiceId, position, vatRate }: Omit<Share, 'amount'>, amount: number): Share[] =>
  amount === 0 ? [] : [{ invoiceId, position, vatRate, amount }]

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
