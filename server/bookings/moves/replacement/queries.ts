import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A session that a booking can be put into. Instants in UTC. */
export type Similar = {
  id: number
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  locationName: string
  timezone: string
  /** Free places before baskets and floor are looked at. */
  spaces: number
}

/**
 * Sessions to come that can be had instead of another, the nearest first: of the same activity, at the same prices, of
 * the same name or, of courts, of the same length.
 * @param wanted.sessionId one alone, whether or not it has places
 */
export const listSimilar = async (
  tx: Tx,
  { occurrenceId, places }: { occurrenceId: number; places: number },
  { most, sessionId = null }: { most: number; sessionId?: number | null },
  now: Date,
): Promise<Similar[]> => {
  const { rows } = await sql<Similar>`
    select o.id, o.name, o.starts_at, o.ends_at, o.local_date, l.name as location_name, v.timezone,
      o.capacity - o.places_taken as spaces
    from occurrence one
    join activity a on a.id = one.activity_id
    join occurrence o on o.activity_id = one.activity_id
    join location l on l.id = o.location_id
    join venue v on v.id = o.venue_id
    where one.id = ${occurrenceId} and o.id <> one.id and o.status = 'scheduled' and o.starts_at > ${now}
      and o.venue_id = one.venue_id and o.band = one.band
      and case when a.kind = 'courts' then o.ends_at - o.starts_at = one.ends_at - one.starts_at else o.name = one.name end
      and (o.id = ${sessionId}::int or ${sessionId}::int is null and o.places_taken + ${places}::int <= o.capacity)
    order by abs(extract(epoch from o.starts_at - one.starts_at)), o.id limit ${most}`.execute(tx)
  return rows
}
