import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/** Whose picture: the operator's, a venue's or an activity's. */
export type PictureOf = { of: 'operator' | 'venue' | 'activity'; id: number }

/** The picture of an operator, or of what is its; null when it has none. */
export const pictureOf = async (
  db: Database,
  operatorSlug: string,
  { of, id }: PictureOf,
): Promise<string | null> => {
  const { rows } = await sql<{ picture: string | null }>`
    select case ${of}::text
      when 'operator' then ot.app_logo
      when 'venue' then (
        select coalesce(vt.app_logo, ot.app_logo) from venue v left join theme vt on vt.id = v.theme_id
        where v.id = ${id} and v.operator_id = op.id)
      else (
        select a.icon from activity a join venue v on v.id = a.venue_id
        where a.id = ${id} and v.operator_id = op.id)
      end as picture
    from operator op left join theme ot on ot.id = op.theme_id
    where op.slug = ${operatorSlug}`.execute(db)
  return rows[0]?.picture ?? null
}
