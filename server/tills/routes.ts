import type { tills } from '#contract/tills.ts'
import type { Routes } from '#server/platform/http.ts'
import { listTills, standAtTill } from './list.ts'
import { closeTill, moveCash, openTill, readTill, reopenTill } from './sessions.ts'
import { takingsOf } from './takings.ts'

export const tillsRoutes = (): Routes<typeof tills> => ({
  list: ({ tx, actor }) => listTills(tx, actor),
  stand: ({ tx, actor, body, now }) => standAtTill(tx, actor, body.tillId ?? null, now),
  till: ({ tx, actor, params }) => readTill(tx, actor, params.tillId),
  open: ({ tx, actor, params, body, now }) => openTill(tx, actor, params.tillId, body.float, now),
  move: ({ tx, actor, params, body, now }) => moveCash(tx, actor, params.tillId, body, now),
  close: ({ tx, actor, params, body, now }) => closeTill(tx, actor, params.tillId, body, now),
  reopen: ({ tx, actor, params, body, now }) => reopenTill(tx, actor, params.tillId, body.reason, now),
  takings: ({ tx, actor, params, query, now }) => takingsOf(tx, actor, { ...params, ...query }, now),
})
