import { sql } from 'kysely'
import type { Answer, Body, Endpoint, Query } from '#contract/endpoint.ts'
import { csvOf } from '#contract/csv.ts'
import { longestReportDays, mostRowsOnScreen, reportTypes } from '#contract/reportTypes.ts'
import type { ReportId } from '#contract/reportTypes.ts'
import type { ReportRow, reports } from '#contract/reports.ts'
import { daysBetween } from '#contract/time.ts'
import { snakeName } from '#contract/wire.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import { requireAllowed } from '#server/platform/authentication.ts'
import type { ReadLimits } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, isTooSlow, notFound, Refusal } from '#server/platform/errors.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { definitions } from './definitions.ts'
import { alongTime, barsOf, chosenSlugs, comparedWith } from './rules.ts'
import type { Period } from './rules.ts'
import { findVenues } from './sql/venues.ts'
import type { Scope } from './sql/scope.ts'

/**
 * A report on a period, with its totals and its chart.
 * @throws Refusal `forbidden`, `invalid`, `not_found` for a venue, `too_large`
 */
export const readReport = async <Id extends ReportId>(
  db: Database,
  limits: ReadLimits,
  actor: Actor,
  report: Id,
  query: Query<typeof reports.read>,
): Promise<Extract<Answer<typeof reports.read>, { report: Id }>> => {
  requireReport(actor, report)
  const other = comparedWith(requirePeriod(query), query.compare)
  return readTogether(db, limits, async (tx) => {
    const scope = await scopeOf(tx, actor.operator, query, limits.rows, venuesWithReport(actor, report))
    const definition = definitions[report]
    const rows = await readRows(tx, report, scope)
    const before = other === null ? null : await readRows(tx, report, { ...scope, ...other })
    const along = definition.along(scope)
    const pointsIn = (some: typeof rows, days: Period) =>
      alongTime(definition.points(some, { ...scope, ...days }), days, along)
    const points = pointsIn(rows, query)
    const pointsBefore = before === null || other === null ? null : pointsIn(before, other)
    const isByTime = along !== 'names'
    return {
      report,
      from: query.from,
      until: query.until,
      rowCount: rows.length,
      rows: rows.slice(0, mostRowsOnScreen),
      totals: definition.totals(rows),
      chart: barsOf(points, pointsBefore, isByTime),
      isByTime,
      compared: before === null || other === null ? null : { ...other, totals: definition.totals(before) },
      // The rows are those of the report that is named.
    } as unknown as Extract<Answer<typeof reports.read>, { report: Id }>
  })
}

/**
 * A report as a file. One that names customers is recorded.
 * @throws Refusal as `readReport`
 */
export const writeReportFile = async (
  db: Database,
  limits: ReadLimits,
  actor: Actor,
  report: ReportId,
  { from, until, ...filters }: Body<typeof reports.file>,
  now: Date,
): Promise<Answer<typeof reports.file>> => {
  requireReport(actor, report)
  requirePeriod({ from, until })
  const venueIds = venuesWithReport(actor, report)
  const { text } = await readFileOf(db, limits, actor.operator, report, { from, until, ...filters }, venueIds)
  await transact(db, (tx) => recordSaving(tx, actor, report, { from, until, ...filters }, now))
  return { name: fileName(report, { from, until }), text }
}

/** That a member of staff has a report with people in it. */
export const recordSaving = async (
  tx: Tx,
  actor: Actor,
  report: ReportId,
  { from, until, venues }: Pick<Filters, 'venues'> & Period,
  now: Date,
): Promise<void> => {
  if (reportTypes[report].needs !== 'reports.people') return
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.reportSaved,
      subject: `report:${report}`,
      detail: { from, until, ...(venues === undefined ? {} : { venues }) },
    },
    now,
  )
}

export const fileName = (report: ReportId, { from, until }: Period): string =>
  `${report}-${from}-${until}.csv`

/**
 * The rows of a report as the text of a CSV file.
 * @throws BeyondLimits; Refusal `not_found` for a venue
 */
export const readFileOf = async (
  db: Database,
  limits: ReadLimits,
  operator: Pick<Operator, 'id' | 'timezone'>,
  report: ReportId,
  filters: Filters & Period,
  venueIds: readonly number[] | null,
): Promise<{ text: string; rowCount: number }> => {
  const rows = await readTogether(db, limits, async (tx) =>
    readRows(tx, report, await scopeOf(tx, operator, filters, limits.rows, venueIds)),
  )
  return { text: csvOf<string>(reportTypes[report].columns, rows, snakeName), rowCount: rows.length }
}

/** The venues of which somebody may read a report; null: all of them. */
const venuesWithReport = ({ person }: Pick<Actor, 'person'>, report: ReportId): readonly number[] | null =>
  venuesWith(person, reportTypes[report].needs)

/** Whether one may read a report, besides reports at all. @throws Refusal `forbidden` */
export const requireReport = (
  { person }: Pick<Actor, 'person'>,
  report: ReportId,
  where: Pick<Endpoint, 'everywhere'> = {},
): void => requireAllowed({ allow: 'staff', needs: reportTypes[report].needs, ...where }, person)

type Filters = Pick<Body<typeof reports.file>, 'venues' | 'by' | 'basis'>

/**
 * @param venueIds which venues it may be about; null: all of the operator's
 * @throws Refusal `not_found` for another venue
 */
export const scopeOf = async (
  tx: Tx,
  operator: Pick<Operator, 'id' | 'timezone'>,
  { venues: named, by, basis, from, until }: Filters & Period,
  mostRows: number,
  venueIds: readonly number[] | null,
): Promise<Scope> => {
  const slugs = chosenSlugs({ venues: named })
  const venues = (await findVenues(tx, operator.id, slugs)).filter(
    ({ id }) => venueIds === null || venueIds.includes(id),
  )
  if (venues.length < new Set(slugs).size) throw notFound((messages) => messages.venues.venueNotFound)
  return {
    operatorId: operator.id,
    timezone: operator.timezone,
    venueIds: venues.map(({ id }) => id),
    isEverywhere: slugs.length === 0 && venueIds === null,
    by,
    basis,
    from,
    until,
    mostRows,
  }
}

export const requirePeriod = ({ from, until }: Period): Period => {
  if (until < from) throw invalid({ until: [(messages) => messages.reports.endsBeforeStart] })
  if (daysBetween(from, until) >= longestReportDays)
    throw invalid({ until: [(messages) => messages.reports.tooLong({ days: longestReportDays })] })
  return { from, until }
}

const readRows = async <Id extends ReportId>(tx: Tx, report: Id, scope: Scope): Promise<ReportRow<Id>[]> => {
  const rows = await definitions[report].read(tx, scope)
  if (rows.length > scope.mostRows) throw new BeyondLimits('too_large')
  return rows
}

/** A report is larger, or takes longer, than it may. */
export class BeyondLimits extends Refusal {
  readonly problem: 'too_large' | 'too_slow'

  constructor(problem: 'too_large' | 'too_slow') {
    super('too_large', (messages) => messages.reports.tooLarge)
    this.problem = problem
  }
}

/** Runs reads on one state of the database, and gives up what takes too long. @throws BeyondLimits */
const readTogether = async <T>(
  db: Database,
  { seconds }: ReadLimits,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  try {
    return await transact(db, async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx)
      // Many rows are joined once: memory for their hash tables pays, compiling the statement does not.
      await sql`select set_config('statement_timeout', ${String(Math.ceil(seconds * 1000))}, true),
        set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    throw isTooSlow(error) ? new BeyondLimits('too_slow') : error
  }
}
