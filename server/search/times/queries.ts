import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'

/** An activity whose next times are wanted, with the days and hours to look in. */
export type TimesWanted = {
  activityId: number
  timezone: string
  /** null: all of its sessions. */
  sessionNames: readonly string[] | null
  /** null: of any instructor. */
  instructorId: number | null
  firstDay: string
  lastDay: string
  /** Wall times; `to` is exclusive. */
  from: string | null
  to: string | null
  /** Starts after this instant are not bookable yet; null: the days decide. */
  opensUntil: string | null
  lastBookableMinutes: number
}

/** Times with places for the smallest ticket, and what they cost. */
export type TimesRow = {
  activityId: number
  /** In the list that was given, from 1. */
  position: number
  options: OptionOnOffer[]
  ticketTypes: { id: number; places: number }[]
  times: TimeRow[]
}

export type TimeRow = {
  id: number
  publicId: string
  name: string
  localDate: string
  startsAt: string
  endsAt: string
  band: string
  places: number
}

/**
 * The next times of each activity that have places for its smallest ticket, courts of one start together, in the order
 * given. One query, whose index goes by activity, day and start, and which stops at `limit` times of each.
 */
export const nextTimes = async (
  tx: Tx,
  wanted: readonly TimesWanted[],
  limit: number,
  now: Date,
): Promise<TimesRow[]> => {
  if (wanted.length === 0) return []
  const { rows } = await sql<TimesRow>`
    select a.id as activity_id, w.position::int as position, offer.options,
      (select coalesce(json_agg(json_build_object('id', t.id, 'places', t.places) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types,
      coalesce(t.times, '[]'::json) as times
    from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (
      "activityId" int, timezone text, "sessionNames" text[], "instructorId" int, "firstDay" date, "lastDay" date, "from" time, "to" text,
      "opensUntil" timestamptz, "lastBookableMinutes" int)) with ordinality
      as w("activityId", timezone, "sessionNames", "instructorId", "firstDay", "lastDay", "from", "to", "opensUntil",
        "lastBookableMinutes", position)
    join activity a on a.id = w."activityId"
    join activity_on_offer offer on offer.activity_id = a.id
    cross join lateral (
      select coalesce(min(t.places), 1) as places from ticket_type t where t.activity_id = a.id and not t.withdrawn
    ) smallest
    cross join lateral (
      select json_agg(json_build_object('id', n.id, 'publicId', n.public_id, 'name', n.name, 'localDate', n.local_date,
          'startsAt', n.starts_at, 'endsAt', n.ends_at, 'band', n.band, 'places', n.places)
          order by n.starts_at, n.id) as times
      from (
        select o.local_date, o.starts_at, min(o.ends_at) as ends_at, min(o.id) as id,
          (array_agg(o.public_id order by o.id))[1] as public_id, min(o.name) as name, min(o.band) as band, sum(free.places)::int as places
        from occurrence o
        cross join lateral (
          select o.capacity - coalesce((
              select sum(h.places) from live_holds(${now}) h where h.occurrence_id = o.id), 0)
            - coalesce((select sum(q.places) from waitlist_entry q
              where q.occurrence_id = o.id and q.state = 'waiting'), 0) as places
        ) free
        where o.activity_id = w."activityId" and o.local_date between w."firstDay" and w."lastDay"
          and o.status = 'scheduled' and free.places >= smallest.places
          and o.ends_at > ${now} and o.starts_at + make_interval(mins => w."lastBookableMinutes") > ${now}
          and (w."opensUntil" is null or o.starts_at <= w."opensUntil")
          and (w."sessionNames" is null or o.name = any(w."sessionNames"))
          and (w."instructorId" is null or w."instructorId" = any(o.instructor_ids))
          and (w."from" is null or (o.starts_at at time zone w.timezone)::time >= w."from")
          and (w."to" is null or to_char(o.starts_at at time zone w.timezone, 'HH24:MI') < w."to")
          and (a.kind <> 'courts' or not exists (
            select 1 from location_space ls
            -- Space by space: "offset 0" keeps the planner from another way.
            cross join lateral (
              select 1 from space_claim c
              left join live_holds(${now}) h on h.id = c.hold_id
              where c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at)
                and (c.hold_id is null or h.id is not null) offset 0
            ) c
            where ls.location_id = o.location_id
          ))
        group by o.local_date, o.starts_at, case when a.kind = 'courts' then 0 else o.id end
        order by o.local_date, o.starts_at
        limit ${limit}
      ) n
    ) t
    order by w.position`.execute(tx)
  return rows
}
