import { venues } from '#contract/venues.ts'
import * as messages from '#server/messages/en/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import type { Routes } from '#server/platform/http.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { presentVenue, presentVenueDetail } from './present.ts'
import { venuesOf } from './queries.ts'
import type { VenueRow } from './queries.ts'

/** Every page loads the venues, and only an import changes them: read and serialised once per `ttlMs`. */
export const venuesRoutes = (db: Database, ttlMs = 1000): Routes<typeof venues> => {
  const read = createTtlCache(ttlMs, async (operatorId: number) => answersOf(await venuesOf(db, operatorId)))
  const of = ({ id }: { id: number }) => read(String(id), id)
  return {
    all: async ({ actor }) => (await of(actor.operator)).all,
    joinable: async ({ actor }) => (await of(actor.operator)).joinable,
    one: async ({ actor, params }) => {
      const found = (await of(actor.operator)).one(params.venue)
      if (found === undefined) throw notFound(messages.venueNotFound)
      return found
    },
  }
}

const answersOf = (rows: readonly VenueRow[]) => {
  const all = rows.map(presentVenue)
  const ready = new Map<string, CachedResponse>()
  return {
    all: new CachedResponse(serialiseAnswer(venues.all, all)),
    joinable: new CachedResponse(
      serialiseAnswer(
        venues.joinable,
        all.filter((venue) => venue.onlineJoiningEnabled && !venue.closed),
      ),
    ),
    one: (slug: string): CachedResponse | undefined => {
      const venue = rows.find((one) => one.slug === slug)
      if (venue === undefined) return undefined
      let answer = ready.get(slug)
      if (answer === undefined)
        ready.set(slug, (answer = new CachedResponse(serialiseAnswer(venues.one, presentVenueDetail(venue)))))
      return answer
    },
  }
}
