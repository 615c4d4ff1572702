import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { OwnRelease, VenueRelease } from './rules.ts'

export type VenueRow = VenueRelease & {
  id: number
  slug: string
  status: 'open' | 'maintenance' | 'closed'
  timezone: string
  activitiesV2Enabled: boolean
}

export const venueBySlug = async (db: Tx, operatorId: number, slug: string): Promise<VenueRow | undefined> =>
  await db
    .selectFrom('venue')
    .select([
      'id',
      'slug',
      'status',
      'timezone',
      'activitiesV2Enabled',
      'releaseDaysVisitor',
      'releaseDaysCustomer',
      'releaseTime',
    ])
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()

type LocationRow = {
  id: number
  slug: string
  name: string
  kind: 'resource' | 'venue'
  position: number
}

export type ActivityRow = OwnRelease & {
  id: number
  publicId: string
  parentId: number | null
  slug: string
  name: string
  description: string | null
  icon: string
  kind: 'classes' | 'courts' | 'tickets'
  browseBy: 'location' | 'time'
  allocationStrategy: 'customer' | 'automatic'
  level: string
  whatToBring: string | null
  ageMin: number | null
  ageMax: number | null
  accessibility: string[]
  freeCancelMinutes: number
  /** Pence; null where cancelling late costs all of it. */
  lateCancelFee: number | null
  locations: LocationRow[]
}

/** What a venue offers, headings and what stands under them, each with the places where it happens. */
export const activitiesOf = async (db: Tx, venueId: number): Promise<ActivityRow[]> => {
  const { rows } = await sql<ActivityRow>`
    select a.id, a.public_id, a.parent_id, a.slug, a.name, a.description, a.icon, a.kind, a.browse_by,
      a.allocation_strategy, a.level, a.what_to_bring, a.age_min, a.age_max, a.accessibility, a.free_cancel_minutes,
      a.late_cancel_fee, a.release_days, a.release_time, a.release_minutes,
      coalesce(l.locations, '[]'::json) as locations
    from activity a
    left join (
      select al.activity_id, json_agg(json_build_object(
          'id', l.id, 'slug', l.slug, 'name', l.name, 'kind', l.kind, 'position', l.position
        )) as locations
      from activity_location al join location l on l.id = al.location_id
      where l.venue_id = ${venueId}
      group by al.activity_id
    ) l on l.activity_id = a.id
    where a.venue_id = ${venueId} and not a.withdrawn
    order by a.position, a.name, a.id`.execute(db)
  return rows
}

/** The days after one on which sessions of some activities lie. */
export const sessionDaysAfter = (db: Tx, activityIds: number[], day: string) =>
  db
    .selectFrom('occurrence')
    .select(['activityId', 'localDate'])
    .distinct()
    .where('activityId', 'in', activityIds)
    .where('localDate', '>', day)
    .where('status', '=', sql.lit('scheduled'))
    .execute()
