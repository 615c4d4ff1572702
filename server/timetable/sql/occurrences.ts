import { sql } from 'kysely'
import { snakeName } from '#contract/wire.ts'
import type { Tx } from '#server/platform/database.ts'
import { isInstant, readColumns, lineColumns, writtenColumns } from '#server/timetable/occurrence.ts'
import type {
  Occurrence,
  ReadColumn,
  Reckoned,
  LineColumn,
  WrittenColumn,
} from '#server/timetable/occurrence.ts'
import type { DesiredOccurrence } from '#server/timetable/programme.ts'
import type { Logistics } from '#server/timetable/rules.ts'

/**
 * An occurrence that stands in the timetable already. `planned…`: where and when the programme has it, of one that staff
 * have changed; its capacity as the programme wants it, while more places are taken.
 */
export type ExistingOccurrence = Reckoned<Pick<Occurrence, ReadColumn>> & {
  /** Places people hold or have bought, those of block bookings left out. */
  ofPeople: number
  /** Places bought or sold elsewhere. */
  confirmed: number
  /** Places on offer to people who wait. */
  offered: number
  /** With the places that the desk has sold out of those it keeps. */
  blocks: readonly { blockId: number; holdId: number; places: number; deskOnly: boolean }[]
}

/**
 * The occurrences of a venue from a day on, with their live holds. Holds are joined laterally, one occurrence at a time:
 * a plan made while the tables were small would scan all holds for each occurrence.
 */
export const existingOccurrencesFrom = async (
  db: Tx,
  venueId: number,
  day: string,
  now: Date,
): Promise<ExistingOccurrence[]> => {
  const { rows } = await sql<ExistingOccurrence>`
    select ${sql.join(readColumns.map(reckonedColumn))},
      coalesce(h.of_people, 0)::int as of_people, coalesce(h.confirmed, 0)::int as confirmed,
      coalesce(h.offered, 0)::int as offered,
      coalesce(h.blocks, '[]'::json) as blocks
    from occurrence o
    left join lateral (
      select sum(h.places) filter (where h.block_booking_id is null) as of_people,
        sum(h.places) filter (where h.state = 'confirmed') as confirmed,
        sum(h.places) filter (where h.waitlist_entry_id is not null) as offered,
        json_agg(json_build_object('blockId', h.block_booking_id, 'holdId', h.id, 'places', h.places + h.sold_at_desk,
          'deskOnly', h.state = 'held') order by h.id)
          filter (where h.block_booking_id is not null) as blocks
      from (
        select h.*, case when h.block_booking_id is null then 0 else coalesce((
            select sum(s.desk_places) from live_holds(${now}) s where s.desk_hold_id = h.id
          ), 0)::int end as sold_at_desk
        from live_holds(${now}) h where h.occurrence_id = o.id
      ) h
    ) h on true
    where o.venue_id = ${venueId} and (o.local_date >= ${day}
      or (o.planned_starts_at is not null and o.planned_starts_at >= ${now}))
    order by o.id`.execute(db)
  return rows
}

const reckonedColumn = (column: ReadColumn) => {
  const stored = sql.ref(`o.${column}`)
  return isInstant(column)
    ? sql`(extract(epoch from ${stored}) * 1000)::bigint as ${sql.ref(column)}`
    : stored
}

/** Locks what a plan will write, in the global lock order: occurrences by id, then floor by id. */
export const lockForPlan = async (tx: Tx, venueId: number, occurrenceIds: number[]): Promise<void> => {
  if (occurrenceIds.length > 0) {
    await sql`
      select 1 from occurrence where id = any(${occurrenceIds}::int[]) order by id for no key update`.execute(
      tx,
    )
  }
  await sql`select 1 from space where venue_id = ${venueId} order by id for no key update`.execute(tx)
}

