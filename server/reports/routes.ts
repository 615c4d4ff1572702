import type { reports } from '#contract/reports.ts'
import type { Routes } from '#server/platform/http.ts'
import { readReport, writeReportFile } from './read.ts'
import { endSchedule, listSchedules, scheduleReport } from './schedule.ts'

export const reportsRoutes = (): Routes<typeof reports> => ({
  read: ({ db, actor, params, query }) => readReport(db, actor, params.report, query),
  file: ({ db, actor, params, body, now }) => writeReportFile(db, actor, params.report, body, now),
  schedules: ({ tx, actor }) => listSchedules(tx, actor),
  schedule: ({ tx, actor, body, now }) => scheduleReport(tx, actor, body, now),
  endSchedule: ({ tx, actor, params, now }) => endSchedule(tx, actor, params.scheduleId, now),
})
