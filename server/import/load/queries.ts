import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Whether anything still refers to a row, of the tables whose rows may go. */
const references = {
  theme: sql`exists (select 1 from venue v where v.theme_id = t.id)
    or exists (select 1 from operator o where o.theme_id = t.id)`,
  instructor: sql`exists (select 1 from occurrence o where t.id = any(o.instructor_ids))
    or exists (select 1 from series s where t.id = any(s.instructor_ids))`,
  tag: sql`exists (select 1 from occurrence o where t.id = any(o.tag_ids))
    or exists (select 1 from series s where t.id = any(s.tag_ids))`,
  location: sql`exists (select 1 from occurrence o where o.location_id = t.id)
    -- Where staff have moved it from.
    or exists (select 1 from occurrence o where o.planned_location_id = t.id)
    or exists (select 1 from series_location s where s.location_id = t.id)
    or exists (select 1 from closure c where c.location_id = t.id)
    or exists (select 1 from block_booking b where b.location_id = t.id)`,
  space: sql`exists (select 1 from space_claim c where c.space_id = t.id)
    or exists (select 1 from location_space l where l.space_id = t.id)`,
} as const

/** Imports run one after the other: nodes that start at once on an empty database each begin one. */
export const lockImports = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('onside import'))`.execute(tx)
}

/** Takes away the rows that nothing refers to; the others stay. Answers the ids of those that went. */
export const deleteUnreferenced = async (
  tx: Tx,
  table: keyof typeof references,
  ids: number[],
): Promise<number[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    delete from ${sql.table(table)} t where t.id = any(${ids}::int[]) and not (${references[table]})
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}
