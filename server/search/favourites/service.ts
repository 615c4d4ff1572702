import type { FavouriteTimes } from '#contract/favourites.ts'
import { listFavourites } from '#server/favourites/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Offerings } from '#server/search/offerings/service.ts'
import { presentOffer } from '#server/search/times/present.ts'
import { nextTimes } from '#server/search/times/queries.ts'
import { createOpenDays, timesWanted } from '#server/search/times/rules.ts'
import { readOfferContext } from '#server/search/times/service.ts'
import { listedKeys, resolve } from './rules.ts'

const timesEach = 3

/**
 * Favourites with their next times: those of the customer, or of a visitor by `keys`. What is offered is read from
 * memory, and the times of all with one query.
 */
export const readFavouriteTimes = async (
  db: Database,
  offerings: Offerings,
  { keys, actor, now }: { keys: string; actor: Actor; now: Date },
): Promise<FavouriteTimes[]> => {
  const { customerId } = actor
  const listed = customerId === null ? listedKeys(keys) : await listFavourites(db, actor)
  const resolved = listed.flatMap((one) => resolve(offerings, one) ?? [])
  const openDays = createOpenDays(now, customerId !== null)
  const wanted = resolved.flatMap(({ key, sessions }) =>
    sessions.flatMap((session) => {
      const times = timesWanted(session, session.venue, null, openDays)
      return times === null ? [] : [{ key, ...session, times }]
    }),
  )
  const rows = await nextTimes(
    db,
    wanted.map(({ times }) => times),
    timesEach,
    now,
  )
  const context = await readOfferContext(db, actor, rows, now)
  const offers = rows.flatMap((row) => {
    const session = wanted[row.position - 1]
    if (session === undefined) return []
    const { key, activity, venue } = session
    const offer = presentOffer({ activity, venue, miles: null, row }, context)
    return offer.times.length === 0 ? [] : [{ key, offer }]
  })
  return resolved.map(({ sessions: _sessions, ...favourite }) => ({
    ...favourite,
    offers: offers
      .filter(({ key }) => key === favourite.key)
      .map(({ offer }) => offer)
      .toSorted((a, b) => (a.times[0]?.timestamp ?? 0) - (b.times[0]?.timestamp ?? 0)),
  }))
}
