import type { Offer } from '#contract/search.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Offerings } from '#server/search/offerings/service.ts'
import { presentOffer } from '#server/search/times/present.ts'
import { nextTimes } from '#server/search/times/queries.ts'
import { readOfferContext } from '#server/search/times/service.ts'
import { createOpenDays, timesWanted } from '#server/search/times/rules.ts'

/** The next bookable time of an activity on or after a day, else the first one; both are read with one query. */
export const findNearest = async (
  db: Database,
  offerings: Offerings,
  {
    venue: venueSlug,
    activity: activitySlug,
    from,
  }: { venue: string; activity: string; from?: string | undefined },
  actor: Actor,
  now: Date,
): Promise<Offer | null> => {
  const venue = offerings.venueAt(venueSlug)
  const activity = venue && offerings.activityAt(venue.id, activitySlug)
  if (venue === undefined || activity === undefined) return null
  const first = timesWanted(
    { activity, sessionNames: null },
    venue,
    null,
    createOpenDays(now, actor.customerId !== null),
  )
  if (first === null) return null
  const wanted = from === undefined ? [first] : [{ ...first, firstDay: from }, first]
  const row = (await nextTimes(db, wanted, 1, now)).find(({ times }) => times.length > 0)
  if (row === undefined) return null
  const context = await readOfferContext(db, actor, [row], now)
  const offer = presentOffer({ activity, venue, miles: null, row }, context)
  return offer.times.length === 0 ? null : offer
}
