import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/**
 * Marks the steps whose day has come where they hold. What is published without a session of its own has the price of
 * today, so the open data feeds of their activities are written anew (db/functions/openactive_changes.sql).
 * @returns the venues whose prices changed
 */
export const beginPriceSteps = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ venueId: number }>`
    update price_step s set has_begun = true
    from pricing_option p
    join activity a on a.id = p.activity_id
    join venue v on v.id = a.venue_id
    where p.id = s.pricing_option_id and not s.has_begun
      and s.from_day <= (${now}::timestamptz at time zone v.timezone)::date
    returning v.id as venue_id`.execute(db)
  return [...new Set(rows.map(({ venueId }) => venueId))]
}
