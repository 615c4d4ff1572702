import type { reports } from '#contract/reports.ts'
import type { Config } from '#server/platform/config.ts'
import type { Routes } from '#server/platform/http.ts'
import { listFiles, makeFile, openFile } from './files.ts'
import { readReport, writeReportFile } from './read.ts'
import { endSchedule, listSchedules, scheduleReport } from './schedule.ts'

export const reportsRoutes = (config: Pick<Config, 'reports' | 'retention'>): Routes<typeof reports> => ({
  read: ({ db, actor, params, query }) => readReport(db, config.reports.answer, actor, params.report, query),
  file: ({ db, actor, params, body, now }) =>
    writeReportFile(db, config.reports.answer, actor, params.report, body, now),
  files: ({ tx, actor, params }) => listFiles(tx, config, actor, params.report),
  makeFile: ({ tx, actor, params, body, now }) => makeFile(tx, config, actor, params.report, body, now),
  openFile: ({ tx, actor, params, now }) => openFile(tx, actor, params.fileId, now),
  schedules: ({ tx, actor }) => listSchedules(tx, actor),
  schedule: ({ tx, actor, body, now }) => scheduleReport(tx, actor, body, now),
  endSchedule: ({ tx, actor, params, now }) => endSchedule(tx, actor, params.scheduleId, now),
})
