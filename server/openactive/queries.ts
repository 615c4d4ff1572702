import { sql } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import type { OwnRelease } from '#server/activities/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'

/** An item as it is sent; `data` is JSON, or null when it has been deleted. */
export type SentRow = { id: string; modified: number; data: string | null }

/**
 * A page of an operator's feed: what comes after an item, by `modified` and `id`.
 * @returns undefined when there is no such operator
 */
export const pageOf = async (
  db: Tx,
  operatorSlug: string,
  feed: FeedName,
  after: { modified: number; id: string },
  most: number,
): Promise<SentRow[] | undefined> => {
  const { rows } = await sql<SentRow | { id: null }>`
    select i.id, i.modified, i.data
    from operator o
    left join lateral (
      select i.id, i.modified, i.data from openactive_item i
      where i.operator_id = o.id and i.feed = ${feed} and i.modified is not null
        and (i.modified, i.id) > (${after.modified}::bigint, ${after.id}::text)
      order by i.modified, i.id limit ${most}
    ) i on true
    where o.slug = ${operatorSlug}
    order by i.modified, i.id`.execute(db)
  if (rows.length === 0) return undefined
  return rows.filter((row) => row.id !== null)
}

/** Whether the publisher has anything to do. */
export const hasPendingChanges = async (db: Database, writtenBy: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from openactive_change)
      or exists (select 1 from openactive_item where due_at <= ${now})
      or not exists (select 1 from openactive_state where written_by = ${writtenBy}) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Makes this transaction the only publisher until it ends.
 * @returns the last `modified` there was, and what wrote the items
 */
export const lockPublishing = async (tx: Tx): Promise<{ lastModified: number; writtenBy: string }> => {
  const { rows } = await sql<{ lastModified: number; writtenBy: string }>`
    insert into openactive_state as s (one) values (true)
    on conflict (one) do update set one = true
    returning s.last_modified, s.written_by`.execute(tx)
  return rows[0] ?? { lastModified: 0, writtenBy: '' }
}

export const recordPublished = async (tx: Tx, lastModified: number, writtenBy: string): Promise<void> => {
  await tx.updateTable('openactiveState').set({ lastModified, writtenBy }).execute()
}

/** Everything may look different. */
export const queueAllChanges = async (tx: Tx): Promise<void> => {
  await sql`insert into openactive_change (venue_id) select id from venue`.execute(tx)
}

export type Changes = {
  occurrenceIds: number[]
  seriesIds: number[]
  activityIds: number[]
  venueIds: number[]
  floor: { spaceId: number; during: string }[]
}

/** Takes out changes that have been committed, so many at the most. The caller is the only publisher. */
export const takeChanges = async (tx: Tx, most: number): Promise<Changes> => {
  const { rows } = await sql<{
    occurrenceId: number | null
    seriesId: number | null
    activityId: number | null
    venueId: number | null
    spaceId: number | null
    during: string | null
  }>`
    delete from openactive_change
    where ctid = any (array(select ctid from openactive_change limit ${most}))
    returning occurrence_id, series_id, activity_id, venue_id, space_id, during::text as during`.execute(tx)
  const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const floor = new Map<string, { spaceId: number; during: string }>()
  for (const { spaceId, during } of rows)
    if (spaceId !== null && during !== null) floor.set(`${spaceId} ${during}`, { spaceId, during })
  return {
    occurrenceIds: distinct(rows.map((row) => row.occurrenceId)),
    seriesIds: distinct(rows.map((row) => row.seriesId)),
    activityIds: distinct(rows.map((row) => row.activityId)),
    venueIds: distinct(rows.map((row) => row.venueId)),
    floor: [...floor.values()],
  }
}

/** A change of a venue is one of all its activities; of an activity, one of all that stands under it or is made of it. */
export const expandChanges = async (
  tx: Tx,
  { venueIds, activityIds, floor }: Changes,
  since: Date,
): Promise<void> => {
  if (venueIds.length > 0) {
    await sql`
      insert into openactive_change (activity_id)
      select id from activity where venue_id = any(${venueIds}::int[])`.execute(tx)
  }
  if (activityIds.length > 0) {
    await sql`
      insert into openactive_change (activity_id)
      select id from activity where parent_id = any(${activityIds}::int[])`.execute(tx)
    await sql`
      insert into openactive_change (series_id)
      select id from series where activity_id = any(${activityIds}::int[])`.execute(tx)
    await sql`
      insert into openactive_change (occurrence_id)
      select id from occurrence where activity_id = any(${activityIds}::int[]) and local_date >= ${since}::date - 1
        and ends_at > ${since}`.execute(tx)
  }
  if (floor.length > 0) {
    await sql`
      insert into openactive_change (occurrence_id)
      select distinct o.id
      from unnest(${floor.map(({ spaceId }) => spaceId)}::int[], ${floor.map(({ during }) => during)}::text[]::tstzrange[])
        as x (space_id, during)
      join space s on s.id = x.space_id
      join venue v on v.id = s.venue_id
      join occurrence o on o.venue_id = v.id
        and o.local_date between (lower(x.during) at time zone v.timezone)::date - 1
          and (upper(x.during) at time zone v.timezone)::date
        and o.starts_at < upper(x.during) and o.ends_at > lower(x.during)
      join location_space ls on ls.location_id = o.location_id and ls.space_id = s.id
      join activity a on a.id = o.activity_id and a.kind = 'courts'`.execute(tx)
  }
}

/** What it is time to look at again, by its feed. */
export const dueItems = async (
  tx: Tx,
  now: Date,
  most: number,
): Promise<{ feed: FeedName; subjectId: number }[]> => {
  const { rows } = await sql<{ feed: FeedName; subjectId: number }>`
    select feed, subject_id from openactive_item where due_at <= ${now} order by due_at limit ${most}`.execute(
    tx,
  )
  return rows
}

