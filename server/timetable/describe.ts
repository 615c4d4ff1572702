import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** One-off sessions to come that have the text of their activity have its new one; others have a text of their own. */
export const describeOneOffs = async (
  tx: Tx,
  activityId: number,
  { from, to }: { from: string | null; to: string | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('occurrence as o')
    .from('activity as a')
    .set({ description: to })
    .whereRef('a.id', '=', 'o.activityId')
    .where('a.id', '=', activityId)
    // Courts are described on the page of their activity alone.
    .where('a.kind', '<>', sql.lit('courts'))
    .where('o.slug', 'is not', null)
    .where('o.description', 'is not distinct from', from)
    .where('o.startsAt', '>', now)
    .execute()
}
