import type { Venue } from '#contract/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { bookableActivities, catalogueVersion, searchVenues } from './queries.ts'
import type { ActivityRow, SearchVenueRow } from './queries.ts'
import { createWordIndex, popularNames } from './rules.ts'
import type { WordIndex } from './rules.ts'

/** What an operator offers and where, ready to be searched. */
export type Offerings = {
  venues: readonly Venue[]
  rowOf: (venueId: number) => SearchVenueRow | undefined
  activityOf: (id: number) => ActivityRow | undefined
  index: WordIndex<ActivityRow>
  /** What most venues offer, to start from. */
  popular: string[]
}

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
  const [rows, activities] = await Promise.all([
    searchVenues(db, operatorId),
    bookableActivities(db, operatorId, now),
  ])
  const activitiesById = new Map(activities.map((activity) => [activity.id, activity]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    venues: rows.map((row) => ({
      ...row,
      homeVenueId: row.id,
      closed: row.status === 'closed',
      maintenance: row.status === 'maintenance',
    })),
    rowOf: (venueId) => byId.get(venueId),
    activityOf: (id) => activitiesById.get(id),
    index: createWordIndex(activities, rows),
    popular: popularNames(activities),
  }
}
