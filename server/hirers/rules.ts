import { fewestOfSeries, mostHireDays } from '#contract/hirers.ts'
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