/** What an activity is, where and for how much. Amounts are pence. */
export type ActivityFacts = OwnRelease & {
  id: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  description: string | null
  ageMin: number | null
  ageMax: number | null
  level: string
  /** Neither withdrawn nor under something that is, at a venue that has not closed, and no heading for others. */
  offered: boolean
  /** What it and the headings it stands under say they are, the nearest first. */
  line: { name: string; conceptIds: string[] }[]
  operatorId: number
  operatorSlug: string
  operatorName: string
  currencySymbol: string
  venueSlug: string
  venueName: string
  addressLineOne: string
  town: string
  postcode: string
  phone: string
  lat: number | null
  lng: number | null
  timezone: string
  releaseDaysVisitor: number
  releaseDaysCustomer: number
  venueReleaseTime: string
  options: OptionOnOffer[]
  ticketTypes: { id: number; name: string }[]
  locations: { id: number; name: string }[]
}

export const activityFacts = async (tx: Tx, ids: readonly number[]): Promise<ActivityFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ActivityFacts>`
    select a.id, a.slug, a.name, a.kind, a.description, a.age_min, a.age_max, a.level,
      a.release_days, a.release_time, a.release_minutes,
      not line.withdrawn and v.status <> 'closed'
        and not exists (select 1 from activity c where c.parent_id = a.id and not c.withdrawn) as offered,
      line.line,
      op.id as operator_id, op.slug as operator_slug, op.name as operator_name, op.currency_symbol,
      v.slug as venue_slug, v.name as venue_name, v.address_line_one, v.town, v.postcode, v.phone, v.lat, v.lng,
      v.timezone, v.release_days_visitor, v.release_days_customer, v.release_time as venue_release_time,
      offer.options,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.position, l.id), '[]'::json)
        from activity_location al join location l on l.id = al.location_id where al.activity_id = a.id) as locations
    from activity a
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    cross join lateral (
      with recursive line as (
        select x.id, x.parent_id, x.name, x.withdrawn, x.concept_ids, 1 as depth from activity x where x.id = a.id
        union all
        select x.id, x.parent_id, x.name, x.withdrawn, x.concept_ids, line.depth + 1
          from activity x join line on x.id = line.parent_id
      )
      select bool_or(withdrawn) as withdrawn,
        json_agg(json_build_object('name', name, 'conceptIds', concept_ids) order by depth) as line
      from line
    ) line
    where a.id = any(${ids}::int[])`.execute(tx)
  return rows
}

export type SeriesFacts = {
  id: number
  activityId: number
  name: string | null
  description: string | null
  band: string
  withdrawn: boolean
  /** 1 is Monday. */
  weekdays: number[]
  startTime: string
  durationMinutes: number
  stepMinutes: number | null
  validFrom: string | null
  validUntil: string | null
}

export const seriesFacts = async (tx: Tx, ids: readonly number[]): Promise<SeriesFacts[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('series')
        .select([
          'id',
          'activityId',
          'name',
          'description',
          'band',
          'withdrawn',
          'weekdays',
          'startTime',
          'durationMinutes',
          'stepMinutes',
          'validFrom',
          'validUntil',
        ])
        .where('id', 'in', [...ids])
        .execute()

export type OccurrenceFacts = {
  id: number
  activityId: number
  locationId: number
  seriesId: number | null
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  capacity: number
  placesTaken: number
  status: 'scheduled' | 'cancelled' | 'withdrawn'
  band: string
  /** Something stands on its floor: itself, where it has been taken, or another. */
  onTakenFloor: boolean
}

export const occurrenceFacts = async (tx: Tx, ids: readonly number[]): Promise<OccurrenceFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<OccurrenceFacts>`
    select o.id, o.activity_id, o.location_id, o.series_id, o.name, o.starts_at, o.ends_at, o.local_date, o.capacity,
      o.places_taken, o.status, o.band,
      exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = o.location_id and c.during && time_span(o.starts_at, o.ends_at)
      ) as on_taken_floor
    from occurrence o where o.id = any(${ids}::int[])`.execute(tx)
  return rows
}

export type ItemRow = {
  id: string
  operatorId: number
  feed: FeedName
  subjectId: number
  modified: number | null
  data: string | null
  dueAt: Date | null
}

/** The items that stand for subjects of feeds; an occurrence may have one in either of two. */
export const itemsOf = async (tx: Tx, ids: readonly string[]): Promise<ItemRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemRow>`
    select id, operator_id, feed, subject_id, modified, data, due_at
    from openactive_item where id = any(${ids}::text[])`.execute(tx)
  return rows
}

export const writeItems = async (tx: Tx, items: readonly ItemRow[]): Promise<void> => {
  if (items.length === 0) return
  await sql`
    insert into openactive_item (id, operator_id, feed, subject_id, modified, data, due_at)
    select * from unnest(
      ${items.map((one) => one.id)}::text[], ${items.map((one) => one.operatorId)}::int[],
      ${items.map((one) => one.feed)}::text[], ${items.map((one) => one.subjectId)}::int[],
      ${items.map((one) => one.modified)}::bigint[], ${items.map((one) => one.data)}::text[],
      ${items.map((one) => one.dueAt)}::timestamptz[]
    )
    on conflict (id) do update
      set modified = excluded.modified, data = excluded.data, due_at = excluded.due_at`.execute(tx)
}

export const deleteItems = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await sql`delete from openactive_item where id = any(${ids}::text[])`.execute(tx)
}

/** Makes the room of what is gone free again. The embedded engine does so only when it is told. */
export const vacuumFeeds = async (db: Database): Promise<void> => {
  await sql`vacuum openactive_change, openactive_item`.execute(db)
}
