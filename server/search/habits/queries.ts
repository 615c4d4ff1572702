import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What a customer booked, by activity, weekday and time. */
export type HabitRow = {
  activityId: number
  /** The name of the session; courts and tickets have that of their activity. */
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  /** 1 is Monday. */
  weekday: number
  /** On the venue's wall, `18:00`. */
  startsAt: string
  timesBooked: number
  /** Days on which they have it booked already. */
  bookedDays: string[]
}

/** The most frequent first, then the latest. One-off sessions are no habit. */
export const habitsOf = async (
  tx: Tx,
  customerId: number,
  since: Date,
  today: string,
  limit: number,
): Promise<HabitRow[]> => {
  const { rows } = await sql<HabitRow>`
    select o.activity_id, o.name, a.kind, extract(isodow from o.local_date)::int as weekday,
      to_char(o.starts_at at time zone v.timezone, 'HH24:MI') as starts_at, count(*)::int as times_booked,
      coalesce(array_agg(to_char(o.local_date, 'YYYY-MM-DD')) filter (where o.local_date >= ${today}::date), '{}') as booked_days
    from booking b
    join occurrence o on o.id = b.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    where b.customer_id = ${customerId} and b.status in ('booked', 'attended', 'not_attended')
      and o.starts_at > ${since} and o.slug is null and not a.withdrawn and v.status = 'open'
    group by 1, 2, 3, 4, 5
    order by count(*) desc, max(o.starts_at) desc
    limit ${limit}`.execute(tx)
  return rows
}
