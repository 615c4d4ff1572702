import type { tills } from '#contract/tills.ts'
import type { Routes } from '#server/platform/http.ts'
import { listTills } from './list.ts'
import { standAtTill } from './stand.ts'
import { takingsOf } from './takings.ts'

export const tillsRoutes = (): Routes<typeof tills> => ({
  list: ({ tx, actor }) => listTills(tx, actor),
  stand: ({ tx, actor, body, now }) => standAtTill(tx, actor, body.tillId ?? null, now),
  takings: ({ tx, actor, params, query, now }) => takingsOf(tx, actor, { ...params, ...query }, now),
})
