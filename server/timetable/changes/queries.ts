import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Logistics } from './rules.ts'

export type ChangeableRow = Logistics & {
  id: number
  operatorId: number
  venueId: number
  venueSlug: string
  activitySlug: string
  timezone: string
  locationName: string
  instructors: string[]
  status: 'scheduled' | 'cancelled' | 'withdrawn'
}

export const changeableById = async (tx: Tx, id: number): Promise<ChangeableRow | undefined> => {
  const { rows } = await sql<ChangeableRow>`
    select o.id, v.operator_id, o.venue_id, v.slug as venue_slug, a.slug as activity_slug, v.timezone, o.name,
      o.starts_at, o.ends_at, o.location_id, l.name as location_name, o.meeting_point,
      coalesce(o.join_link, a.join_link) as join_link, o.status,
      array(
        select i.name from instructor i where i.id = any(o.instructor_ids)
        order by array_position(o.instructor_ids, i.id)
      ) as instructors
    from occurrence o
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where o.id = ${id}`.execute(tx)
  return rows[0]
}

/** The rooms and courts of a venue that an activity takes place in, and the one that a session is in. */
export const roomsFor = async (tx: Tx, occurrenceId: number): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select l.id, l.name from occurrence o join location l on l.venue_id = o.venue_id
    join activity a on a.id = o.activity_id
    where o.id = ${occurrenceId} and (l.id = o.location_id or a.kind <> 'courts' or exists (
      select 1 from activity_location al where al.activity_id = a.id and al.location_id = l.id))
    order by l.position, l.id`.execute(tx)
  return rows
}

/** Whether another session of the same line is there at that time. */
export const hasTwin = async (tx: Tx, id: number, { locationId, startsAt }: Logistics): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from occurrence o join occurrence other on other.series_id = o.series_id and other.id <> o.id
      where o.id = ${id} and other.location_id = ${locationId} and other.starts_at = ${startsAt}
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** What the programme had before the first change stays noted. */
export const saveLogistics = async (
  tx: Tx,
  id: number,
  to: Logistics & { localDate: string; compositeKey: string },
): Promise<void> => {
  const { name, startsAt, endsAt, locationId, meetingPoint, joinLink, localDate, compositeKey } = to
  await sql`
    update occurrence set planned_starts_at = coalesce(planned_starts_at, starts_at),
      planned_location_id = coalesce(planned_location_id, location_id), planned_name = coalesce(planned_name, name),
      name = ${name}, starts_at = ${startsAt}, ends_at = ${endsAt}, location_id = ${locationId},
      meeting_point = ${meetingPoint}, local_date = ${localDate}, composite_key = ${compositeKey},
      join_link = (select nullif(${joinLink}::text, a.join_link) from activity a where a.id = occurrence.activity_id)
    where id = ${id}`.execute(tx)
}
