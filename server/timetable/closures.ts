import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Closure } from '#contract/attendance.ts'
import { daysAfter, instant, localDay, moment } from '#contract/time.ts'
import { isFloorTaken } from '#server/holds/blockBookings.ts'
import { promoteLockedWaitlists } from '#server/holds/offers.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { callOffAll, takeBackEnds } from './callOff.ts'
import { generateOccurrences } from './generate.ts'
import { lockForPlan } from './sql/occurrences.ts'
import { lockVenuePlan } from './sql/programme.ts'

/* Closures by staff, of places of a venue and an interval. Those of the operator's files are written by the import. */

/** Which places are closed when. */
export type ClosedPlaces = {
  venueId: number
  /** None: the whole venue. */
  locationIds: readonly number[]
  startsAt: Date
  /** null: until further notice. */
  endsAt: Date | null
}

/** A session to come that stands on closed places. `isBooked`: somebody has bought it, here or elsewhere. */
export type ClosedSession = {
  id: number
  name: string
  startsAt: Date
  localDate: string
  timezone: string
  isBooked: boolean
  isOneOff: boolean
}

/** The sessions to come that a closure falls on, by id. */
export const sessionsClosedBy = async (
  tx: Tx,
  { venueId, locationIds, startsAt, endsAt }: ClosedPlaces,
  now: Date,
): Promise<ClosedSession[]> => {
  const { rows } = await sql<ClosedSession>`
    select o.id, o.name, o.starts_at, o.local_date, v.timezone, o.slug is not null as is_one_off, exists (
      select from live_holds(${now}) h where h.occurrence_id = o.id and h.state = 'confirmed'
    ) as is_booked
    from occurrence o join venue v on v.id = o.venue_id
    where o.venue_id = ${venueId} and o.status = 'scheduled' and o.starts_at > ${now}
      and o.ends_at > ${startsAt} and (${endsAt}::timestamptz is null or o.starts_at < ${endsAt})
      and (${locationIds.length === 0} or o.location_id = any(${[...locationIds]}::int[]) or exists (
        select from location_space closed join location_space used on used.space_id = closed.space_id
        where closed.location_id = any(${[...locationIds]}::int[]) and used.location_id = o.location_id))
    order by o.id`.execute(tx)
  return rows
}

/**
 * Closes places: sessions there that are booked are called off, for a minute in a way that can be taken back; the others
 * are withdrawn, and none is made. The orders of their bookings are locked before, by the caller.
 * @param more.reason what people are told; '' for nothing
 * @param more.note what staff alone read
 * @param more.offers by session that is called off, what is offered instead
 * @returns the closure, and which sessions were called off
 */
