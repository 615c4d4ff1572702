import type { VenueDetail } from '#contract/venues.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** All venues of an operator, closed ones too, in its own order. */
export const venuesOf = (db: Tx, operatorId: number) =>
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
      'displayVenueSelectionButton',
      'onlineJoiningEnabled',
      'description',
      'amenities',
      'accessibility',
    ])
    .select(sql<VenueDetail['openingHours']>`opening_hours`.as('openingHours'))
    .where('operatorId', '=', operatorId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export type VenueRow = Awaited<ReturnType<typeof venuesOf>>[number]
