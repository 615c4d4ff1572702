import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { AudiencePeople } from '#contract/audiences.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

export type SavedAudienceRow = {
  id: number
  name: string
  people: AudiencePeople
  fromInDays: number
  untilInDays: number
  activityId: number | null
  placeId: number | null
  planId: number | null
  hirerId: number | null
}

const columns = [
  'id',
  'name',
  'people',
  'fromInDays',
  'untilInDays',
  'activityId',
  'locationId as placeId',
  'planId',
  'hirerId',
] as const

export const savedAudiencesAt = (tx: Tx, venueId: number): Promise<SavedAudienceRow[]> =>
  tx
    .selectFrom('savedAudience')
    .select(columns)
    .where('venueId', '=', venueId)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Whether all that narrows an audience is the venue's, or the operator's where it is of no venue. */
export const areAtVenue = async (
  tx: Tx,
  { operatorId, venueId, activityId, locationId, planId, hirerId }: Insertable<Tables['savedAudience']>,
): Promise<boolean> => {
  const { rows } = await sql<{ areThere: boolean }>`
    select (${activityId}::int is null
        or exists (select from activity a where a.id = ${activityId} and a.venue_id = ${venueId}))
      and (${locationId}::int is null
        or exists (select from location l where l.id = ${locationId} and l.venue_id = ${venueId}))
      and (${planId}::int is null
        or exists (select from membership_plan p where p.id = ${planId} and p.operator_id = ${operatorId}))
      and (${hirerId}::int is null
        or exists (select from hirer h where h.id = ${hirerId} and h.operator_id = ${operatorId})) as are_there`.execute(
    tx,
  )
  return rows[0]?.areThere === true
}

/** @returns undefined where the venue has one of that name */
export const insertSavedAudience = (
  tx: Tx,
  row: Insertable<Tables['savedAudience']>,
): Promise<SavedAudienceRow | undefined> =>
  tx
    .insertInto('savedAudience')
    .values(row)
    .onConflict((conflict) => conflict.columns(['venueId', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** @returns its name; undefined where the operator has no such audience */
export const deleteSavedAudience = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<string | undefined> => {
  const deleted = await tx
    .deleteFrom('savedAudience')
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}
