import type { staff } from '#contract/staff.ts'
import type { Routes } from '#server/platform/http.ts'
import { changeStaff, listStaff, removeStaff, resetColleague } from './service.ts'

export const staffRoutes = (): Routes<typeof staff> => ({
  list: ({ tx, actor }) => listStaff(tx, actor),
  change: ({ tx, actor, params, body, now }) => changeStaff(tx, actor, params.customerId, body, now),
  remove: ({ tx, actor, params, now }) => removeStaff(tx, actor, params.customerId, now),
  resetSecondFactor: ({ tx, actor, params, now }) => resetColleague(tx, actor, params.customerId, now),
})
