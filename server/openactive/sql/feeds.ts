import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import { itemIdOf } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'

/** Everything may look different. */
export const queueAllChanges = async (tx: Tx): Promise<void> => {
  await sql`insert into openactive_change (venue_id, bulk) select id, true from venue`.execute(tx)
}

/** An interval in which a space was claimed or released. */
type FloorChange = { spaceId: number; during: string }

type Changes = {
  occurrenceIds: number[]
  seriesIds: number[]
  activityIds: number[]
  venueIds: number[]
  floor: FloorChange[]
}

/**
 * Takes out changes that have been committed, so many at the most. The caller is the only publisher.
 * @param bulk those of statements that changed many rows, or all others
 */
export const takeChanges = async (tx: Tx, most: number, bulk: boolean): Promise<Changes> => {
  const { rows } = await sql<{
    occurrenceId: number | null
    seriesId: number | null
    activityId: number | null
    venueId: number | null
    spaceId: number | null
    during: string | null
  }>`
    delete from openactive_change
    where ctid = any (array(select ctid from openactive_change where bulk = ${sql.lit(bulk)} limit ${most}))
    returning occurrence_id, series_id, activity_id, venue_id, space_id, during::text as during`.execute(tx)
  const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const floor = new Map<string, FloorChange>()
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

/** What there is to publish, by what it is. */
export type Subjects = { activityIds: number[]; seriesIds: number[]; occurrenceIds: number[] }

/** Takes subjects of wide changes out of the backlog, so many at the most. */
export const takeBacklog = async (tx: Tx, most: number): Promise<Subjects> => {
  const { rows } = await sql<{ kind: Kind; subjectId: number }>`
    delete from openactive_backlog
    where ctid = any (array(select ctid from openactive_backlog limit ${most}))
    returning kind, subject_id`.execute(tx)
  const idsOf = (kind: Kind) => rows.filter((row) => row.kind === kind).map((row) => row.subjectId)
  return {
    activityIds: idsOf('activity'),
    seriesIds: idsOf('series'),
    occurrenceIds: idsOf('occurrence'),
  }
}

type Kind = 'activity' | 'series' | 'occurrence'

const queueSubjects = async (tx: Tx, kind: Kind, ids: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into openactive_backlog (kind, subject_id)
    select distinct ${kind}, x.id from (${ids}) x on conflict do nothing`.execute(tx)
}

const idsIn = (ids: readonly number[]) => sql`select unnest(${ids}::int[]) as id`

/** Moves what a bulk change names, and what it names of a venue, into the backlog. */
export const queueBulk = async (tx: Tx, changes: Changes): Promise<void> => {
  const { occurrenceIds, seriesIds, activityIds, venueIds, floor } = changes
  if (occurrenceIds.length > 0) await queueSubjects(tx, 'occurrence', idsIn(occurrenceIds))
  if (seriesIds.length > 0) await queueSubjects(tx, 'series', idsIn(seriesIds))
  if (activityIds.length > 0) await queueSubjects(tx, 'activity', idsIn(activityIds))
  if (floor.length > 0) await queueSubjects(tx, 'occurrence', courtsOn(floor))
  await queueVenues(tx, venueIds)
}

/** A change of a venue is one of all its activities, which those at the top pass on. */
export const queueVenues = async (tx: Tx, venueIds: readonly number[]): Promise<void> => {
  if (venueIds.length === 0) return
  await queueSubjects(
    tx,
    'activity',
    sql`select id from activity where venue_id = any(${venueIds}::int[]) and parent_id is null`,
  )
}

/** A change of an activity is one of all that stands under it or is made of it. */
export const queueParts = async (tx: Tx, activityIds: readonly number[], since: Date): Promise<void> => {
  if (activityIds.length === 0) return
  const ofActivities = sql`activity_id = any(${activityIds}::int[])`
  await queueSubjects(
    tx,
    'activity',
    sql`select id from activity where parent_id = any(${activityIds}::int[])`,
  )
  await queueSubjects(tx, 'series', sql`select id from series where ${ofActivities}`)
  await queueSubjects(
    tx,
    'occurrence',
    sql`select id from occurrence where ${ofActivities} and local_date >= ${since}::date - 1 and ends_at > ${since}`,
  )
}

/** Courts whose floor was claimed or released change as others do. */
export const recordCourts = async (tx: Tx, floor: readonly FloorChange[]): Promise<void> => {
  if (floor.length > 0)
    await sql`insert into openactive_change (occurrence_id) ${courtsOn(floor)}`.execute(tx)
}

const courtsOn = (floor: readonly FloorChange[]) => sql`
  select distinct o.id
  from unnest(${floor.map(({ spaceId }) => spaceId)}::int[], ${floor.map(({ during }) => during)}::text[]::tstzrange[])
    as x (space_id, during)
  join space s on s.id = x.space_id
  join venue v on v.id = s.venue_id
  join occurrence o on o.venue_id = v.id
    and o.local_date between (lower(x.during) at time zone v.timezone)::date - 1
      and (upper(x.during) at time zone v.timezone)::date
    and time_span(o.starts_at, o.ends_at) && x.during
  join location_space ls on ls.location_id = o.location_id and ls.space_id = s.id
  join activity a on a.id = o.activity_id and a.kind = 'courts'`

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

/** An item as it is sent; `data` is JSON, or null when it has been deleted. */
type SentRow = { id: string; modified: number; data: string | null }

/** A page of an operator's feed, and the address its data is published under; null until it has been. */
type FeedRows = { site: string | null; rows: SentRow[] }

/**
 * What comes after an item of an operator's feed, by `modified` and `id`.
 * @returns undefined when there is no such operator
 */
export const pageOf = async (
  db: Tx,
  operatorSlug: string,
  feed: FeedName,
  after: { modified: number; id: string },
  most: number,
): Promise<FeedRows | undefined> => {
  const { rows } = await sql<{ site: string | null } & (SentRow | { id: null })>`
    select identity.site, i.id, i.modified, i.data
    from operator op
    join open_data_site identity on identity.operator_id = op.id
    left join lateral (
      select i.id, i.modified, i.data from openactive_item i
      where i.operator_id = op.id and i.feed = ${feed} and i.modified is not null
        and (i.modified, i.id) > (${after.modified}::bigint, ${after.id}::text)
      order by i.modified, i.id limit ${most}
    ) i on true
    where op.slug = ${operatorSlug}
    order by i.modified, i.id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  return { site: first.site, rows: rows.filter((row) => row.id !== null) }
}

/**
 * The same of all operators, whose marks are one sequence. It is published under the address of the first of them.
 * @returns undefined when there is none
 */
export const sharedPageOf = async (
  db: Tx,
  feed: FeedName,
  after: { modified: number; id: string },
  most: number,
): Promise<FeedRows | undefined> => {
  const { rows } = await sql<{ site: string | null } & (SentRow | { id: null })>`
    select identity.site, i.id, i.modified, i.data
    from (select site from open_data_site order by operator_id limit 1) identity
    left join lateral (
      select page.* from operator op
      cross join lateral (
        select i.id, i.modified, i.data from openactive_item i
        where i.operator_id = op.id and i.feed = ${feed} and i.modified is not null
          and (i.modified, i.id) > (${after.modified}::bigint, ${after.id}::text)
        order by i.modified, i.id limit ${most}
      ) page
      order by page.modified, page.id limit ${most}
    ) i on true
    order by i.modified, i.id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  return { site: first.site, rows: rows.filter((row) => row.id !== null) }
}

/** The data of what a feed has, as JSON; undefined when it has no such item. */
export const dataOf = async (
  db: Tx,
  operatorSlug: string,
  feed: FeedName,
  subjectId: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ data: string | null }>`
    select i.data from openactive_item i join operator op on op.id = i.operator_id
    where i.id = ${itemIdOf(feed, subjectId)} and op.slug = ${operatorSlug} and i.feed = ${feed}`.execute(db)
  return rows[0]?.data ?? undefined
}

/** Whether the publisher has anything to do. */
export const hasPendingChanges = async (db: Database, format: number, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from openactive_change) or exists (select 1 from openactive_backlog)
      or (select min(due_at) from openactive_item) <= ${now}
      or not exists (select 1 from openactive_state where format >= ${format})
      or exists (select 1 from operator op where not exists (
        select 1 from openactive_identity oi where oi.operator_id = op.id)) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Makes this transaction the only publisher until it ends.
 * @returns the last `modified` there was, and how the items are written
 */
export const lockPublishing = async (tx: Tx): Promise<{ lastModified: number; format: number }> => {
  const { rows } = await sql<{ lastModified: number; format: number }>`
    insert into openactive_state as s (one) values (true)
    on conflict (one) do update set one = true
    returning s.last_modified, s.format`.execute(tx)
  return rows[0] ?? { lastModified: 0, format: 0 }
}

/** Operators without an address of their own publish under the one that the first node to publish them has. */
export const claimIdentities = async (tx: Tx, site: string, now: Date): Promise<void> => {
  await sql`
    insert into openactive_identity (operator_id, site, since) select id, ${site}, ${now} from operator
    on conflict do nothing`.execute(tx)
}

export const recordPublished = async (tx: Tx, lastModified: number, format: number): Promise<void> => {
  await tx.updateTable('openactiveState').set({ lastModified, format }).execute()
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
