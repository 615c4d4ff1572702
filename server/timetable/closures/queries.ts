import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** The reason of the first closure that an occurrence falls into and that gives one. */
export const closureReason = async (tx: Tx, occurrenceId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ reason: string }>`
    select c.reason
    from occurrence o
    join closure c on c.venue_id = o.venue_id and c.starts_at < o.ends_at and c.ends_at > o.starts_at
    where o.id = ${occurrenceId} and c.reason <> ''
      and (c.location_id is null or c.location_id = o.location_id or exists (
        select 1 from location_space closed join location_space used on used.space_id = closed.space_id
        where closed.location_id = c.location_id and used.location_id = o.location_id))
    order by c.starts_at, c.id limit 1`.execute(tx)
  return rows[0]?.reason
}
