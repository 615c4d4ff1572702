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
