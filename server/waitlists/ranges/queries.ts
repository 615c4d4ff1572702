import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type RangeRow = {
  id: number
  personId: number
  firstName: string
  localDate: string
  /** When the last of its places begins and ends. */
  lastStartsAt: Date | null
  lastEndsAt: Date | null
  /** Minutes past midnight, wall time. */
  fromMinutes: number
  toMinutes: number
  joinedAt: Date
  leftAt: Date | null
  activityName: string
  activitySlug: string
  kind: 'classes' | 'courts' | 'tickets'
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  /** Entries that wait, are paused or have an offer. */
  places: number
  offeredEntryId: number | null
}

/** Ranges of people that are open or were left after `leftSince`, or one by its id, in order of day. */
export const listRanges = async (
  tx: Tx,
  operatorId: number,
  which: { id: number } | { personIds: readonly number[]; leftSince: Date },
): Promise<RangeRow[]> => {
  const condition =
    'id' in which
      ? sql`r.id = ${which.id}`
      : sql`r.person_id = any(${which.personIds}::int[]) and (e.places > 0 or r.left_at > ${which.leftSince})`
  const { rows } = await sql<RangeRow>`
    select r.id, r.person_id, p.first_name, r.local_date, (extract(epoch from r.from_time) / 60)::int as from_minutes,
      (extract(epoch from r.to_time) / 60)::int as to_minutes, r.joined_at, r.left_at,
      a.name as activity_name, a.slug as activity_slug, a.kind, v.id as venue_id, v.slug as venue_slug,
      v.name as venue_name, v.timezone, e.places, e.offered_entry_id, last.starts_at as last_starts_at, last.ends_at as last_ends_at
    from waitlist_range r
    join customer p on p.id = r.person_id
    join activity a on a.id = r.activity_id
    join venue v on v.id = a.venue_id
    cross join lateral (
      select count(*)::int as places, min(w.id) filter (where w.state = 'offered') as offered_entry_id
        from open_waitlist_entry w where w.range_id = r.id
    ) e
    left join lateral (
      select o.starts_at, o.ends_at from waitlist_entry w join occurrence o on o.id = w.occurrence_id
      where w.range_id = r.id order by o.ends_at desc limit 1
    ) last on true
    where v.operator_id = ${operatorId} and ${condition}
    order by r.local_date, r.from_time, r.id`.execute(tx)
  return rows
}
