import { freeLapsedFloor, isFloorTaken, moveFloor } from '#server/holds/block-bookings/service.ts'
import { changes as messages } from '#server/messages/en/timetable.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { time } from '#contract/time.ts'
import { lockForPlan } from '#server/timetable/generation/occurrences/queries.ts'
import { lockVenuePlan } from '#server/timetable/generation/queries.ts'
import { compositeKey } from '#server/timetable/programme/rules.ts'
import { changeableById, hasTwin, roomsFor, saveLogistics } from './queries.ts'
import type { ChangeableRow } from './queries.ts'
import { isMoved, isSame, whyNotChanged } from './rules.ts'
import type { Logistics } from './rules.ts'

export { changeableById, roomsFor } from './queries.ts'
export type { ChangeableRow } from './queries.ts'
export type { Logistics } from './rules.ts'

/**
 * Changes the name, time or place of a session, with the floor it takes up. The timetable leaves it so from then on.
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
  const found = await changeableById(tx, id)
  if (found === undefined) throw notFound(messages.sessionNotFound)
  await lockVenuePlan(tx, found.venueId)
  await lockForPlan(tx, found.venueId, [id])
  // Read again under the locks.
  const before = (await changeableById(tx, id)) ?? found
  const wanted = change(before)
  const why = whyNotChanged(before, wanted, now)
  if (why === 'in_past' || why === 'ends_before_start') throw new Refusal('invalid_time', messages[why])
  if (why !== null) throw new Refusal(why, messages[why])
  if (isSame(before, wanted)) return null
  const room = (await roomsFor(tx, id)).find(({ id: roomId }) => roomId === wanted.locationId)
  if (room === undefined) throw notFound(messages.roomNotFound)
  const moved = isMoved(before, wanted)
  if (moved) {
    await freeLapsedFloor(tx, before.venueId, now)
    if ((await isFloorTaken(tx, id, wanted)) || (await hasTwin(tx, id, wanted)))
      throw new Refusal('floor_taken', messages.floorTaken({ room: room.name }))
  }
  const { timezone, venueSlug, activitySlug } = before
  const localDate = dayOf(wanted.startsAt, timezone)
  const clock = time(wanted.startsAt, timezone).format24Hour
  const key = compositeKey(`${venueSlug}/${activitySlug}/${localDate}/${clock}`)
  await saveLogistics(tx, id, { ...wanted, localDate, compositeKey: key })
  if (moved) await moveFloor(tx, id)
  tx.invalidate(before.venueId)
  return before
}