/** Ends occurrences that no one took or gave back a place of meanwhile. Answers how many. */
export const endOccurrences = async (
  tx: Tx,
  ended: readonly { id: number; placesTaken: number }[],
  status: 'withdrawn' | 'cancelled',
): Promise<number[]> => {
  if (ended.length === 0) return []
  const counted = ended.map(({ placesTaken }) => placesTaken)
  const { rows } = await sql<{ id: number }>`
    update occurrence o set status = ${status}
    from unnest(${ended.map(({ id }) => id)}::int[], ${counted}::int[]) as e (id, places_taken)
    where o.id = e.id and o.places_taken = e.places_taken and o.status = 'scheduled'
    returning o.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Which one-off sessions have ever been in the timetable, also where they were called off. The slug of one that is over
 * has its id behind it once another has taken it.
 * @returns positions in the list
 */
export const listMadeOneOffs = async (
  tx: Tx,
  oneOffs: readonly { activityId: number; slug: string; startsAt: Date }[],
): Promise<number[]> => {
  const { rows } = await sql<{ nth: number }>`
    select x.nth::int as nth
    from unnest(
      ${oneOffs.map(({ activityId }) => activityId)}::int[], ${oneOffs.map(({ slug }) => slug)}::text[],
      ${oneOffs.map(({ startsAt }) => startsAt)}::timestamptz[]
    ) with ordinality as x (activity_id, slug, starts_at, nth)
    where exists (
      select 1 from occurrence o where o.activity_id = x.activity_id and o.slug is not null
        and split_part(o.slug, ':', 1) = x.slug
        and abs(extract(epoch from coalesce(o.planned_starts_at, o.starts_at) - x.starts_at)) < 86400
    )`.execute(tx)
  return rows.map(({ nth }) => nth - 1)
}

type ChangedRow = Reckoned<Pick<Occurrence, 'id' | WrittenColumn>>

/** Updates occurrences that the caller has locked. An occurrence never has less capacity than places taken. */
export const updateOccurrences = async (tx: Tx, changed: readonly ChangedRow[]): Promise<void> => {
  if (changed.length === 0) return
  const set = writtenColumns.map((column) => {
    const value = sql.ref(`x.${column}`)
    return sql`${sql.ref(column)} = ${column === 'capacity' ? sql`greatest(${value}, o.places_taken)` : value}`
  })
  await sql`
    update occurrence o set status = 'scheduled', ${sql.join(set)}
    from jsonb_populate_recordset(null::occurrence, ${toRecords(changed, ['id', ...writtenColumns])}::jsonb) x
    where o.id = x.id`.execute(tx)
}

/** Rows as `jsonb_populate_recordset` reads them. */
const toRecords = <Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map((column) => {
          const value = row[column]
          const isTime = isInstant(column) && typeof value === 'number'
          return [snakeName(column), isTime ? new Date(value).toISOString() : value]
        }),
      ),
    ),
  )

export type AddedRow = Omit<DesiredOccurrence, 'startMinutes'> &
  Pick<Occurrence, 'publicId'> & { status: 'scheduled' | 'cancelled' }

/** As `columnsOfLine`, in SQL. */
const columnOfSeries = (column: LineColumn) => {
  if (column === 'name') return sql`coalesce(s.name, a.name)`
  if (column === 'description')
    return sql`coalesce(s.description, case when a.kind <> 'courts' then a.description end)`
  return sql.ref(`s.${column}`)
}

/** Columns of so many rows a statement: more gain nothing, and a statement stays small. */
const rowsAtOnce = 2000

/**
 * New occurrences. What a series says of all of them is read from the series, so that a row is a few short columns. A
 * class is left out where a customer has taken its floor since it was planned.
 * @returns how many were made
 */
export const addFromSeries = async (tx: Tx, added: readonly AddedRow[]): Promise<number> => {
  let made = 0
  for (let first = 0; first < added.length; first += rowsAtOnce) {
    const rows = added.slice(first, first + rowsAtOnce)
    const { rows: ids } = await sql`
      insert into occurrence (public_id, venue_id, activity_id, location_id, series_id, starts_at, ends_at, local_date,
        composite_key, status, ${sql.join(lineColumns.map((column) => sql.ref(column)))})
      select x.public_id, a.venue_id, a.id, x.location_id, s.id, to_timestamp(x.starts_at / 1000),
        to_timestamp(x.ends_at / 1000), x.local_date, x.composite_key, x.status, ${sql.join(lineColumns.map(columnOfSeries))}
      from unnest(
        ${rows.map((row) => row.publicId)}::text[], ${rows.map((row) => row.seriesId)}::int[],
        ${rows.map((row) => row.locationId)}::int[], ${rows.map((row) => row.startsAt)}::float8[],
        ${rows.map((row) => row.endsAt)}::float8[], ${rows.map((row) => row.localDate)}::date[],
        ${rows.map((row) => row.compositeKey)}::text[], ${rows.map((row) => row.status)}::text[]
      ) with ordinality as x (
        public_id, series_id, location_id, starts_at, ends_at, local_date, composite_key, status, nth
      )
      join series s on s.id = x.series_id
      join activity a on a.id = s.activity_id
      where a.kind = 'courts' or x.status <> 'scheduled' or not exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = x.location_id
          and c.during && time_span(to_timestamp(x.starts_at / 1000), to_timestamp(x.ends_at / 1000))
      )
      order by x.nth
      on conflict do nothing
      returning id`.execute(tx)
    made += ids.length
  }
  return made
}

/**
 * New one-off occurrences, of which each says everything itself. The slug of one that is over is free for another: an open
 * day each spring.
 * @param today the venue's day
 */
export const addOneOffs = async (tx: Tx, added: readonly AddedRow[], today: string): Promise<number> => {
  if (added.length === 0) return 0
  await sql`
    update occurrence o set slug = o.slug || ':' || o.id
    from unnest(${added.map(({ activityId }) => activityId)}::int[], ${added.map(({ slug }) => slug)}::text[])
      as x (activity_id, slug)
    where o.activity_id = x.activity_id and o.slug = x.slug and o.local_date < ${today}`.execute(tx)
  const columns = [
    'publicId',
    'activityId',
    'slug',
    'status',
    ...writtenColumns.filter((column) => column !== 'plannedCapacity'),
  ] as const
  const { rows } = await sql`
    insert into occurrence (venue_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select a.venue_id, ${sql.join(columns.map((column) => sql.ref(`x.${column}`)))}
    from jsonb_populate_recordset(null::occurrence, ${toRecords(added, columns)}::jsonb) x
    join activity a on a.id = x.activity_id
    on conflict do nothing
    returning id`.execute(tx)
  return rows.length
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

/** What the programme had before the first change stays noted: where and when it is, and who takes it, apart. */
export const saveLogistics = async (
  tx: Tx,
  id: number,
  to: Logistics & { localDate: string; compositeKey: string },
): Promise<void> => {
  const {
    name,
    startsAt,
    endsAt,
    locationId,
    meetingPoint,
    joinLink,
    localDate,
    compositeKey,
    instructorIds,
  } = to
  const isChanged = sql`(name, starts_at, ends_at, location_id) is distinct from
    (${name}::text, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${locationId}::int)`
  await sql`
    update occurrence set
      planned_starts_at = coalesce(planned_starts_at, case when ${isChanged} then starts_at end),
      planned_location_id = coalesce(planned_location_id, case when ${isChanged} then location_id end),
      planned_name = coalesce(planned_name, case when ${isChanged} then name end),
      planned_instructor_ids = coalesce(planned_instructor_ids, nullif(instructor_ids, ${instructorIds}::int[])),
      instructor_ids = ${instructorIds}::int[], name = ${name}, starts_at = ${startsAt}, ends_at = ${endsAt}, location_id = ${locationId},
      meeting_point = ${meetingPoint}, local_date = ${localDate}, composite_key = ${compositeKey},
      join_link = (select nullif(${joinLink}::text, a.join_link) from activity a where a.id = occurrence.activity_id)
    where id = ${id}`.execute(tx)
}

/**
 * Of these sessions, those that people have booked, wait for, or have in unpaid baskets, also where the hold has lapsed;
 * with where their people meet.
 */
export const listExpected = async (
  tx: Tx,
  occurrenceIds: readonly number[],
): Promise<{ id: number; meetingPoint: string }[]> => {
  const { rows } = await sql<{ id: number; meetingPoint: string }>`
    select o.id, o.meeting_point from occurrence o
    where o.id = any(${occurrenceIds}::int[]) and (
      exists (
        select 1 from booking b
        where b.occurrence_id = o.id and b.status in ('booked', 'attended', 'not_attended')
      )
      or exists (select 1 from open_waitlist_entry w where w.occurrence_id = o.id)
      or exists (
        select 1 from hold h
        join basket_item bi on bi.hold_id = h.id and bi.removed_at is null
        join basket b on b.id = bi.basket_id and b.status <> 'paymentComplete'
        where h.occurrence_id = o.id and h.state in ('held', 'expired')
      )
    )`.execute(tx)
  return rows
}

export const locationNames = (
  tx: Tx,
  locationIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  tx.selectFrom('location').select(['id', 'name']).where('id', 'in', locationIds).execute()

export const instructorNames = (
  tx: Tx,
  instructorIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  instructorIds.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('instructor').select(['id', 'name']).where('id', 'in', instructorIds).execute()
