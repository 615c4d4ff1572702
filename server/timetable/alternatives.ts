import { sql } from 'kysely'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { bookingWindow } from './rules.ts'
import type { OnSale } from './rules.ts'

/** A session that people could come to instead of another. */
export type Alternative = Pick<OnSale, 'timezone' | 'startsAt' | 'endsAt'> & {
  id: number
  name: string
  localDate: string
  locationName: string
  instructors: string[]
  /** Places that nobody has, holds or waits for. */
  free: number
}

/** How far ahead they are looked for. */
const daysAhead = 14

const most = 6

/**
 * Sessions of like kind with free places, which customers can book now: those of the same activity first, then those
 * below the same heading at the venue. None for a court.
 * @param without sessions that are not offered, because they go, too
 * @returns by session; nothing where there is none
 */
export const findAlternatives = async (
  tx: Tx,
  sessionIds: readonly number[],
  now: Date,
  without: readonly number[] = [],
): Promise<ReadonlyMap<number, Alternative[]>> => {
  const { rows } = await sql<Alternative & OnSale & { insteadOf: number }>`
    select off.id as instead_of, o.id, o.name, o.starts_at, o.ends_at, o.local_date, l.name as location_name, f.free,
      array(
        select i.name from instructor i where i.id = any(o.instructor_ids)
        order by array_position(o.instructor_ids, i.id)
      ) as instructors,
      v.timezone, a.release_days, a.release_time, a.release_minutes, a.last_bookable_minutes,
      v.release_days_visitor as venue_release_days_visitor,
      v.release_days_customer as venue_release_days_customer, v.release_time as venue_release_time
    from occurrence off
    join activity mine on mine.id = off.activity_id and mine.kind <> 'courts'
    join activity a on a.venue_id = mine.venue_id and a.kind = mine.kind and not a.withdrawn
      and (a.id = mine.id or a.parent_id = mine.parent_id)
    join venue v on v.id = a.venue_id and v.status = 'open'
    join occurrence o on o.activity_id = a.id and o.status = 'scheduled' and o.id <> off.id
      and o.id <> all(${[...without]}::int[]) and o.starts_at > ${now}
      and o.local_date between ${localDay(now, 'UTC')}::date - 1 and ${daysAfter(localDay(now, 'UTC'), daysAhead)}
    join location l on l.id = o.location_id
    cross join lateral (
      select o.capacity - coalesce((
          select sum(h.places) from live_holds(${now}) h where h.occurrence_id = o.id
        ), 0)::int - coalesce((
          select sum(w.places) from waitlist_entry w where w.occurrence_id = o.id and w.state = 'waiting'
        ), 0)::int as free
    ) f
    where off.id = any(${[...sessionIds]}::int[]) and f.free > 0
    order by a.id <> mine.id, o.starts_at, o.id`.execute(tx)
  const found = new Map<number, Alternative[]>()
  for (const row of rows) {
    const { opensAt, closesAt } = bookingWindow(row, true)
    const others = found.get(row.insteadOf) ?? []
    if (opensAt <= now && now < closesAt && others.length < most) found.set(row.insteadOf, [...others, row])
  }
  return found
}
