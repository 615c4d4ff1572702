import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Notification } from '#server/waitlists/queries.ts'

/** A person who waits for a session, with the session as it is now. */
export type WaitingRow = Omit<Notification, 'eventId' | 'what' | 'untilAt'> & {
  meetingPoint: string
  instructors: string[]
}

/** Those on the waitlist of a session, a place on offer to them or not. */
export const listWaiting = async (tx: Tx, occurrenceId: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select w.id as entry_id, v.operator_id, p.first_name,
      waitlist_recipient(w.person_id, w.joined_by_id) as recipient, p.email = '' as is_of_other,
      o.public_id, o.id as occurrence_id, w.id_form, o.name, a.kind, a.slug as activity_slug, o.starts_at, o.ends_at,
      o.local_date, v.slug as venue_slug, v.name as venue_name, v.timezone, l.name as location_name, o.meeting_point,
      array(
        select i.name from instructor i where i.id = any(o.instructor_ids)
        order by array_position(o.instructor_ids, i.id)
      ) as instructors
    from waitlist_entry w
    join customer p on p.id = w.person_id
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where w.occurrence_id = ${occurrenceId} and w.state in ('waiting', 'offered', 'paused')
    order by w.id`.execute(tx)
  return rows
}
