import type { dashboard } from '#contract/dashboard.ts'
import type { Routes } from '#server/platform/http.ts'
import { readDashboard } from './read.ts'

export const dashboardRoutes = (): Routes<typeof dashboard> => ({
  read: ({ tx, actor, now }) => readDashboard(tx, actor, now),
})
