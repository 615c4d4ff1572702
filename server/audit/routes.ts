import type { audit } from '#contract/audit.ts'
import type { Routes } from '#server/platform/http.ts'
import { listEntries } from './entries.ts'

export const auditRoutes = (): Routes<typeof audit> => ({
  entries: ({ tx, actor, query }) => listEntries(tx, actor, query),
})
