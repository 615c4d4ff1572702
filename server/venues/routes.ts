import { venues } from '#contract/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { makeLists, presentVenueDetail } from './lists.ts'
import type { Search } from './lists.ts'
import { closuresOf, venuesOf, venuesRevision } from './sql.ts'

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
  const venueOf = createTtlCache(ttlMs, async (wanted: { operatorId: number; slug: string; now: Date }) => {
    const { operatorId, slug, now } = wanted
    const [venue] = await venuesOf(db, operatorId, slug)
    if (venue === undefined) return { ready: null }
    const detail = presentVenueDetail(venue, await closuresOf(db, venue.id, now), now)
    return { ready: new CachedResponse(serialiseAnswer(venues.one, detail)) }
  })
  const search = createTtlCache(ttlMs, async ({ operatorId, wanted }: Wanted) =>
    (await listsOf(String(operatorId), operatorId)).search(wanted),
  )
  return {
    all: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).all(),
    joinable: async ({ actor: { operator } }) => (await listsOf(String(operator.id), operator.id)).joinable(),
    search: ({ actor: { operator }, query: wanted }) =>
      search(JSON.stringify([operator.id, wanted]), { operatorId: operator.id, wanted }),
    one: async ({ actor: { operator }, params: { venue: slug }, now }) => {
      const { ready } = await venueOf(`${operator.id} ${slug}`, { operatorId: operator.id, slug, now })
      if (ready === null) throw notFound((messages) => messages.venues.venueNotFound)
      return ready
    },
  }
}

type Wanted = { operatorId: number; wanted: Search }

type Lists = ReturnType<typeof makeLists> & { revision: string }
