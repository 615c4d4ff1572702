import type { favourites } from '#contract/favourites.ts'
import { search } from '#contract/search.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createOfferRevision } from '#server/platform/cacheInvalidation.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import type { Maps } from '#server/providers/maps/port.ts'
import { findAgain } from './again.ts'
import { readFavouriteTimes } from './favouriteTimes.ts'
import { createSearch, findNearest } from './find.ts'
import type { SearchQuery } from './find.ts'
import { readNextOfVenue } from './nextOfVenue.ts'
import type { createOfferings } from './offerings.ts'

type VisitorSearch = { query: SearchQuery; actor: Actor; now: Date }

type VisitorOfVenue = { venue: string; actor: Actor; now: Date }

/** Visitors who search for the same, or look at the same venue, share one serialised response for `ttlMs`; customers have prices of their own. */
export const searchRoutes = (
  { db, maps, offeringsOf }: { db: Database; maps: Maps; offeringsOf: ReturnType<typeof createOfferings> },
  ttlMs = 1000,
): Routes<typeof search> => {
  const revision = createOfferRevision(db)
  const find = createSearch({ db, maps, offeringsOf })
  const forVisitors = createTtlCache(
    ttlMs,
    async ({ query, actor, now }: VisitorSearch) =>
      new CachedResponse(serialiseAnswer(search.find, await find(query, actor, now))),
  )
  const nextForVisitors = createTtlCache(
    ttlMs,
    async ({ venue, actor, now }: VisitorOfVenue) =>
      new CachedResponse(
        serialiseAnswer(
          search.nextOfVenue,
          await readNextOfVenue(db, await offeringsOf(actor.operator.id, now), venue, actor, now),
        ),
      ),
  )
  return {
    find: ({ query, actor, now }) =>
      actor.customerId === null
        ? forVisitors(JSON.stringify([actor.operator.id, revision(), query]), { query, actor, now })
        : find(query, actor, now),
    nearest: async ({ query, actor, now }) =>
      findNearest(db, await offeringsOf(actor.operator.id, now), query, actor, now),
    nextOfVenue: async ({ params: { venue }, actor, now }) =>
      actor.customerId === null
        ? nextForVisitors(JSON.stringify([actor.operator.id, revision(), venue]), { venue, actor, now })
        : readNextOfVenue(db, await offeringsOf(actor.operator.id, now), venue, actor, now),
    again: async ({ actor, now }) => findAgain(db, await offeringsOf(actor.operator.id, now), actor, now),
  }
}

export const favouriteTimesRoutes = (
  db: Database,
  offeringsOf: ReturnType<typeof createOfferings>,
): Pick<Routes<typeof favourites>, 'times'> => ({
  times: async ({ query, actor, now }) =>
    readFavouriteTimes(db, await offeringsOf(actor.operator.id, now), { keys: query.keys ?? '', actor, now }),
})
