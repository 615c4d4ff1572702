import type { tills } from '#contract/tills.ts'
import type { Routes } from '#server/platform/http.ts'
import { chooseTill, takingsOf, tillsFor } from './service.ts'

export const tillsRoutes = (): Routes<typeof tills> => ({
  list: ({ tx, actor }) => tillsFor(tx, actor),
  stand: ({ tx, actor, body, now }) => chooseTill(tx, actor, body.tillId ?? null, now),
  takings: ({ tx, actor, params, query, now }) => takingsOf(tx, actor, { ...params, ...query }, now),
})
