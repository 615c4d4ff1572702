import type { Answer, Body } from '#contract/endpoint.ts'
import type { ReportFileProblem, ReportId } from '#contract/reportTypes.ts'
import type { reports } from '#contract/reports.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { reportReady } from './messages.ts'
import {
  BeyondLimits,
  fileName,
  readFileOf,
  recordSaving,
  requirePeriod,
  requireReport,
  scopeOf,
} from './read.ts'
import { chosenNames, storedFilters } from './rules.ts'
import {
  beginFile,
  countWaiting,
  deleteFile,
  deleteOldFiles,
  failFile,
  filesOf,
  findReady,
  findWaiting,
  insertFile,
  storeFile,
  waitingFiles,
} from './sql/files.ts'
import { readsReport } from './sql/schedules.ts'
import { findVenues } from './sql/venues.ts'

type FileSettings = Pick<Config, 'reports' | 'retention'>

/** The files of a report. @throws Refusal `forbidden` */
export const listFiles = async (
  tx: Tx,
  { retention }: FileSettings,
  actor: Actor,
  report: ReportId,
): Promise<Answer<typeof reports.files>> => {
  requireReport(actor, report, { everywhere: true })
  const { operator } = actor
  const rows = await filesOf(tx, operator.id, report)
  const venues = await findVenues(tx, operator.id, [])
  return {
    files: rows.map(({ filters, createdAt, ...row }) => ({
      ...row,
      by: filters.by,
      basis: filters.basis,
      venues: chosenNames(filters, venues),
      removedOn: daysAfter(localDay(createdAt, operator.timezone), retention.reportFileDays),
    })),
  }
}

/** More than these are not made for one operator, besides what is sent by mail. */
const mostWaiting = 10

/**
 * Has a job make a report as a file. Who asks again while it is being made gets the same one.
 * @throws Refusal `forbidden`, `invalid`, `not_found` for a venue, `too_many_files`
 */
export const makeFile = async (
  tx: Tx,
  settings: FileSettings,
  actor: Actor,
  report: ReportId,
  { from, until, ...filters }: Body<typeof reports.makeFile>,
  now: Date,
): Promise<Answer<typeof reports.makeFile>> => {
  requireReport(actor, report, { everywhere: true })
  requirePeriod({ from, until })
  const { operator } = actor
  await scopeOf(tx, operator, { ...filters, from, until }, settings.reports.file.rows, null)
  const row = {
    operatorId: operator.id,
    report,
    from,
    until,
    filters: storedFilters(filters),
    recipientId: staffOf(actor).id,
    isScheduled: false,
  }
  let id = await findWaiting(tx, row)
  if (id === undefined) {
    if ((await countWaiting(tx, operator.id)) >= mostWaiting)
      throw new Refusal('too_many_files', (messages) => messages.reports.tooManyFiles)
    id = await insertFile(tx, row, now)
  }
  const { files } = await listFiles(tx, settings, actor, report)
  return files.find((file) => file.id === id) ?? failInvariant('a file that waits is listed')
}

/** A file that is ready. @throws Refusal `not_found`, `forbidden` */
export const openFile = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Answer<typeof reports.openFile>> => {
  const file = await findReady(tx, actor.operator.id, id)
  if (file === undefined) throw notFound((messages) => messages.reports.fileGone)
  const { report, filters, text, ...period } = file
  requireReport(actor, report, { everywhere: true })
  await recordSaving(tx, actor, report, { ...filters, ...period }, now)
  return { name: fileName(report, period), text }
}

const filesAtATime = 100

/** A file that was begun so often in vain is given up. */
const mostAttempts = 3

/**
 * Makes the files that wait, one after the other, and sends a mail about each. Periodic jobs run on one node at a time, so
 * this takes one connection, however many files wait.
 */
export const makeWaitingFiles = async (
  db: Database,
  settings: Pick<Config, 'reports'>,
  now: Date,
): Promise<void> => {
  await processAll(await waitingFiles(db, filesAtATime), ({ id }) => makeWaitingFile(db, settings, id, now))
}

const makeWaitingFile = async (
  db: Database,
  { reports: { file: limits } }: Pick<Config, 'reports'>,
  id: number,
  now: Date,
): Promise<void> => {
  const file = await beginFile(db, id, now)
  if (file === undefined) return
  const {
    operatorId,
    timezone,
    report,
    filters,
    from,
    until,
    isScheduled,
    attempts,
    email,
    firstName,
    roles,
  } = file
  if (email === '' || !readsReport(report, roles)) return deleteFile(db, id)
  const facts = { fileId: id, report, firstName, from, until, isScheduled, ...filters }
  const fail = (problem: ReportFileProblem): Promise<void> =>
    transact(db, async (tx) => {
      await failFile(tx, id, problem)
      await sendNotice(tx, reportReady, { operatorId, to: email }, { ...facts, problem }, now)
    })
  // The process that made it ended each time.
  if (attempts > mostAttempts) return fail('fault')
  try {
    const made = await readFileOf(
      db,
      limits,
      { id: operatorId, timezone },
      report,
      {
        ...filters,
        from,
        until,
      },
      null,
    )
    await transact(db, async (tx) => {
      await storeFile(tx, id, made)
      await sendNotice(tx, reportReady, { operatorId, to: email }, { ...facts, problem: null }, now)
    })
  } catch (error) {
    if (error instanceof BeyondLimits) return fail(error.problem)
    if (attempts === mostAttempts) await fail('fault')
    throw error
  }
}

/** Removes the files whose days are over. */
export const removeOldFiles = async (
  db: Database,
  { retention }: Pick<Config, 'retention'>,
  now: Date,
): Promise<void> => {
  const before = new Date(now.getTime() - retention.reportFileDays * 86_400_000)
  while ((await deleteOldFiles(db, before, filesAtATime)) === filesAtATime);
}
