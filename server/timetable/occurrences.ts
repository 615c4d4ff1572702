import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { lineColumns } from './occurrence.ts'
import type { Occurrence, LineColumn } from './occurrence.ts'
import type { Claim } from './rules.ts'

/** What the programme says of it; of instructors and tags the names are read. */
type PlainColumn = Exclude<LineColumn, 'instructorIds' | 'tagIds'>

const plainColumns = lineColumns
  .filter((column): column is PlainColumn => column !== 'instructorIds' && column !== 'tagIds')
  .map((column) => sql.ref(`o.${column}`))

/** A session with who has its places now. What has lapsed counts as free, swept or not. */
export type OccurrenceRow = Pick<
  Occurrence,
  PlainColumn | 'id' | 'publicId' | 'startsAt' | 'endsAt' | 'localDate' | 'compositeKey' | 'locationId'
> & {
  status: 'scheduled' | 'cancelled'
  /** Why it was called off, in the venue's words; null where it was not, or where the venue gives no reason. */
  callOffReason: string | null
  locationSlug: string
  locationName: string
  locationKind: string
  confirmed: number
  held: number
  /** Of those held, the ones on offer to people who wait. */
  offered: number
  /** Of those held, the ones that the desk keeps. */
  deskPlaces: number
  /** Places that people wait for. */
  waiting: number
  /** How many people wait. */
  waitlistLength: number
  /** The earliest end of those that lie in baskets. */
  firstEnd: Date | null
  /** The earliest end of those on offer. */
  firstOfferEnd: Date | null
  /** Who is on its floor at its time, itself included; only courts have any. */
  claims: Claim[]
  /** A class of the programme is on its floor, so that it is not let at all. */
  isProgrammed: boolean
  instructors: { id: number; name: string }[]
  tags: { id: number; name: string }[]
}

type ClaimRow = Omit<Claim, 'heldUntil'> & { heldUntil: string | null }

/** The sessions of an activity on a day, with who has their places now; never from a cache. */
export const occurrencesOfDay = (
  tx: Tx,
  activityId: number,
  day: string,
  now: Date,
): Promise<OccurrenceRow[]> => occurrencesBetween(tx, activityId, { from: day, to: day }, now)

/** All sessions of an activity on some days of the venue's calendar, by start and place. One query. */
export const occurrencesBetween = async (
  tx: Tx,
  activityId: number,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<OccurrenceRow[]> => {
  const { rows } = await sql<Omit<OccurrenceRow, 'claims'> & { claims: ClaimRow[] | null }>`
    select o.id, o.public_id, o.starts_at, o.ends_at, o.local_date, o.composite_key, o.status,
      case when o.status = 'cancelled' then call_off_reason(o.id) end as call_off_reason,
      ${sql.join(plainColumns)}, l.id as location_id, l.slug as location_slug, l.name as location_name,
      l.kind as location_kind, coalesce(h.confirmed, 0)::int as confirmed, coalesce(h.held, 0)::int as held,
      coalesce(h.offered, 0)::int as offered, coalesce(h.desk_places, 0)::int as desk_places, coalesce(w.places, 0)::int as waiting,
      coalesce(w.entries, 0)::int as waitlist_length, h.first_end, h.first_offer_end, f.claims, coalesce(f.is_programmed, false) as is_programmed,
      (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name)
          order by array_position(o.instructor_ids, i.id)), '[]'::json)
        from instructor i where i.id = any(o.instructor_ids)) as instructors,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)
          order by array_position(o.tag_ids, t.id)), '[]'::json)
        from tag t where t.id = any(o.tag_ids)) as tags
    from occurrence o
    join activity a on a.id = o.activity_id
    join location l on l.id = o.location_id
    left join lateral (
      select sum(h.places) filter (where h.state = 'confirmed') as confirmed,
        sum(h.places) filter (where h.state = 'held') as held,
        sum(h.places) filter (where h.state = 'held' and h.waitlist_entry_id is not null) as offered,
        sum(h.places) filter (where h.state = 'held' and h.block_booking_id is not null) as desk_places,
        min(h.held_until) filter (where h.state = 'held' and h.waitlist_entry_id is null and h.desk_hold_id is null) as first_end,
        min(h.held_until) filter (where h.state = 'held' and h.waitlist_entry_id is not null) as first_offer_end
      from live_holds(${now}) h where h.occurrence_id = o.id
    ) h on true
    left join lateral (
      select sum(w.places) as places, count(*) as entries
      from waitlist_entry w where w.occurrence_id = o.id and w.state = 'waiting'
    ) w on true
    left join lateral (
      select bool_or(c.hold_id is null) as is_programmed,
        json_agg(distinct jsonb_build_object('holdId', h.id, 'basketId', h.basket_id, 'heldUntil', h.held_until, 'isDeskOnly', h.block_booking_id is not null and h.state = 'held')) as claims
      from location_space ls
      -- Space by space: "offset 0" keeps the planner from all that stands anywhere at the time.
      cross join lateral (
        select c.hold_id from space_claim c
        where c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at) offset 0
      ) c
      left join live_holds(${now}) h on h.id = c.hold_id
      where ls.location_id = o.location_id and (c.hold_id is null or h.id is not null)
    ) f on a.kind = 'courts'
    where o.activity_id = ${activityId} and o.local_date between ${from} and ${to} and o.status <> 'withdrawn'
    order by o.starts_at, l.position, l.name, o.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    claims: (row.claims ?? []).map((claim) => ({
      ...claim,
      heldUntil: claim.heldUntil === null ? null : new Date(claim.heldUntil),
    })),
  }))
}

/** Why the venue has called a session off, in its own words; null where it gives no reason. */
export const callOffReason = async (tx: Tx, occurrenceId: number): Promise<string | null> => {
  const { rows } = await sql<{ reason: string | null }>`
    select call_off_reason(${occurrenceId}) as reason`.execute(tx)
  return rows[0]?.reason ?? null
}
