import type { Answer, Body } from '#contract/endpoint.ts'
import type { reports } from '#contract/reports.ts'
import { localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { requireReport, scopeOf } from './read.ts'
import { chosenNames, nextSendingDay, sentPeriod, storedFilters } from './rules.ts'
import { insertFile } from './sql/files.ts'
import {
  deleteSchedule,
  dueSchedules,
  findReader,
  insertSchedule,
  postponeSchedule,
  readsReport,
  schedulesOf,
} from './sql/schedules.ts'
import { findVenues } from './sql/venues.ts'

/** The reports that the operator has sent by mail. */
export const listSchedules = async (
  tx: Tx,
  { operator }: Actor,
): Promise<Answer<typeof reports.schedules>> => {
  const rows = await schedulesOf(tx, operator.id)
  const venues = await findVenues(tx, operator.id, [])
  return {
    schedules: rows.map(({ filters, ...row }) => ({
      ...row,
      venues: chosenNames(filters, venues),
    })),
  }
}

/**
 * Has a report sent to a member of staff after each day, week or month.
 * @throws Refusal `forbidden`, `not_found` for a venue, `invalid` for an address of no member of staff who may read it
 */
export const scheduleReport = async (
  tx: Tx,
  actor: Actor,
  { report, every, email, ...filters }: Body<typeof reports.schedule>,
  now: Date,
): Promise<Answer<typeof reports.schedules>> => {
  requireReport(actor, report, { everywhere: true })
  const { operator } = actor
  const today = localDay(now, operator.timezone)
  await scopeOf(tx, operator, { ...filters, from: today, until: today }, 0, null)
  const recipient = await findReader(tx, operator.id, { email, report }, now)
  if (recipient === undefined) throw invalid({ email: [(messages) => messages.reports.noSuchStaff] })
  const { id: actorId } = staffOf(actor)
  const id = await insertSchedule(tx, {
    operatorId: operator.id,
    report,
    every,
    filters: storedFilters(filters),
    recipientId: recipient.id,
    createdBy: actorId,
    createdAt: now,
    nextOn: nextSendingDay(today, every),
  })
  const detail = { report, every, to: recipient.name }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.reportScheduled, subject: `report-schedule:${id}`, detail },
    now,
  )
  return listSchedules(tx, actor)
}

/** @throws Refusal `not_found` */
export const endSchedule = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Answer<typeof reports.schedules>> => {
  const report = await deleteSchedule(tx, actor.operator.id, id)
  if (report === undefined) throw notFound()
  const subject = `report-schedule:${id}`
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.reportScheduleEnded,
      subject,
      detail: { report },
    },
    now,
  )
  return listSchedules(tx, actor)
}

const schedulesAtATime = 100

/**
 * Has the files made of the reports whose period is over, each once; after a longer standstill that of the last period
 * alone. The job that makes them sends them. A recipient who may not read reports any more gets none.
 */
export const sendScheduledReports = async (db: Database, now: Date): Promise<void> => {
  let count
  do {
    count = await transact(db, async (tx) => {
      const due = await dueSchedules(tx, now, schedulesAtATime)
      for (const { id, operatorId, timezone, report, every, filters, recipientId, roles } of due) {
        if (!readsReport(report, roles)) {
          await deleteSchedule(tx, operatorId, id)
          continue
        }
        const today = localDay(now, timezone)
        await insertFile(
          tx,
          { operatorId, report, filters, recipientId, isScheduled: true, ...sentPeriod(today, every) },
          now,
        )
        await postponeSchedule(tx, id, nextSendingDay(today, every))
      }
      return due.length
    })
  } while (count === schedulesAtATime)
}
