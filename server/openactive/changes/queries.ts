import { sql } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import type { Tx } from '#server/platform/database.ts'

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
