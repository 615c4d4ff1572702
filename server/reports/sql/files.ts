import { sql } from 'kysely'
import type { RoleId } from '#contract/permissions.ts'
import type { ReportFileProblem, ReportId } from '#contract/reportTypes.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Period, ReportFilters } from '#server/reports/rules.ts'
import { rolesEverywhere } from './schedules.ts'

type NewFile = Period & {
  operatorId: number
  report: ReportId
  filters: ReportFilters
  recipientId: number
  isScheduled: boolean
}

export const insertFile = async (
  tx: Tx,
  { from, until, filters, ...row }: NewFile,
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('reportFile')
    .values({ ...row, fromDay: from, untilDay: until, filters: JSON.stringify(filters), createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type FileRow = Period & {
  id: number
  filters: ReportFilters
  recipient: string
  state: 'waiting' | 'ready' | 'failed'
  rowCount: number | null
  problem: ReportFileProblem | null
  createdAt: Date
}

const filesAtATime = 50

/** The files of a report, the newest first. */
export const filesOf = async (tx: Tx, operatorId: number, report: ReportId): Promise<FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select f.id, f.from_day::text as "from", f.until_day::text as until, f.filters,
      c.first_name || ' ' || c.last_name as recipient, f.state, f.row_count, f.problem, f.created_at
    from report_file f join customer c on c.id = f.recipient_id
    where f.operator_id = ${operatorId} and f.report = ${report}
    order by f.id desc limit ${filesAtATime}`.execute(tx)
  return rows
}

/** Those that a person at the desk waits for, without what is sent by mail. */
export const countWaiting = async (tx: Tx, operatorId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_file f
    where f.operator_id = ${operatorId} and f.state = 'waiting' and not f.is_scheduled`.execute(tx)
  return rows[0]?.count ?? 0
}

/** One that is being made of the same for the same person. */
export const findWaiting = async (
  tx: Tx,
  { operatorId, report, from, until, filters, recipientId }: NewFile,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select f.id from report_file f
    where f.operator_id = ${operatorId} and f.report = ${report} and f.state = 'waiting' and not f.is_scheduled
      and f.from_day = ${from}::date and f.until_day = ${until}::date and f.filters = ${JSON.stringify(filters)}::jsonb
      and f.recipient_id = ${recipientId}
    limit 1`.execute(tx)
  return rows[0]?.id
}

type ReadyFile = Period & { report: ReportId; filters: ReportFilters; text: string }

/** A file that is ready, with its text. */
export const findReady = async (tx: Tx, operatorId: number, id: number): Promise<ReadyFile | undefined> => {
  const { rows } = await sql<ReadyFile>`
    select f.report, f.from_day::text as "from", f.until_day::text as until, f.filters, f.content as text
    from report_file f
    where f.id = ${id} and f.operator_id = ${operatorId} and f.state = 'ready'`.execute(tx)
  return rows[0]
}

/** The text of a file, where it has no more bytes; undefined where there is no such file. */
export const textOf = async (
  tx: Tx,
  id: number,
  mostBytes: number,
): Promise<{ text: string | null } | undefined> => {
  const { rows } = await sql<{ text: string | null }>`
    select case when octet_length(f.content) <= ${mostBytes} then f.content end as text
    from report_file f where f.id = ${id}`.execute(tx)
  return rows[0]
}

/** Files that are to be made, the oldest first. */
export const waitingFiles = async (tx: Tx, limit: number): Promise<{ id: number }[]> => {
  const { rows } = await sql<{ id: number }>`
    select f.id from report_file f where f.state = 'waiting' order by f.id limit ${limit}`.execute(tx)
  return rows
}

type BegunFile = Period & {
  operatorId: number
  timezone: string
  report: ReportId
  filters: ReportFilters
  isScheduled: boolean
  attempts: number
  email: string
  /** Of the recipient, at every venue. */
  roles: RoleId[]
  firstName: string
}

/** Counts that a file is begun. */
export const beginFile = async (tx: Tx, id: number, now: Date): Promise<BegunFile | undefined> => {
  const { rows } = await sql<BegunFile>`
    update report_file f set attempts = f.attempts + 1
    from operator o, customer c
    where f.id = ${id} and f.state = 'waiting' and o.id = f.operator_id and c.id = f.recipient_id
    returning f.operator_id, o.timezone, f.report, f.from_day::text as "from", f.until_day::text as until, f.filters,
      f.is_scheduled, f.attempts, c.email, c.first_name,
      ${rolesEverywhere(now)} as roles`.execute(tx)
  return rows[0]
}

export const storeFile = async (
  tx: Tx,
  id: number,
  { text, rowCount }: { text: string; rowCount: number },
): Promise<void> => {
  await tx
    .updateTable('reportFile')
    .set({ state: 'ready', content: text, rowCount })
    .where('id', '=', id)
    .execute()
}

export const failFile = async (tx: Tx, id: number, problem: ReportFileProblem): Promise<void> => {
  await tx.updateTable('reportFile').set({ state: 'failed', problem }).where('id', '=', id).execute()
}

export const deleteFile = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('reportFile').where('id', '=', id).execute()
}

/** @returns how many; fewer than `most` when no more are left */
export const deleteOldFiles = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    delete from report_file where id in (
      select f.id from report_file f where f.created_at < ${before} order by f.created_at limit ${most}
    ) returning id`.execute(tx)
  return rows.length
}
