import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { lineColumns } from '#server/timetable/occurrence.ts'
import type { Series } from '#server/timetable/programme.ts'

/* Rows as they stand; instants as milliseconds, as planning wants them. */

export type VenueRow = {
  id: number
  operatorId: number
  slug: string
  timezone: string
  status: string
  releaseDaysVisitor: number
  releaseDaysCustomer: number
  releaseTime: string
  plannedOn: string | null
}

export const venuesToPlan = async (db: Tx, operatorId: number | undefined): Promise<VenueRow[]> => {
  let query = db
    .selectFrom('venue')
    .select([
      'id',
      'operatorId',
      'slug',
      'timezone',
      'status',
      'releaseDaysVisitor',
      'releaseDaysCustomer',
      'releaseTime',
      'plannedOn',
    ])
    .orderBy('id')
  if (operatorId !== undefined) query = query.where('operatorId', '=', operatorId)
  return query.execute()
}

export const recordPlanned = async (tx: Tx, venueId: number, day: string): Promise<void> => {
  await tx.updateTable('venue').set({ plannedOn: day }).where('id', '=', venueId).execute()
}

/** One at a time plans a venue: an import and the job, or the jobs of two nodes. Until the transaction ends. */
export const lockVenuePlan = async (tx: Tx, venueId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('timetable'), ${venueId}::int)`.execute(tx)
}

export const activitiesOf = (db: Tx, venueId: number) =>
  db
    .selectFrom('activity')
    .select(['id', 'slug', 'name', 'kind', 'description', 'releaseDays', 'releaseTime', 'releaseMinutes'])
    .where('venueId', '=', venueId)
    .where('withdrawn', '=', false)
    .execute()

export const seriesOf = async (db: Tx, venueId: number): Promise<Series[]> => {
  const { rows } = await sql<Series>`
    select s.id, s.activity_id, s.weekdays, s.start_time, s.duration_minutes, s.until_time, s.step_minutes,
      s.valid_from, s.valid_until, s.exceptions, ${sql.join(lineColumns.map((column) => sql.ref(`s.${column}`)))},
      array(
        select sl.location_id from series_location sl join location l on l.id = sl.location_id
        where sl.series_id = s.id order by l.position, l.id
      ) as location_ids
    from series s join activity a on a.id = s.activity_id
    where a.venue_id = ${venueId} and not a.withdrawn and not s.withdrawn
    order by s.id`.execute(db)
  return rows
}

export const closuresOf = async (db: Tx, venueId: number, since: Date) => {
  const { rows } = await sql<{ locationId: number | null; startsAt: number; endsAt: number | null }>`
    select location_id, (extract(epoch from starts_at) * 1000)::bigint as starts_at,
      (extract(epoch from ends_at) * 1000)::bigint as ends_at
    from closure where venue_id = ${venueId} and (ends_at is null or ends_at > ${since})`.execute(db)
  return rows
}

export const blockBookingsOf = (db: Tx, venueId: number) =>
  db
    .selectFrom('blockBooking as b')
    .innerJoin('activity as a', 'a.id', 'b.activityId')
    .select([
      'b.id',
      'b.activityId',
      'b.locationId',
      'b.weekdays',
      'b.startTime',
      'b.untilTime',
      'b.validFrom',
      'b.validUntil',
      'b.places',
      'b.deskOnly',
    ])
    .where('a.venueId', '=', venueId)
    .where('b.withdrawn', '=', false)
    .orderBy('b.id')
    .execute()

/** The days from one on that the desk has opened, earliest first. */
export const openedDaysOf = async (db: Tx, venueId: number, from: string): Promise<string[]> => {
  const days = await db
    .selectFrom('openedDay')
    .select('day')
    .where('venueId', '=', venueId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
  return days.map(({ day }) => day)
}

/** @returns false where it is open already */
export const insertOpenedDay = async (db: Tx, venueId: number, day: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('openedDay')
    .values({ venueId, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const spacesOf = (db: Tx, venueId: number) =>
  db
    .selectFrom('locationSpace as s')
    .innerJoin('location as l', 'l.id', 's.locationId')
    .select(['s.locationId', 's.spaceId'])
    .where('l.venueId', '=', venueId)
    .execute()

/** Floor that customers and block bookings hold from an instant on. */
export const floorHeld = async (db: Tx, venueId: number, now: Date) => {
  const { rows } = await sql<{ spaceId: number; from: number; to: number }>`
    select c.space_id, (extract(epoch from lower(c.during)) * 1000)::bigint as "from",
      (extract(epoch from upper(c.during)) * 1000)::bigint as "to"
    from space_claim c
    join space s on s.id = c.space_id
    join live_holds(${now}) h on h.id = c.hold_id
    where s.venue_id = ${venueId} and upper(c.during) > ${now}`.execute(db)
  return rows
}

/** Floor that is let to hirers from an instant on, also where it is not theirs yet, with their names. */
export const floorHired = async (db: Tx, venueId: number, now: Date): Promise<FloorHired[]> => {
  const { rows } = await sql<FloorHired>`
    select ls.space_id, (extract(epoch from d.starts_at) * 1000)::bigint as "from",
      (extract(epoch from d.ends_at) * 1000)::bigint as "to", r.name
    from hire_date d
    join hire h on h.id = d.hire_id
    join hirer r on r.id = h.hirer_id
    join location_space ls on ls.location_id = d.location_id
    where h.venue_id = ${venueId} and d.state = 'let' and d.ends_at > ${now}
    order by d.id, ls.space_id`.execute(db)
  return rows
}

export type FloorHired = { spaceId: number; from: number; to: number; name: string }
