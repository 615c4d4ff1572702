import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Which of these people have a paid place in the latest session of the activity that any of them has one in. */
export const listLastAttendees = async (
  tx: Tx,
  personIds: readonly number[],
  activityId: number,
): Promise<number[]> => {
  const { rows } = await sql<{ personId: number }>`
    with theirs as (
      select h.person_id, o.starts_at
      from hold h join occurrence o on o.id = h.occurrence_id
      where h.person_id = any(${personIds}::int[]) and h.state = 'confirmed' and o.activity_id = ${activityId}
    )
    select distinct person_id from theirs where starts_at = (select max(starts_at) from theirs)`.execute(tx)
  return rows.map(({ personId }) => personId)
}
