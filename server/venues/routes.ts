import { maxVenuesFound, venues } from '#contract/venues.ts'
import type { Venue } from '#contract/venues.ts'
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
import { createVenueSearch, withSelected } from './rules.ts'

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
  const search = createTtlCache(ttlMs, async ({ operatorId, wanted }: Wanted) =>
    (await listsOf(String(operatorId), operatorId)).search(wanted),
  )
  return {
    all: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).all(),
    joinable: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).joinable(),
    search: ({ actor: { operator }, query: wanted }) =>
      search(JSON.stringify([operator.id, wanted]), { operatorId: operator.id, wanted }),
    one: async ({ actor: { operator }, params: { venue: slug } }) => {
      const { ready } = await venueOf(`${operator.id} ${slug}`, { operatorId: operator.id, slug })
      if (ready === null) throw notFound(messages.venueNotFound)
      return ready
    },
  }
}

type Search = { search?: string | undefined; selected?: string | undefined; joinable?: boolean | undefined }
type Wanted = { operatorId: number; wanted: Search }

type Lists = ReturnType<typeof makeLists> & { revision: string }

/** The serialised lists, each made when it is first wanted. */
const makeLists = (rows: readonly VenueRow[], ttlMs: number) => {
  let confirmedAt = 0
  const holds = () => performance.now() < confirmedAt + ttlMs
  const present = (answer: unknown, endpoint: Endpoint) =>
    new CachedResponse(serialiseAnswer(endpoint, answer), holds)
  const everyVenue = rows.map(presentVenue)
  // Where plans are on sale: a venue under maintenance sells none (plansOnSale).
  const joinableVenues = everyVenue.filter(
    (venue) => venue.onlineJoiningEnabled && !venue.closed && !venue.maintenance,
  )
  const searches = { all: createVenueSearch(everyVenue), joinable: createVenueSearch(joinableVenues) }
  const once = (endpoint: Endpoint, listed: readonly Venue[]) => {
    let ready: CachedResponse | undefined
    return () => (ready ??= present(listed, endpoint))
  }
  return {
    all: once(venues.all, everyVenue),
    joinable: once(venues.joinable, joinableVenues),
    search: ({ search = '', selected = '', joinable = false }: Search) => {
      const found = searches[joinable ? 'joinable' : 'all'](search)
      const listed = withSelected(
        joinable ? joinableVenues : everyVenue,
        found.slice(0, maxVenuesFound),
        selected.split(','),
      )
      return present({ venues: listed, total: found.length }, venues.search)
    },
    /** The venues have not changed until now. */
    confirm: () => {
      confirmedAt = performance.now()
    },
  }
}
