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
