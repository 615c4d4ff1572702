import { z } from 'zod'
import type { CellKind } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { day, emailAddress, id, optionalText, otherwise } from './fields.ts'
import {
  comparisons,
  groupings,
  incomeBases,
  reportFileProblems,
  reportIds,
  reportTypes,
  scheduleIntervals,
  summedKinds,
} from './reportTypes.ts'
import type { Columns, ReportId } from './reportTypes.ts'
import { displayDate, instant } from './shapes.ts'

const cells = {
  text: z.string(),
  instant,
  flag: z.boolean(),
  number: z.int(),
  count: z.int(),
  money: z.int(),
  percent: z.number().nullable(),
  hours: z.number(),
  months: z.number().nullable(),
} as const satisfies Record<CellKind, z.ZodType>

type CellOf = { [Kind in CellKind]: z.output<(typeof cells)[Kind]> }
type RowOf<C extends Columns> = { [Name in keyof C]: CellOf[C[Name]] }

const rowOf = <C extends Columns>(columns: C) =>
  z.object(
    Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, cells[kind]])),
  ) as unknown as z.ZodType<RowOf<C>, RowOf<C>>

/** Of the columns that can be added up, and of those that follow from them. */
const totalsOf = (columns: Columns) =>
  z.object(
    Object.fromEntries(
      Object.entries(columns)
        .filter(([, kind]) => kind === 'percent' || summedKinds.has(kind))
        .map(([name]) => [name, z.number().optional()]),
    ),
  ) as unknown as z.ZodType<Record<string, number>, Record<string, number>>

const bar = z.object({ label: z.string(), value: z.number(), before: z.number().nullable() })
export type Bar = z.output<typeof bar>

const answerOf = <const Id extends ReportId>(report: Id) => {
  const row = rowOf<(typeof reportTypes)[Id]['columns']>(reportTypes[report].columns)
  const totals = totalsOf(reportTypes[report].columns)
  return z.object({
    report: z.literal(report),
    from: displayDate,
    until: displayDate,
    /** How many rows there are; `rows` has the first ones of them. */
    rowCount: z.int(),
    rows: z.array(row),
    /** Of all rows, by column. */
    totals,
    chart: z.array(bar),
    /** Its bars are days, weeks or months, one after the other. */
    isByTime: z.boolean(),
    /** The period it is compared with, where it is. */
    compared: z.object({ from: displayDate, until: displayDate, totals }).nullable(),
  })
}

const answer = z.discriminatedUnion('report', [
  answerOf('fullness'),
  answerOf('income'),
  answerOf('vat'),
  answerOf('banking'),
  answerOf('absences'),
  answerOf('members'),
  answerOf('refunds'),
  answerOf('demand'),
  answerOf('journal'),
  answerOf('concessions'),
  answerOf('hirers'),
])
export type ReportAnswer = z.output<typeof answer>
/** A row, with mutable cells. */
export type ReportRow<Id extends ReportId> = {
  -readonly [Name in keyof (typeof reportTypes)[Id]['columns']]: RowOf<
    (typeof reportTypes)[Id]['columns']
  >[Name]
}

const filters = {
  /** Slugs with commas between them; left out: every venue. */
  venues: optionalText(2000),
  /** Of `fullness`. */
  by: otherwise(z.enum(groupings), 'activity'),
  /** Of `income`. */
  basis: otherwise(z.enum(incomeBases), 'session'),
}

const period = {
  from: day(),
  until: day(),
  ...filters,
}

const savedFile = z.object({ name: z.string(), text: z.string() })

const reportParams = z.object({ report: z.enum(reportIds) })

const schedule = z
  .object({
    id: z.int(),
    report: z.enum(reportIds),
    every: z.enum(scheduleIntervals),
    recipient: z.string(),
    /** The names of its venues; none: all of them. */
    venues: z.array(z.string()),
    nextOn: displayDate,
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.output<typeof schedule>

const schedules = z.object({ schedules: z.array(schedule) })

const file = z
  .object({
    id: z.int(),
    from: displayDate,
    until: displayDate,
    /** The names of its venues; none: all of them. */
    venues: z.array(z.string()),
    by: z.enum(groupings),
    basis: z.enum(incomeBases),
    /** Who asked for it or is sent it. */
    recipient: z.string(),
    state: z.enum(['waiting', 'ready', 'failed']),
    /** Of one that is ready. */
    rowCount: z.int().nullable(),
    /** Of one that failed. */
    problem: z.enum(reportFileProblems).nullable(),
    /** The day on which it is removed. */
    removedOn: displayDate,
  })
  .meta({ id: 'ReportFile' })
export type ReportFile = z.output<typeof file>

export const reports = {
  read: endpoint({
    method: 'GET',
    path: '/office/reports/{report}',
    summary: 'A report on a period: rows, totals and a chart, compared with another period.',
    allow: 'staff',
    // What else a report asks for is in `reportTypes`.
    needs: 'reports.activity',
    params: reportParams,
    query: z.object({ ...period, compare: otherwise(z.enum(comparisons), 'none') }),
    returns: answer,
    inTransaction: false,
    reads: ['bookings', 'tills'],
  }),
  file: endpoint({
    method: 'POST',
    path: '/office/reports/{report}/file',
    summary: 'A report as a CSV file. Those with people in them are recorded in the audit log.',
    allow: 'staff',
    needs: 'reports.activity',
    params: reportParams,
    body: z.object(period),
    returns: savedFile,
    inTransaction: false,
  }),
  files: endpoint({
    method: 'GET',
    path: '/office/reports/{report}/files',
    summary: 'The files that were or are being made of a report, the newest first.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    params: reportParams,
    returns: z.object({ files: z.array(file) }),
    reads: ['reports'],
  }),
  makeFile: endpoint({
    method: 'POST',
    path: '/office/reports/{report}/files',
    summary:
      'Have a job make the file of a report that is too large for an answer; a mail says that it is ready.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    params: reportParams,
    body: z.object(period),
    returns: file,
    errors: { too_many_files: 409 },
    idempotent: true,
    changes: ['reports'],
  }),
  openFile: endpoint({
    method: 'POST',
    path: '/office/report-files/{fileId}/open',
    summary: 'A file that is ready. Those with people in them are recorded in the audit log.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    params: z.object({ fileId: id }),
    returns: savedFile,
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/office/report-schedules',
    summary: 'The reports that are sent by mail.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    returns: schedules,
    reads: ['reports'],
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/office/report-schedules',
    summary: 'Send a report to a member of staff after each day, week or month.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    body: z.object({
      report: z.enum(reportIds),
      every: z.enum(scheduleIntervals),
      /** The address of the member of staff. */
      email: emailAddress,
      ...filters,
    }),
    returns: schedules,
    idempotent: true,
    changes: ['reports'],
  }),
  endSchedule: endpoint({
    method: 'DELETE',
    path: '/office/report-schedules/{scheduleId}',
    summary: 'Send a report no longer.',
    allow: 'staff',
    needs: 'reports.activity',
    everywhere: true,
    params: z.object({ scheduleId: id }),
    returns: schedules,
    changes: ['reports'],
  }),
}
