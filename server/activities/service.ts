import * as messages from '#server/messages/en/venues.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { activitiesOf, sessionDaysAfter, venueBySlug } from './queries.ts'
import type { ActivityRow, VenueRow } from './queries.ts'
import { activityDayOpens, daysOffered } from './rules.ts'

/** A venue and all that it offers. */
export type Offers = { venue: VenueRow; all: ActivityRow[] }

/** undefined when there is no such venue. A closed one offers nothing. */
export const offersOf = async (
  db: Tx,
  operatorId: number,
  venueSlug: string,
): Promise<Offers | undefined> => {
  const venue = await venueBySlug(db, operatorId, venueSlug)
  if (venue === undefined) return undefined
  return { venue, all: venue.status === 'closed' ? [] : await activitiesOf(db, venue.id) }
}

/**
 * One activity or heading among what is offered.
 * @throws Refusal `not_found`, `maintenance`
 */
export const activityOf = (offers: Offers | undefined, slug: string): Offers & { activity: ActivityRow } => {
  if (offers === undefined) throw notFound(messages.venueNotFound)
  if (offers.venue.status === 'maintenance') {
    throw new Refusal('maintenance', messages.maintenance)
  }
  const activity = offers.all.find((one) => one.slug === slug)
  if (activity === undefined) throw notFound(messages.activityNotFound)
  return { ...offers, activity }
}

/**
 * The days on which a person may look for an activity or for what stands under a heading: those the venue offers,
 * and later ones on which sessions lie that their own rule has opened.
 */
export const daysOf = async (
  db: Tx,
  { venue, all, activity }: Offers & { activity: ActivityRow },
  { now, loggedIn }: { now: Date; loggedIn: boolean },
): Promise<string[]> => {
  const zone = venue.timezone
  const days = daysOffered(now, venue, zone, loggedIn)
  const last = days.at(-1) ?? ''
  const below = all.filter(({ id, parentId }) => id === activity.id || parentId === activity.id)
  const early = new Map(
    below
      .filter(({ releaseDays, releaseMinutes }) => releaseDays !== null || releaseMinutes !== null)
      .map((one) => [one.id, one]),
  )
  if (early.size === 0) return days
  const opened = (await sessionDaysAfter(db, [...early.keys()], last)).filter(({ activityId, localDate }) => {
    const one = early.get(activityId)
    return one !== undefined && activityDayOpens(localDate, one, venue, zone, loggedIn) <= now
  })
  return [...days, ...[...new Set(opened.map(({ localDate }) => localDate))].toSorted()]
}
