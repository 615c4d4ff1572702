import type { closures } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { placesOf, readClosuresOfDay } from '#server/timetable/closures.ts'
import { requireVenue } from '#server/venues/find.ts'

/**
 * The closures of a venue's day, and the places that can be closed.
 * @throws Refusal `not_found`
 */
export const readClosuresOnDay = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, date }: { venue: string; date: string },
  now: Date,
): Promise<Answer<(typeof closures)['onDay']>> => {
  const venue = await requireVenue(tx, actor, slug)
  const day = await readClosuresOfDay(tx, venue, date, now)
  return {
    venue,
    places: await placesOf(tx, venue.id),
    closures: day.closures.map(({ closure }) => closure),
  }
}
