import type { Comparison, Grouping, ReportId, ScheduleInterval } from '#contract/reportTypes.ts'
import type { Bar, ReportRow } from '#contract/reports.ts'
import { reportTypes, summedKinds } from '#contract/reportTypes.ts'
import { daysAfter, daysBetween } from '#contract/time.ts'

export type Period = { from: string; until: string }

/** What is chosen of a report besides its period. */
export type ReportFilters = { venues?: string; by: Grouping; basis: 'session' | 'cash' }

/** The slugs of the venues that are chosen; none where all are. */
export const chosenSlugs = ({ venues = '' }: { venues?: string | undefined }): string[] =>
  venues.split(',').filter((slug) => slug !== '')

/** The names of the venues that are chosen, in the order of the operator's. */
export const chosenNames = (
  filters: { venues?: string | undefined },
  venues: readonly { slug: string; name: string }[],
): string[] => {
  const slugs = chosenSlugs(filters)
  return venues.filter(({ slug }) => slugs.includes(slug)).map(({ name }) => name)
}

/** What is stored of what is chosen. */
export const storedFilters = ({
  venues,
  by,
  basis,
}: Omit<ReportFilters, 'venues'> & { venues?: string | undefined }): ReportFilters => ({
  ...(venues === undefined ? {} : { venues }),
  by,
  basis,
})

/** The period that one is compared with: as many days before it, or the same days of the year before. */
export const comparedWith = ({ from, until }: Period, comparison: Comparison): Period | null => {
  if (comparison === 'none') return null
  if (comparison === 'year') return { from: yearBefore(from), until: yearBefore(until) }
  const last = daysAfter(from, -1)
  return { from: daysAfter(last, -daysBetween(from, until)), until: last }
}

/** The same day a year before; the 28th for 29 February. */
const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.endsWith('-02-29') ? before.replace('-29', '-28') : before
}

/** The Monday of a day's week. */
const mondayOf = (day: string): string =>
  daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The day after which a report is sent that is sent at this interval: tomorrow, on Monday, on the first. */
export const nextSendingDay = (today: string, every: ScheduleInterval): string => {
  if (every === 'day') return daysAfter(today, 1)
  if (every === 'week') return daysAfter(mondayOf(today), 7)
  return `${daysAfter(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

/** What a report is about that is sent on a day: the day, week or month that was over then. */
export const sentPeriod = (on: string, every: ScheduleInterval): Period => {
  if (every === 'month') {
    const until = daysAfter(`${on.slice(0, 7)}-01`, -1)
    return { from: `${until.slice(0, 7)}-01`, until }
  }
  const until = daysAfter(every === 'day' ? on : mondayOf(on), -1)
  return { from: every === 'day' ? until : daysAfter(until, -6), until }
}

type Totals = Record<string, number>

/** The sums of the columns that can be added up. */
export const totalsOf = <Id extends ReportId>(
  report: Id,
  rows: readonly ReportRow<Id>[],
  /** Columns whose rows count the same again. */
  without: readonly (keyof ReportRow<Id>)[] = [],
): Totals => {
  const names = Object.entries(reportTypes[report].columns)
    .filter(([name, kind]) => summedKinds.has(kind) && !without.includes(name as never))
    .map(([name]) => name)
  return Object.fromEntries(
    names.map((name) => [
      name,
      rows.reduce((sum, row) => sum + ((row as Readonly<Record<string, unknown>>)[name] as number), 0),
    ]),
  )
}

export type Point = { label: string; value: number }

/** Values by label, in the order in which the labels first appear. */
export const pointsBy = <Row>(
  rows: readonly Row[],
  labelOf: (row: Row) => string,
  valueOf: (rows: readonly Row[]) => number,
): Point[] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const label = labelOf(row)
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [row])
    else group.push(row)
  }
  return [...groups].map(([label, group]) => ({ label, value: valueOf(group) }))
}

/** Days are bars up to so many; a longer period has one for each week. */
const mostDayBars = 62

/** The bar that a day belongs to. */
export const barOfDay =
  ({ from, until }: Period) =>
  (day: string): string =>
    daysBetween(from, until) < mostDayBars ? day : mondayOf(day)

/** What the bars of a chart are. `days`: or weeks, where they are many. */
export type Along = 'days' | 'weeks' | 'months' | 'names'

/** The points of a chart along time, with those of which there is nothing. */
export const alongTime = (points: readonly Point[], period: Period, along: Along): readonly Point[] => {
  if (along === 'names') return points
  const barOf = barOfDay(period)
  const labelOf = { days: barOf, weeks: mondayOf, months: (day: string) => day.slice(0, 7) }[along]
  const days = Array.from({ length: daysBetween(period.from, period.until) + 1 }, (_, day) =>
    daysAfter(period.from, day),
  )
  const values = new Map(points.map(({ label, value }) => [label, value]))
  return [...new Set(days.map(labelOf))].map((label) => ({ label, value: values.get(label) ?? 0 }))
}

/** A chart has no more bars. */
const mostBars = 60

/**
 * The bars of a chart, each with its value in the period before. Days are compared by their place in the period, all
 * else by its name.
 */
export const barsOf = (now: readonly Point[], before: readonly Point[] | null, isByPlace: boolean): Bar[] =>
  now.slice(0, mostBars).map(({ label, value }, place) => {
    const other = isByPlace ? before?.[place] : before?.find((point) => point.label === label)
    return { label, value, before: before === null ? null : (other?.value ?? 0) }
  })

/** Of two figures, in per cent with one decimal; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10
