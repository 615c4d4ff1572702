import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type CandidateRow = {
  id: number
  firstName: string
  dateOfBirth: string | null
  inductionIds: number[]
  isMember: boolean
  timesThisWeek: number
}

/** People with their inductions and how often they have an activity between two days. */
export const listCandidates = async (
  tx: Tx,
  personIds: number[],
  of: { activityId: number; onDay: string; from: string; to: string; exceptHoldId: number | null },
  now: Date,
): Promise<CandidateRow[]> => {
  const { rows } = await sql<CandidateRow>`
    select c.id, c.first_name, c.date_of_birth,
      array(select i.restriction_id from induction i where i.customer_id = c.id) as induction_ids,
      exists (
        select 1 from membership_member mm join membership m on m.id = mm.membership_id
        where mm.customer_id = c.id and mm.removed_at is null and m.status in ('pending', 'active')
          and m.starts_on <= ${of.onDay}::date
          and (m.ends_on is null or m.ends_on >= ${of.onDay}::date)
          and (m.frozen_from is null or ${of.onDay}::date < m.frozen_from or ${of.onDay}::date >= m.frozen_until)
      ) as is_member,
      (select count(*)::int from live_holds(${now}) h join occurrence o on o.id = h.occurrence_id
        -- What is on offer to them is not theirs until they take it.
        where h.person_id = c.id and h.waitlist_entry_id is null
          and h.id is distinct from ${of.exceptHoldId}::bigint
          and h.id not in (select held_for_moves_of(${of.exceptHoldId}::bigint)) and o.activity_id = ${of.activityId}
          and o.local_date between ${of.from} and ${of.to}) as times_this_week
    from customer c where c.id = any(${personIds}::int[])`.execute(tx)
  return rows
}

/** What a person has at the time of an occurrence, except the hold being checked; the earliest first. */
export const findOverlapping = async (
  tx: Tx,
  personId: number,
  occurrenceId: number,
  exceptHoldId: number | null,
  now: Date,
): Promise<{ name: string; startsAt: Date; timezone: string } | undefined> => {
  const { rows } = await sql<{ name: string; startsAt: Date; timezone: string }>`
    select o.name, o.starts_at, v.timezone
    from overlapping_holds(${personId}, ${occurrenceId}, ${now}) h
    join occurrence o on o.id = h.occurrence_id join venue v on v.id = o.venue_id
    where h.id is distinct from ${exceptHoldId}::bigint
      and h.id not in (select held_for_moves_of(${exceptHoldId}::bigint))
    order by o.starts_at limit 1`.execute(tx)
  return rows[0]
}

export const findFirstName = async (tx: Tx, personId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('customer')
    .select('firstName')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.firstName
}
