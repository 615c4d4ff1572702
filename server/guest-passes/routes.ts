import type { guestPasses } from '#contract/guest-passes.ts'
import type { Routes } from '#server/platform/http.ts'
import { admitAtDesk, passAtDeskByCode, passesAtDesk, undoAdmissionAtDesk } from './desk.ts'
import { listPasses, sendPass, withdrawPass } from './passes.ts'

export const guestPassesRoutes = (): Routes<typeof guestPasses> => ({
  mine: ({ tx, actor, now }) => listPasses(tx, actor, now),
  send: ({ tx, actor, body, now }) => sendPass(tx, actor, body, now),
  withdraw: ({ tx, actor, params, now }) => withdrawPass(tx, actor, params.id, now),
  atDesk: ({ tx, actor, params, now }) => passesAtDesk(tx, actor, params, now),
  byCode: ({ tx, actor, params, now }) => passAtDeskByCode(tx, actor, params, now),
  admit: ({ tx, actor, params, now }) => admitAtDesk(tx, actor, params, now),
  undoAdmission: ({ tx, actor, params, now }) => undoAdmissionAtDesk(tx, actor, params, now),
})
