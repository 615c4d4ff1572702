import { search } from '#contract/search.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Maps } from '#server/providers/maps/port.ts'
import { readHabits } from './habits/service.ts'
import { createOfferings } from './offerings/service.ts'
import { createSearch } from './service.ts'
import type { SearchQuery } from './service.ts'

type VisitorSearch = { query: SearchQuery; actor: Actor; now: Date }

/** Visitors who search for the same share one serialised response for `ttlMs`; customers have prices of their own. */
export const searchRoutes = (
  { db, maps }: { db: Database; maps: Maps },
  ttlMs = 1000,
): Routes<typeof search> => {
  const offeringsOf = createOfferings(db)
  const find = createSearch({ db, maps, offeringsOf })
  const forVisitors = createTtlCache(
    ttlMs,
    async ({ query, actor, now }: VisitorSearch) =>
      new CachedResponse(serialiseAnswer(search.find, await find(query, actor, now))),
  )
  return {
    find: ({ query, actor, now }) =>
      actor.customerId === null
        ? forVisitors(JSON.stringify([actor.operator.id, query]), { query, actor, now })
        : find(query, actor, now),
    again: async ({ actor, now }) => readHabits(db, await offeringsOf(actor.operator.id, now), actor, now),
  }
}
