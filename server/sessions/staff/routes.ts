import type { staff } from '#contract/staff.ts'
import type { Routes } from '#server/platform/http.ts'
import { listStaff, resetColleague } from './service.ts'

export const staffRoutes = (): Routes<typeof staff> => ({
  list: ({ tx, actor }) => listStaff(tx, actor),
  resetSecondFactor: ({ tx, actor, params, now }) => resetColleague(tx, actor, params.customerId, now),
})
