import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What sessions are part of. */
export const partsOf = async (
  tx: Tx,
  occurrenceIds: readonly number[],
): Promise<{ activityId: number; seriesId: number | null }[]> => {
  const { rows } = await sql<{ activityId: number; seriesId: number | null }>`
    select o.activity_id, o.series_id from occurrence o where o.id = any(${occurrenceIds}::int[])`.execute(tx)
  return rows
}
