import { maxFavourites, readFavouriteKey } from '#contract/favouriteKeys.ts'
import type { FavouriteKind, FavouriteRef } from '#contract/favouriteKeys.ts'
import type { FavouriteTimes } from '#contract/favourites.ts'
import { listFavourites } from '#server/favourites/favourites.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Offerings } from './offerings.ts'
import { nextTimes } from './sql.ts'
import type { ActivityRow, SearchVenueRow } from './sql.ts'
import { createOpenDays, presentOffer, readOfferContext, timesWanted } from './times.ts'

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
    const offer = presentOffer(actor.messages, { activity, venue, miles: null, row }, context)
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

/** A favourite of a customer's list or a visitor's browser, which has no id or names. */
type Listed = { id: number | null; key: string; name: string; venueName: string }

/** The sessions of an activity whose next times are wanted. */
type Taught = {
  activity: ActivityRow
  venue: SearchVenueRow
  sessionNames: string[] | null
  instructorId: number | null
}

type Resolved = {
  id: number | null
  key: string
  kind: FavouriteKind
  name: string
  venueName: string
  venueSlug: string | null
  activitySlug: string | null
  isOffered: boolean
  sessions: Taught[]
}

/** The favourites that a visitor's browser has sent. */
export const listedKeys = (keys: string): Listed[] =>
  [...new Set(keys.split(',').filter((key) => key !== ''))]
    .slice(0, maxFavourites)
    .map((key) => ({ id: null, key, name: '', venueName: '' }))

/** Activities of one instructor whose times are read. */
const maxActivities = 6

/** What a favourite is of now, with the sessions to read times of; null for a key that is none. */
export const resolve = (offerings: Offerings, listed: Listed): Resolved | null => {
  const ref = readFavouriteKey(listed.key)
  if (ref === null) return null
  return ref.kind === 'instructor'
    ? ofInstructor(offerings, listed, ref.instructorId)
    : atVenue(offerings, listed, ref)
}

const ofInstructor = (offerings: Offerings, listed: Listed, instructorId: number): Resolved => {
  const instructor = offerings.instructorOf(instructorId)
  const sessions = (instructor?.activities ?? []).slice(0, maxActivities).flatMap((activity): Taught[] => {
    const venue = offerings.rowOf(activity.venueId)
    return venue === undefined ? [] : [{ activity, venue, sessionNames: null, instructorId }]
  })
  return {
    ...listed,
    kind: 'instructor',
    name: instructor?.name ?? listed.name,
    venueSlug: null,
    activitySlug: null,
    isOffered: instructor !== undefined,
    sessions,
  }
}

const atVenue = (
  offerings: Offerings,
  listed: Listed,
  ref: Exclude<FavouriteRef, { kind: 'instructor' }>,
): Resolved => {
  const venue = offerings.venueAt(ref.venueSlug)
  const activity =
    ref.kind === 'venue' || venue === undefined ? undefined : offerings.activityAt(venue.id, ref.activitySlug)
  const name = ref.kind === 'class' ? ref.name : ref.kind === 'venue' ? venue?.name : activity?.name
  return {
    ...listed,
    kind: ref.kind,
    name: name ?? listed.name,
    venueName: venue?.name ?? listed.venueName,
    venueSlug: ref.venueSlug,
    activitySlug: ref.kind === 'venue' ? null : ref.activitySlug,
    isOffered: isOffered(ref, venue, activity),
    sessions:
      venue === undefined || activity === undefined || ref.kind === 'venue'
        ? []
        : [
            {
              activity,
              venue,
              sessionNames: ref.kind === 'class' ? [ref.name] : null,
              instructorId: null,
            },
          ],
  }
}

const isOffered = (
  ref: Exclude<FavouriteRef, { kind: 'instructor' }>,
  venue: SearchVenueRow | undefined,
  activity: ActivityRow | undefined,
): boolean => {
  if (venue === undefined || venue.status === 'closed') return false
  // Its activities are not listed while it is in maintenance, and come back with it.
  if (ref.kind === 'venue' || venue.status === 'maintenance') return true
  if (activity === undefined) return false
  return ref.kind === 'activity' || ref.name === activity.name || activity.sessionNames.includes(ref.name)
}
