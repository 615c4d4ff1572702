import type { Tx } from '#server/platform/database.ts'

const columns = [
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
] as const

/** All venues of an operator, in its own order. */
export const venuesOf = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('venue')
    .select(columns)
    .where('operatorId', '=', operatorId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export type VenueRow = Awaited<ReturnType<typeof venuesOf>>[number]
