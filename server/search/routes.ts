import { search } from '#contract/search.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createSearch } from './service.ts'
import type { SearchQuery } from './service.ts'

type VisitorSearch = { query: SearchQuery; actor: Actor; now: Date }

/** Visitors who search for the same share one serialised response for `ttlMs`; customers have prices of their own. */
export const searchRoutes = (
  deps: Parameters<typeof createSearch>[0],
  ttlMs = 1000,
): Routes<typeof search> => {
  const find = createSearch(deps)
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
  }
}
