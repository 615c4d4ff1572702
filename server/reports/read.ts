import { sql } from 'kysely'
import type { Answer, Body, Query } from '#contract/endpoint.ts'
import { csvOf } from '#contract/csv.ts'
import { longestReportDays, mostReportRows, mostRowsOnScreen, reportTypes } from '#contract/reportTypes.ts'
import type { ReportId } from '#contract/reportTypes.ts'
import type { ReportRow, reports } from '#contract/reports.ts'
import { daysBetween } from '#contract/time.ts'
import { snakeName } from '#contract/wire.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import { requireAllowed } from '#server/platform/authentication.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, isStatementTimeout, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { definitions } from './definitions.ts'
import { alongTime, barsOf, comparedWith } from './rules.ts'
import type { Period } from './rules.ts'
import { findVenues } from './sql/venues.ts'
import type { Scope } from './sql/scope.ts'

/** How long the reads of a report may take. */
const longestReadMs = 10_000

/**
 * A report on a period, with its totals and its chart.
 * @throws Refusal `forbidden`, `invalid`, `not_found` for a venue, `too_large`
 */
export const readReport = async <Id extends ReportId>(
  db: Database,
  actor: Actor,
  report: Id,
  query: Query<typeof reports.read>,
): Promise<Extract<Answer<typeof reports.read>, { report: Id }>> => {
  requireReport(actor, report)
  const other = comparedWith(requirePeriod(query), query.compare)
  return readTogether(db, async (tx) => {
    const scope = await scopeOf(tx, actor.operator, query)
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
  actor: Actor,
  report: ReportId,
  { from, until, ...filters }: Body<typeof reports.file>,
  now: Date,
): Promise<Answer<typeof reports.file>> => {
  requireReport(actor, report)
  requirePeriod({ from, until })
  const file = await readTogether(db, async (tx) =>
    fileOf(tx, report, await scopeOf(tx, actor.operator, { from, until, ...filters })),
  )
  if (reportTypes[report].needs === 'reports.people')
    await transact(db, (tx) =>
      recordAudit(
        tx,
        {
          actorId: staffOf(actor).id,
          forCustomerId: null,
          act: acts.reportSaved,
          subject: `report:${report}`,
          detail: { from, until, ...(filters.venues === undefined ? {} : { venues: filters.venues }) },
        },
        now,
      ),
    )
  return file
}

/** The rows of a report as a CSV file. @throws Refusal `too_large` */
export const fileOf = async (
  tx: Tx,
  report: ReportId,
  scope: Scope,
): Promise<{ name: string; text: string }> => ({
  name: `${report}-${scope.from}-${scope.until}.csv`,
  text: csvOf<string>(reportTypes[report].columns, await readRows(tx, report, scope), snakeName),
})

/** Whether one may read a report, besides reports at all. @throws Refusal `forbidden` */
export const requireReport = ({ person }: Pick<Actor, 'person'>, report: ReportId): void =>
  requireAllowed({ allow: 'staff', needs: reportTypes[report].needs }, person)

type Filters = Pick<Body<typeof reports.file>, 'venues' | 'by' | 'basis'>

/** @throws Refusal `not_found` for a venue that is not the operator's */
export const scopeOf = async (
  tx: Tx,
  operator: Pick<Operator, 'id' | 'timezone'>,
  { venues: named, by, basis, from, until }: Filters & Period,
): Promise<Scope> => {
  const slugs = (named ?? '').split(',').filter((slug) => slug !== '')
  const venues = await findVenues(tx, operator.id, slugs)
  if (venues.length < new Set(slugs).size) throw notFound((messages) => messages.venues.venueNotFound)
  return {
    operatorId: operator.id,
    timezone: operator.timezone,
    venueIds: venues.map(({ id }) => id),
    isEverywhere: slugs.length === 0,
    by,
    basis,
    from,
    until,
  }
}

const requirePeriod = ({ from, until }: Period): Period => {
  if (until < from) throw invalid({ until: [(messages) => messages.reports.endsBeforeStart] })
  if (daysBetween(from, until) >= longestReportDays)
    throw invalid({ until: [(messages) => messages.reports.tooLong({ days: longestReportDays })] })
  return { from, until }
}

const readRows = async <Id extends ReportId>(tx: Tx, report: Id, scope: Scope): Promise<ReportRow<Id>[]> => {
  const rows = await definitions[report].read(tx, scope)
  if (rows.length > mostReportRows) throw tooLarge()
  return rows
}

const tooLarge = () => new Refusal('too_large', (messages) => messages.reports.tooLarge)

/** Runs reads on one state of the database, and gives up what takes too long. @throws Refusal `too_large` */
const readTogether = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    return await transact(db, async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx)
      // Many rows are joined once: memory for their hash tables pays, compiling the statement does not.
      await sql`select set_config('statement_timeout', ${String(longestReadMs)}, true),
        set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    throw isStatementTimeout(error) ? tooLarge() : error
  }
}
