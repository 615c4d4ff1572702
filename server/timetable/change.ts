import { sql } from 'kysely'
import { localDay, time } from '#contract/time.ts'
import { freeLapsedFloor, isFloorTaken, moveFloor } from '#server/holds/blockBookings.ts'
import { promoteLockedWaitlists, withdrawOffers } from '#server/holds/offers.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { hasTwin, lockForPlan, saveLogistics } from '#server/timetable/sql/occurrences.ts'
import { lockVenuePlan } from '#server/timetable/sql/programme.ts'
import type { Occurrence } from './occurrence.ts'
import { compositeKey } from './programme.ts'
import { isMoved, isSame, whyNotChanged } from './rules.ts'
import type { Logistics } from './rules.ts'

export type ChangeableRow = Logistics &
  Pick<Occurrence, 'id' | 'venueId' | 'status'> & {
    operatorId: number
    venueSlug: string
    activitySlug: string
    timezone: string
    locationName: string
    instructors: string[]
    isCourt: boolean
    capacity: number
  }

/**
 * Changes the name, time, place or instructors of a session, with the floor it takes up. The timetable leaves it so from then on.
 * The orders of its bookings are locked before, by the caller.
 * @returns what it was before, or null when it was so already
 * @throws Refusal `not_found`, `cancelled`, `begun`, `invalid_time`, `floor_taken`
 */
export const changeOccurrence = async (
  tx: Tx,
  id: number,
  change: (before: ChangeableRow) => Logistics,
  now: Date,
): Promise<ChangeableRow | null> => {
  const before = await lockOccurrence(tx, id)
  const wanted = change(before)
  const why = whyNotChanged(before, wanted, now)
  if (why === 'in_past' || why === 'ends_before_start')
    throw new Refusal('invalid_time', (messages) => messages.timetable.changes[why])
  if (why !== null) throw new Refusal(why, (messages) => messages.timetable.changes[why])
  if (isSame(before, wanted)) return null
  const room = (await roomsFor(tx, id)).find(({ id: roomId }) => roomId === wanted.locationId)
  if (room === undefined) throw notFound((messages) => messages.timetable.changes.roomNotFound)
  const moved = isMoved(before, wanted)
  if (moved) {
    await freeLapsedFloor(tx, before.venueId, now)
    if ((await isFloorTaken(tx, id, wanted)) || (await hasTwin(tx, id, wanted)))
      throw new Refusal('floor_taken', (messages) =>
        messages.timetable.changes.floorTaken({ room: room.name }),
      )
  }
  const { timezone, venueSlug, activitySlug } = before
  const localDate = localDay(wanted.startsAt, timezone)
  const clock = time(wanted.startsAt, timezone).format24Hour
  const key = compositeKey(`${venueSlug}/${activitySlug}/${localDate}/${clock}`)
  await saveLogistics(tx, id, { ...wanted, localDate, compositeKey: key })
  if (moved) await moveFloor(tx, id)
  tx.invalidate(before.venueId)
  return before
}

/**
 * Locks the plan of its venue, a session and all floor there, in this order.
 * @returns the session as it is under the locks
 * @throws Refusal `not_found`
 */
export const lockOccurrence = async (tx: Tx, id: number): Promise<ChangeableRow> => {
  const found = await changeableById(tx, id)
  if (found === undefined) throw notFound((messages) => messages.timetable.changes.sessionNotFound)
  await lockVenuePlan(tx, found.venueId)
  await lockForPlan(tx, found.venueId, [id])
  return (await changeableById(tx, id)) ?? found
}

export const changeableById = async (tx: Tx, id: number): Promise<ChangeableRow | undefined> => {
  const { rows } = await sql<ChangeableRow>`
    select o.id, v.operator_id, o.venue_id, v.slug as venue_slug, a.slug as activity_slug, v.timezone, o.name,
      o.starts_at, o.ends_at, o.location_id, l.name as location_name, o.meeting_point,
      coalesce(o.join_link, a.join_link) as join_link, o.status, o.instructor_ids, o.capacity, a.kind = 'courts' as is_court,
      array(
        select i.name from instructor i where i.id = any(o.instructor_ids)
        order by array_position(o.instructor_ids, i.id)
      ) as instructors
    from occurrence o
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where o.id = ${id}`.execute(tx)
  return rows[0]
}

/** Who takes a session, in their order. */
export const instructorsOf = async (
  tx: Tx,
  occurrenceId: number,
): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select i.id, i.name from occurrence o join instructor i on i.id = any(o.instructor_ids)
    where o.id = ${occurrenceId} order by array_position(o.instructor_ids, i.id)`.execute(tx)
  return rows
}

/** The rooms and courts of a venue that an activity takes place in, and the one that a session is in. */
export const roomsFor = async (tx: Tx, occurrenceId: number): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select l.id, l.name from occurrence o join location l on l.venue_id = o.venue_id
    join activity a on a.id = o.activity_id
    where o.id = ${occurrenceId} and (l.id = o.location_id or a.kind <> 'courts' or exists (
      select 1 from activity_location al where al.activity_id = a.id and al.location_id = l.id))
    order by l.position, l.id`.execute(tx)
  return rows
}

/**
 * Gives a session another number of places, which the programme leaves so. No place is taken from anybody who has it:
 * with fewer places than are taken those that come free are not sold again. Offers to people who wait are withdrawn.
 * @returns its places, and how many of them are taken
 * @throws Refusal `not_found`, `cancelled`, `begun`, `is_court`
 */
export const resizeOccurrence = async (
  tx: Tx,
  id: number,
  places: number,
  now: Date,
): Promise<{ capacity: number; taken: number }> => {
  const { status, startsAt, venueId, isCourt } = await lockOccurrence(tx, id)
  if (isCourt) throw new Refusal('is_court', (messages) => messages.timetable.changes.courtHasOnePlace)
  if (status !== 'scheduled')
    throw new Refusal('cancelled', (messages) => messages.timetable.changes.cancelled)
  if (startsAt <= now) throw new Refusal('begun', (messages) => messages.timetable.changes.begun)
  await withdrawOffers(tx, [{ id, capacity: places }], now)
  const { rows } = await sql<{ capacity: number; taken: number }>`
    update occurrence set staff_capacity = ${places}, capacity = greatest(${places}::int, places_taken),
      planned_capacity = case when places_taken > ${places}::int then ${places}::int end
    where id = ${id} returning capacity, places_taken as taken`.execute(tx)
  await promoteLockedWaitlists(tx, [id], now)
  tx.invalidate(venueId)
  return rows[0] ?? { capacity: places, taken: 0 }
}

/** What a session was before it changed. */
export type SessionBefore = {
  name: string
  startsAt: string
  endsAt: string
  timezone: string
  where: string
  /** Left out where nobody could see them. */
  instructors?: string[]
}

/** In words, for those who know it as it was. */
export const describeSessionBefore = (
  messages: Messages,
  { name, startsAt, endsAt, timezone, where, instructors = [] }: SessionBefore,
): string => {
  const [from, to] = [new Date(startsAt), new Date(endsAt)]
  return messages.bookings.mail.was({
    name,
    when: messages.bookings.mail.when({
      day: messages.format.fullDay(localDay(from, timezone)),
      ...sessionTimes(messages, { startsAt: from, endsAt: to, timezone }),
    }),
    where,
    instructors,
  })
}
