import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import type { Tx } from '#server/platform/database.ts'

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
