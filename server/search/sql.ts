import { sql } from 'kysely'
import type { OwnRelease } from '#server/activities/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ListedOption } from '#server/pricing/rules.ts'

/** An activity that can be booked, with the words it is searched by. */
export type ActivityRow = OwnRelease & {
  id: number
  venueId: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  icon: string
  lastBookableMinutes: number
  /** The name of its topmost heading, or its own. */
  rootName: string
  /** Names of its headings, instructors and tags. */
  words: string[]
  /** Names of its sessions that differ from its own. */
  sessionNames: string[]
  instructorIds: number[]
  /** Slugs of the headings above it. */
  headings: string[]
  /** Price bands of its sessions. */
  bands: string[]
}

/** Changes with every import, and only an import changes what is offered. */
export const catalogueVersion = (db: Tx, operatorId: number) =>
  db.selectFrom('operator').select('importedDigest').where('id', '=', operatorId).executeTakeFirstOrThrow()

/** Activities of all open venues. One query. */
export const bookableActivities = async (db: Tx, operatorId: number, now: Date): Promise<ActivityRow[]> => {
  const { rows } = await sql<ActivityRow>`
    with named as (
      select s.activity_id, s.name, s.instructor_ids, s.tag_ids, s.band from series s where not s.withdrawn
        or exists (select 1 from occurrence o where o.series_id = s.id and o.status = 'scheduled' and o.ends_at > ${now})
      union all
      select o.activity_id, o.name, o.instructor_ids, o.tag_ids, o.band from occurrence o
        where o.slug is not null and o.status = 'scheduled' and o.ends_at > ${now}
    ), of_activity as (
      select n.activity_id, array_agg(distinct n.name) filter (where n.name is not null) as names,
        array_agg(distinct i.name) filter (where i.name is not null) as instructors,
        array_agg(distinct i.id) filter (where i.id is not null) as instructor_ids,
        array_agg(distinct t.name) filter (where t.name is not null) as tags,
        array_agg(distinct n.band) as bands
      from named n
      left join instructor i on i.id = any(n.instructor_ids)
      left join tag t on t.id = any(n.tag_ids)
      group by n.activity_id
    )
    select a.id, a.venue_id, a.slug, a.name, a.kind, a.icon, a.last_bookable_minutes, a.release_days, a.release_time,
      a.release_minutes,
      coalesce(g.name, p.name, a.name) as root_name,
      array_remove(array[p.name, g.name] || coalesce(m.instructors, '{}') || coalesce(m.tags, '{}'), null) as words,
      array_remove(coalesce(m.names, '{}'), a.name) as session_names,
      coalesce(m.instructor_ids, '{}') as instructor_ids,
      array_remove(array[p.slug, g.slug], null) as headings, coalesce(m.bands, '{}') as bands
    from activity a
    join venue v on v.id = a.venue_id
    left join activity p on p.id = a.parent_id
    left join activity g on g.id = p.parent_id
    left join of_activity m on m.activity_id = a.id
    where v.operator_id = ${operatorId} and v.status = 'open' and not a.withdrawn
      and not exists (select 1 from activity c where c.parent_id = a.id and not c.withdrawn)
    order by v.position, v.id, a.position, a.id`.execute(db)
  return rows
}

export const instructorNames = (db: Tx, operatorId: number): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('instructor').select(['id', 'name']).where('operatorId', '=', operatorId).execute()

/** What an operator's customers call things. */
export const searchWordsOf = async (db: Tx, operatorId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('operator')
      .select('searchWords')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
  ).searchWords

/** All venues of an operator in its own order, with the rules by which their days open. */
export const searchVenues = (db: Tx, operatorId: number) =>
  db
    .selectFrom('venue')
    .innerJoin('operator', 'operator.id', 'venue.operatorId')
    .select((eb) => [
      'venue.id',
      'venue.slug',
      'venue.name',
      'venue.venueType',
      'venue.status',
      'venue.addressLineOne',
      'venue.town',
      'venue.postcode',
      'venue.lat',
      'venue.lng',
      'venue.phone',
      'venue.email',
      'venue.timezone',
      'venue.activitiesV2Enabled',
      'venue.migrationDate',
      sql<boolean>`displays_venue_selection(venue, (select count_open_venues(${operatorId})))`.as(
        'displayVenueSelectionButton',
      ),
      'venue.onlineJoiningEnabled',
      'venue.releaseDaysVisitor',
      'venue.releaseDaysCustomer',
      'venue.releaseTime',
      eb.fn.coalesce('venue.migrationDate', 'operator.migrationDate').as('effectiveMigrationDate'),
    ])
    .where('venue.operatorId', '=', operatorId)
    .orderBy('venue.position')
    .orderBy('venue.id')
    .execute()

export type SearchVenueRow = Awaited<ReturnType<typeof searchVenues>>[number]

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
  options: ListedOption[]
  ticketTypes: { id: number; places: number; ageMin: number | null; ageMax: number | null }[]
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
      (select coalesce(json_agg(json_build_object('id', t.id, 'places', t.places, 'ageMin', t.age_min,
          'ageMax', t.age_max) order by t.position, t.id), '[]'::json)
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
