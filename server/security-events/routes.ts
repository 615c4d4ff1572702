import type { securityEvents } from '#contract/security-events.ts'
import type { Routes } from '#server/platform/http.ts'
import { listSecurityEvents } from './events.ts'

export const securityEventsRoutes = (): Routes<typeof securityEvents> => ({
  list: ({ tx, actor, query }) => listSecurityEvents(tx, actor, query),
})
