import type { guestPasses } from '#contract/guest-passes.ts'
import type { Routes } from '#server/platform/http.ts'
import { sendPass, listPasses, withdrawPass } from './service.ts'

export const guestPassesRoutes = (): Routes<typeof guestPasses> => ({
  mine: ({ tx, actor, now }) => listPasses(tx, actor, now),
  send: ({ tx, actor, body, now }) => sendPass(tx, actor, body, now),
  withdraw: ({ tx, actor, params, now }) => withdrawPass(tx, actor, params.id, now),
})
