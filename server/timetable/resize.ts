import { sql } from 'kysely'
import { promoteLockedWaitlists, withdrawOffers } from '#server/holds/offers.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { lockOccurrence } from './change.ts'

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
