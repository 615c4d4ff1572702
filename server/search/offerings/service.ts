import type { Venue } from '#contract/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { bookableActivities, catalogueVersion, instructorNames, searchVenues } from './queries.ts'
import type { ActivityRow, SearchVenueRow } from './queries.ts'
import { createWordIndex, popularNames } from './rules.ts'
import type { WordIndex } from './rules.ts'

/** What an operator offers and where, ready to be searched. */
export type Offerings = {
  venues: readonly Venue[]
  rowOf: (venueId: number) => SearchVenueRow | undefined
  venueAt: (slug: string) => SearchVenueRow | undefined
  activityOf: (id: number) => ActivityRow | undefined
  activityAt: (venueId: number, slug: string) => ActivityRow | undefined
  /** With the activities in which they teach; undefined without any. */
  instructorOf: (id: number) => Instructor | undefined
  index: WordIndex<ActivityRow>
  /** What most venues offer, to start from. */
  popular: string[]
}

export type Instructor = { name: string; activities: readonly ActivityRow[] }

/** Names hardly change; one-off sessions that are over stay in the index for so long at most. */
const maxAgeMs = 600_000

/**
 * Keeps the offerings in memory: read again when an import has changed them.
 * @param versionTtlMs how long an import may stay unseen
 */
export const createOfferings = (db: Database, versionTtlMs = 1000) => {
  const version = createTtlCache(versionTtlMs, (operatorId: number) => catalogueVersion(db, operatorId))
  const offerings = createTtlCache(maxAgeMs, ({ operatorId, now }: { operatorId: number; now: Date }) =>
    readOfferings(db, operatorId, now),
  )
  return async (operatorId: number, now: Date): Promise<Offerings> => {
    const { importedDigest } = await version(String(operatorId), operatorId)
    return offerings(`${operatorId}/${importedDigest ?? ''}`, { operatorId, now })
  }
}

const readOfferings = async (db: Database, operatorId: number, now: Date): Promise<Offerings> => {
  const [rows, activities, names] = await Promise.all([
    searchVenues(db, operatorId),
    bookableActivities(db, operatorId, now),
    instructorNames(db, operatorId),
  ])
  const activitiesById = new Map(activities.map((activity) => [activity.id, activity]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const byAddress = new Map(activities.map((activity) => [`${activity.venueId}/${activity.slug}`, activity]))
  const instructors = instructorsOf(activities, names)
  return {
    venues: rows.map((row) => ({
      ...row,
      homeVenueId: row.id,
      closed: row.status === 'closed',
      maintenance: row.status === 'maintenance',
    })),
    rowOf: (venueId) => byId.get(venueId),
    venueAt: (slug) => bySlug.get(slug),
    activityOf: (id) => activitiesById.get(id),
    activityAt: (venueId, slug) => byAddress.get(`${venueId}/${slug}`),
    instructorOf: (id) => instructors.get(id),
    index: createWordIndex(activities, rows),
    popular: popularNames(activities),
  }
}

const instructorsOf = (
  activities: readonly ActivityRow[],
  names: readonly { id: number; name: string }[],
): Map<number, Instructor> => {
  const activitiesOf = new Map<number, ActivityRow[]>()
  for (const activity of activities)
    for (const id of activity.instructorIds) {
      const taught = activitiesOf.get(id)
      if (taught === undefined) activitiesOf.set(id, [activity])
      else taught.push(activity)
    }
  return new Map(
    names.flatMap(({ id, name }) => {
      const taught = activitiesOf.get(id)
      return taught === undefined ? [] : [[id, { name, activities: taught }]]
    }),
  )
}
