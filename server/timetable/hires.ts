import { sql } from 'kysely'
import { claimHireFloor, freeLapsedFloor, releaseHireFloor } from '#server/holds/blockBookings.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ClosedPlaces } from './closures.ts'
import { generateOccurrences } from './generate.ts'
import { lockForPlan } from './sql/occurrences.ts'
import { lockVenuePlan } from './sql/programme.ts'

/* The floor of hires in the timetable: docs/decisions/0077-a-hire-has-its-floor-as-a-booking-has.md. */

type DateAt = { locationId: number; startsAt: Date; endsAt: Date }

/** A date that is let to a hirer. */
export type HiredDate = {
  hirerId: number
  hirer: string
  phone: string
  localDate: string
  timezone: string
  place: string
}

/** The dates to come that are let on the floor of closed places, the next ones first. */
export const hiresClosedBy = async (
  tx: Tx,
  { venueId, locationIds, startsAt, endsAt }: ClosedPlaces,
  now: Date,
): Promise<HiredDate[]> => {
  const { rows } = await sql<HiredDate>`
    select r.id as hirer_id, r.name as hirer, r.phone, d.local_date, v.timezone, l.name as place
    from hire_date d
    join hire h on h.id = d.hire_id and h.venue_id = ${venueId}
    join venue v on v.id = h.venue_id
    join hirer r on r.id = h.hirer_id
    join location l on l.id = d.location_id
    where d.state = 'let' and d.ends_at > ${now} and d.ends_at > ${startsAt}
      and (${endsAt}::timestamptz is null or d.starts_at < ${endsAt})
      and (${locationIds.length === 0} or exists (
        select 1 from location_space closed join location_space used on used.space_id = closed.space_id
        where closed.location_id = any(${[...locationIds]}::int[]) and used.location_id = d.location_id))
    order by d.starts_at, d.id`.execute(tx)
  return rows
}

/** Locks all that letting places on some dates changes: the plan of the venue, what is on there, and its floor. */
export const lockForHire = async (
  tx: Tx,
  venueId: number,
  dates: readonly DateAt[],
  now: Date,
): Promise<void> => {
  await lockVenuePlan(tx, venueId)
  await lockForPlan(tx, venueId, await listSessionsAt(tx, venueId, dates, now))
  await freeLapsedFloor(tx, venueId, now)
}

/** The sessions to come of a venue on the floor of places at some times, also courts that nobody has booked. */
const listSessionsAt = async (
  tx: Tx,
  venueId: number,
  dates: readonly DateAt[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct o.id
    from unnest(${dates.map(({ locationId }) => locationId)}::int[],
      ${dates.map(({ startsAt }) => startsAt)}::timestamptz[], ${dates.map(({ endsAt }) => endsAt)}::timestamptz[])
      as d (location_id, starts_at, ends_at)
    join occurrence o on o.venue_id = ${venueId} and o.status = 'scheduled' and o.starts_at > ${now}
      and o.starts_at < d.ends_at and o.ends_at > d.starts_at
    join location_space used on used.location_id = o.location_id
    join location_space wanted on wanted.space_id = used.space_id and wanted.location_id = d.location_id
    order by o.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Gives hires the floor of their dates as far as it is free, under the locks above. Courts that nobody has booked give way. */
export const letFloorToHires = async (tx: Tx, venueId: number, now: Date): Promise<void> => {
  await claimHireFloor(tx, venueId, now)
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
}

/** Leaves dates out of hires: their floor is free, and what the programme has there comes back. */
export const leaveOutOfTimetable = async <T>(
  tx: Tx,
  venueId: number,
  leaveOut: () => Promise<T>,
  now: Date,
): Promise<T> => {
  await lockVenuePlan(tx, venueId)
  const result = await leaveOut()
  await releaseHireFloor(tx, venueId)
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
  return result
}

/** Gives hires what has come free since it was called off for them. */
export const letFreedFloor = async (tx: Tx, venueId: number, now: Date): Promise<void> => {
  await lockVenuePlan(tx, venueId)
  await lockForPlan(tx, venueId, [])
  await claimHireFloor(tx, venueId, now)
}