export const closePlaces = async (
  tx: Tx,
  closed: ClosedPlaces,
  { offers, ...more }: { reason: string; note: string; offers: ReadonlyMap<number, readonly number[]> },
  now: Date,
): Promise<{ id: number; dueAt: Date; calledOff: number[] }> => {
  const { venueId, locationIds, startsAt, endsAt } = closed
  await lockVenuePlan(tx, venueId)
  await lockForPlan(
    tx,
    venueId,
    (await sessionsClosedBy(tx, closed, now)).map(({ id }) => id),
  )
  const sessions = await sessionsClosedBy(tx, closed, now)
  const calledOff = sessions.filter(({ isBooked }) => isBooked).map(({ id }) => id)
  const { id } = await tx
    .insertInto('venueClosing')
    .values({
      venueId,
      startsAt,
      endsAt,
      ...more,
      closedAt: now,
      withdrawnOneOffs: sessions.filter((one) => one.isOneOff && !one.isBooked).map((one) => one.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('closure')
    .values(
      (locationIds.length === 0 ? [null] : locationIds).map((locationId) => ({
        venueId,
        locationId,
        startsAt,
        endsAt,
        reason: more.reason,
        closingId: id,
      })),
    )
    .execute()
  const dueAt = await callOffAll(tx, calledOff, { reason: more.reason, offers, closingId: id }, now)
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
  return { id, dueAt, calledOff }
}

/**
 * Takes back a closure of which nothing has left the house: its sessions take place as if nothing had been.
 * @throws Refusal `too_late`
 */
export const takeBackClosing = async (tx: Tx, { id, venueId }: Closing, now: Date): Promise<void> => {
  await lockVenuePlan(tx, venueId)
  const off = await tx
    .selectFrom('callOff')
    .select(['occurrenceId', 'settledAt'])
    .where('closingId', '=', id)
    .orderBy('occurrenceId')
    .execute()
  const ids = off.map(({ occurrenceId }) => occurrenceId)
  await lockForPlan(tx, venueId, ids)
  const closing = await tx
    .selectFrom('venueClosing')
    .select('closedAt')
    .where('id', '=', id)
    .executeTakeFirst()
  const isOver = closing === undefined || takeBackEnds(closing.closedAt) <= now
  if (isOver || off.some(({ settledAt }) => settledAt !== null))
    throw new Refusal('too_late', (messages) => messages.timetable.changes.callOffSettled)
  await restoreOneOffs(tx, id, now)
  await tx.deleteFrom('closure').where('closingId', '=', id).execute()
  if (ids.length > 0) {
    await tx.deleteFrom('callOff').where('closingId', '=', id).execute()
    await tx.updateTable('occurrence').set({ status: 'scheduled' }).where('id', 'in', ids).execute()
    await promoteLockedWaitlists(tx, ids, now)
  }
  await tx.deleteFrom('venueClosing').where('id', '=', id).execute()
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
}

/** Staff say that a closure goes on. */
export const confirmClosing = async (tx: Tx, { id }: Closing, now: Date): Promise<void> => {
  await tx.updateTable('venueClosing').set({ confirmedAt: now }).where('id', '=', id).execute()
}

/**
 * Opens again what staff have closed, from now on. What was called off stays so, because people were told. What the
 * operator's files have, too, is remembered, so that an import does not close it again.
 */
export const endClosing = async (
  tx: Tx,
  { id, venueId }: Closing,
  endedBy: number,
  now: Date,
): Promise<void> => {
  await lockVenuePlan(tx, venueId)
  await restoreOneOffs(tx, id, now)
  await rememberLifted(tx, sql`closing_id = ${id} and is_in_files`, endedBy, now)
  const hasBegun = sql<boolean>`starts_at < ${now}`
  await tx.updateTable('closure').set({ endsAt: now }).where('closingId', '=', id).where(hasBegun).execute()
  await tx.updateTable('venueClosing').set({ endsAt: now }).where('id', '=', id).where(hasBegun).execute()
  await tx.deleteFrom('closure').where('closingId', '=', id).where('startsAt', '>=', now).execute()
  await tx.deleteFrom('venueClosing').where('id', '=', id).where('startsAt', '>=', now).execute()
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
}

/** Puts one-off sessions that a closure has withdrawn into the programme again, where their floor is free still. */
const restoreOneOffs = async (tx: Tx, closingId: number, now: Date): Promise<void> => {
  const sessions = await tx
    .selectFrom('occurrence as o')
    .innerJoin('venueClosing as c', 'c.venueId', 'o.venueId')
    .select(['o.id', 'o.locationId', 'o.startsAt', 'o.endsAt'])
    .where('c.id', '=', closingId)
    .where(sql<boolean>`o.id = any(c.withdrawn_one_offs)`)
    .where('o.status', '=', 'withdrawn')
    .where('o.startsAt', '>', now)
    .orderBy('o.id')
    .execute()
  for (const session of sessions)
    if (!(await isFloorTaken(tx, session.id, session)))
      await tx.updateTable('occurrence').set({ status: 'scheduled' }).where('id', '=', session.id).execute()
}

/** A closure by staff. */
export type Closing = { id: number; venueId: number }

/** A closure by staff that is not over. */
export const closingById = async (
  tx: Tx,
  operatorId: number,
  id: number,
  now: Date,
): Promise<Closing | undefined> =>
  tx
    .selectFrom('venueClosing as c')
    .innerJoin('venue as v', 'v.id', 'c.venueId')
    .select(['c.id', 'c.venueId'])
    .where('c.id', '=', id)
    .where('v.operatorId', '=', operatorId)
    .where((where) => where.or([where('c.endsAt', 'is', null), where('c.endsAt', '>', now)]))
    .executeTakeFirst()

/** A closure of the operator's files that is not over; of several places, all of them. */
export type FileClosure = { venueId: number; startsAt: Date; endsAt: Date | null; reason: string }

export const fileClosureById = async (
  tx: Tx,
  operatorId: number,
  id: number,
  now: Date,
): Promise<FileClosure | undefined> =>
  tx
    .selectFrom('closure as c')
    .innerJoin('venue as v', 'v.id', 'c.venueId')
    .select(['c.venueId', 'c.startsAt', 'c.endsAt', 'c.reason'])
    .where('c.id', '=', id)
    .where('c.closingId', 'is', null)
    .where('v.operatorId', '=', operatorId)
    .where((where) => where.or([where('c.endsAt', 'is', null), where('c.endsAt', '>', now)]))
    .executeTakeFirst()

/**
 * Opens again what the operator's files have closed, from now on. It is remembered, so that an import does not close it
 * while the files say the same.
 */
export const liftFileClosure = async (
  tx: Tx,
  { venueId, startsAt, endsAt, reason }: FileClosure,
  liftedBy: number,
  now: Date,
): Promise<void> => {
  await lockVenuePlan(tx, venueId)
  const same = sql`closing_id is null and venue_id = ${venueId} and starts_at = ${startsAt}
    and ends_at is not distinct from ${endsAt}::timestamptz and reason = ${reason}`
  await rememberLifted(tx, same, liftedBy, now)
  if (startsAt < now) await sql`update closure set ends_at = ${now} where ${same}`.execute(tx)
  else await sql`delete from closure where ${same}`.execute(tx)
  await generateOccurrences(tx, { now, venueId })
  tx.invalidate(venueId)
}

const rememberLifted = async (
  tx: Tx,
  which: RawBuilder<unknown>,
  liftedBy: number,
  now: Date,
): Promise<void> => {
  await sql`
    insert into lifted_closure (venue_id, location_id, starts_at, ends_at, reason, lifted_by, lifted_at)
    select venue_id, location_id, starts_at, ends_at, reason, ${liftedBy}::int, ${now} from closure where ${which}`.execute(
    tx,
  )
}

export type ClosureRow = {
  id: number
  /** null: of the operator's files. */
  closedAt: Date | null
  confirmedAt: Date | null
  places: string[]
  /** Of the same; null for the whole venue. */
  locationIds: (number | null)[]
  startsAt: Date
  endsAt: Date | null
  reason: string
  note: string
}

/** The closures of a venue between two instants, those of one act together. */
export const closuresBetween = async (
  tx: Tx,
  venueId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ClosureRow[]> => {
  const { rows } = await sql<ClosureRow>`
    select coalesce(c.closing_id, min(c.id)) as id, k.closed_at, k.confirmed_at, c.starts_at, c.ends_at, c.reason,
      coalesce(k.note, '') as note,
      coalesce(array_agg(l.name order by l.position, l.id) filter (where l.id is not null), '{}') as places,
      array_agg(distinct c.location_id) as location_ids
    from closure c
    left join venue_closing k on k.id = c.closing_id
    left join location l on l.id = c.location_id
    where c.venue_id = ${venueId} and c.starts_at < ${to} and (c.ends_at is null or c.ends_at > ${from})
    group by c.closing_id, k.closed_at, k.confirmed_at, k.note, c.starts_at, c.ends_at, c.reason
    order by c.starts_at, 1`.execute(tx)
  return rows
}

/** The places of a venue that can be closed. */
export const placesOf = (tx: Tx, venueId: number) =>
  tx
    .selectFrom('location')
    .select(['id', 'name'])
    .where('venueId', '=', venueId)
    .where('kind', '=', 'resource')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** A closure on a day, as staff see it. */
export type DayClosure = { row: ClosureRow; closure: Closure }

/** The closures of a venue that fall on a day, and when that begins and ends. */
export const readClosuresOfDay = async (
  tx: Tx,
  { id, timezone }: { id: number; timezone: string },
  day: string,
  now: Date,
): Promise<{ from: Date; to: Date; closures: DayClosure[] }> => {
  const from = instantOf(day, '00:00', timezone)
  const to = instantOf(daysAfter(day, 1), '00:00', timezone)
  const rows = await closuresBetween(tx, id, { from, to })
  return { from, to, closures: rows.map((row) => ({ row, closure: presentClosure(row, timezone, now) })) }
}

const presentClosure = (row: ClosureRow, timezone: string, now: Date): Closure => {
  const { id, places, startsAt, endsAt, closedAt, confirmedAt, reason, note } = row
  const ends = closedAt === null ? null : takeBackEnds(closedAt)
  return {
    id,
    places,
    from: moment(startsAt, timezone),
    until: endsAt === null ? null : moment(endsAt, timezone),
    publicReason: reason,
    reason: note,
    origin: closedAt === null ? 'files' : 'office',
    asksIfClosed:
      closedAt !== null &&
      endsAt === null &&
      localDay(latest(confirmedAt ?? closedAt, startsAt), timezone) < localDay(now, timezone),
    takeBackUntil: ends === null || ends <= now ? null : instant(ends),
  }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
