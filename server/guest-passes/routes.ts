import type { guestPasses } from '#contract/guest-passes.ts'
import type { Routes } from '#server/platform/http.ts'
import { admitGuest, passByCode, passesAtDesk, undoAdmission } from './desk/service.ts'
import { sendPass, listPasses, withdrawPass } from './service.ts'

export const guestPassesRoutes = (): Routes<typeof guestPasses> => ({
  mine: ({ tx, actor, now }) => listPasses(tx, actor, now),
  send: ({ tx, actor, body, now }) => sendPass(tx, actor, body, now),
  withdraw: ({ tx, actor, params, now }) => withdrawPass(tx, actor, params.id, now),
  atDesk: ({ tx, actor, params, now }) => passesAtDesk(tx, actor, params, now),
  byCode: ({ tx, actor, params, now }) => passByCode(tx, actor, params, now),
  admit: ({ tx, actor, params, now }) => admitGuest(tx, actor, params, now),
  undoAdmission: ({ tx, actor, params, now }) => undoAdmission(tx, actor, params, now),
})
