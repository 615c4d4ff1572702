import { venues } from '#contract/venues.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#server/messages/en/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import type { Routes } from '#server/platform/http.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { presentVenue, presentVenueDetail } from './present.ts'
import { venuesOf, venuesRevision } from './queries.ts'
import type { VenueRow } from './queries.ts'

/** Every page loads the venues, and only an import changes them: looked at once per `ttlMs`, serialised when they change. */
export const venuesRoutes = (db: Database, ttlMs = 1000): Routes<typeof venues> => {
  const lists = new Map<number, Lists>()
  const listsOf = createTtlCache(ttlMs, async (operatorId: number) => {
    const revision = await venuesRevision(db, operatorId)
    let current = lists.get(operatorId)
    if (current?.revision !== revision) {
      current = { revision, ...makeLists(await venuesOf(db, operatorId), ttlMs) }
      lists.set(operatorId, current)
    }
    current.confirm()
    return current
  })
  const venueOf = createTtlCache(ttlMs, async (wanted: { operatorId: number; slug: string }) => {
    const [venue] = await venuesOf(db, wanted.operatorId, wanted.slug)
    return {
      ready:
        venue === undefined
          ? null
          : new CachedResponse(serialiseAnswer(venues.one, presentVenueDetail(venue))),
    }
  })
  return {
    all: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).all(),
    joinable: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).joinable(),
    one: async ({ actor: { operator }, params: { venue: slug } }) => {
      const { ready } = await venueOf(`${operator.id} ${slug}`, { operatorId: operator.id, slug })
      if (ready === null) throw notFound(messages.venueNotFound)
      return ready
    },
  }
}

type Lists = ReturnType<typeof makeLists> & { revision: string }

/** The serialised lists, each made when it is first wanted. */
const makeLists = (rows: readonly VenueRow[], ttlMs: number) => {
  let confirmedAt = 0
  const holds = () => performance.now() < confirmedAt + ttlMs
  const once = (endpoint: Endpoint, isListed: (venue: ReturnType<typeof presentVenue>) => boolean) => {
    let ready: CachedResponse | undefined
    return () =>
      (ready ??= new CachedResponse(
        serialiseAnswer(endpoint, rows.map(presentVenue).filter(isListed)),
        holds,
      ))
  }
  return {
    all: once(venues.all, () => true),
    joinable: once(venues.joinable, (venue) => venue.onlineJoiningEnabled && !venue.closed),
    /** The venues have not changed until now. */
    confirm: () => {
      confirmedAt = performance.now()
    },
  }
}
