import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Makes the files' values those that they say now, of which nobody has decided yet. */
export const updateFilesValues = async (
  tx: Tx,
  values: readonly { id: number; filesValue: object }[],
): Promise<void> => {
  if (values.length === 0) return
  await sql`
    update field_override f set files_value = n.files_value, has_files_changed = true
    from unnest(${values.map(({ id }) => id)}::int[], ${values.map(({ filesValue }) => JSON.stringify(filesValue))}::jsonb[])
      as n (id, files_value)
    where f.id = n.id`.execute(tx)
}

export const deleteOverrides = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('fieldOverride').where('id', 'in', ids).execute()
}

/** How many bookings to come these venues or activities have, by the id of each. */
export const countBookings = async (
  tx: Tx,
  of: 'venueId' | 'activityId',
  ids: readonly number[],
  now: Date,
): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('occurrence as o')
    .innerJoin('booking as b', 'b.occurrenceId', 'o.id')
    .select((select) => [`o.${of} as id` as const, select.fn.countAll<number>().as('count')])
    .where(`o.${of}`, 'in', ids)
    .where('o.startsAt', '>', now)
    .where('b.status', '=', sql.lit('booked'))
    .groupBy(`o.${of}`)
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}
