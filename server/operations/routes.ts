import type { operations } from '#contract/operations.ts'
import type { Routes } from '#server/platform/http.ts'
import { readAlerts } from './alerts.ts'

export const operationsRoutes = (): Routes<typeof operations> => ({
  alerts: ({ tx, actor, params, now }) => readAlerts(tx, actor, params.venue, now),
})
