import { sql } from 'kysely'
import type { VenueDetail } from '#contract/venues.ts'
import type { Tx } from '#server/platform/database.ts'

/** Another text whenever a venue of the operator has been added, changed or removed. */
export const venuesRevision = async (db: Tx, operatorId: number): Promise<string> => {
  const { rows } = await sql<{ revision: string }>`
    select concat_ws(' ', count(*), max(xmin::text::bigint), sum(xmin::text::bigint)) as revision
    from venue where operator_id = ${operatorId}`.execute(db)
  return rows[0]?.revision ?? ''
}

/** All venues of an operator, closed ones too, in its own order, or the one of a slug. */
export const venuesOf = (db: Tx, operatorId: number, slug?: string) =>
  db
    .selectFrom('venue')
    .select([
      'id',
      'slug',
      'name',
      'venueType',
      'status',
      'addressLineOne',
      'town',
      'postcode',
      'lat',
      'lng',
      'phone',
      'email',
      'timezone',
      'activitiesV2Enabled',
      'migrationDate',
      'onlineJoiningEnabled',
      'description',
      'amenities',
      'accessibility',
    ])
    .select(
      sql<boolean>`displays_venue_selection(venue, (select count_open_venues(${operatorId})))`.as(
        'displayVenueSelectionButton',
      ),
    )
    .select(sql<VenueDetail['openingHours']>`opening_hours`.as('openingHours'))
    .where('operatorId', '=', operatorId)
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute()

export type VenueRow = Awaited<ReturnType<typeof venuesOf>>[number]

export type VenueClosureRow = {
  places: string[]
  startsAt: Date
  endsAt: Date | null
  reason: string
  activities: string[]
}

/** What is closed at a venue from now on, those that begin first first. */
export const closuresOf = async (db: Tx, venueId: number, now: Date): Promise<VenueClosureRow[]> => {
  const { rows } = await sql<VenueClosureRow>`
    select c.starts_at, c.ends_at, c.reason,
      coalesce(array_agg(distinct l.name) filter (where l.id is not null), '{}') as places,
      coalesce(array_agg(distinct a.slug) filter (where a.id is not null), '{}') as activities
    from closure c
    left join location l on l.id = c.location_id
    left join location_space closed on closed.location_id = c.location_id
    left join location_space used on used.space_id = closed.space_id
    left join activity_location al on al.location_id in (c.location_id, used.location_id)
    left join activity a on a.id = al.activity_id and not a.withdrawn
    where c.venue_id = ${venueId} and (c.ends_at is null or c.ends_at > ${now})
    group by c.closing_id, c.starts_at, c.ends_at, c.reason, case when c.closing_id is null then c.location_id end
    order by c.starts_at, places`.execute(db)
  return rows
}
