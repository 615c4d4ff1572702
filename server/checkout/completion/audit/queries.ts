import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Whether staff have recorded the act about its subject since an instant. */
export const isRecorded = async (
  tx: Tx,
  { actorId, act, subject }: { actorId: number; act: string; subject: string },
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from audit_entry
    where actor_id = ${actorId} and at > ${since} and act = ${act} and subject = ${subject} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
