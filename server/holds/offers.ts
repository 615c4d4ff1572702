import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** As `promoteWaitlist`, for occurrences whose places and floor the caller has locked. */
export const promoteLockedWaitlists = async (
  tx: Tx,
  occurrenceIds: readonly number[],
  now: Date,
): Promise<void> => {
  if (occurrenceIds.length > 0) await promoteEntries(tx, occurrenceIds, now)
}

/** Withdraws the latest offers of occurrences that are to have less capacity than places are taken. */
export const withdrawOffers = async (tx: Tx, limits: readonly CapacityLimit[], now: Date): Promise<void> => {
  if (limits.length > 0) await withdrawExcessOffers(tx, limits, now)
}

export type JoinRefusal =
  | 'already_on_waitlist'
  | 'places_free'
  | 'already_booked'
  | 'clash'
  | 'closed'
  | 'cancelled'

type JoinResult = { outcome: 'ok'; entryId: number } | { outcome: JoinRefusal; entryId: null }

/** Waitlists and their offers: an offer is a hold, so it is made under the same locks (docs/decisions/0016). */

/** Adds a person to a waitlist, unless places are free. The caller has checked whether the person may book. */
export const addEntry = async (
  tx: Tx,
  joining: { occurrenceId: number; personId: number; actorId: number; form: 'v1' | 'v2'; places: number },
  now: Date,
): Promise<JoinResult> => {
  const { occurrenceId, personId, actorId, form, places } = joining
  const { rows } = await sql<JoinResult>`
    select outcome, entry_id
    from join_waitlist(${occurrenceId}, ${personId}, ${actorId}, ${form}, ${places}, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'closed', entryId: null }
}

/**
 * Removes an entry from its waitlist; a place offered to it goes to the next.
 * @returns false when it was no longer on the waitlist
 */
export const removeEntry = async (
  tx: Tx,
  leaving: { entryId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`
    select leave_waitlist(${leaving.entryId}, ${leaving.actorId}, ${now}) as removed`.execute(tx)
  return rows[0]?.removed ?? false
}

type RangeJoining = {
  occurrenceIds: readonly number[]
  personId: number
  actorId: number
  form: 'v1' | 'v2'
  /** Wall times, `18:00`. */
  from: string
  to: string
}

type JoinRangeResult = { outcome: 'ok'; rangeId: number } | { outcome: JoinRefusal; rangeId: null }

/** Adds a person to the waitlists of several occurrences, of which one at a time is offered to them. */
export const addRange = async (
  tx: Tx,
  { occurrenceIds, personId, actorId, form, from, to }: RangeJoining,
  now: Date,
): Promise<JoinRangeResult> => {
  const { rows } = await sql<JoinRangeResult>`
    select outcome, range_id from join_waitlist_range(${occurrenceIds}::int[], ${personId}, ${actorId}, ${form},
      ${from}::time, ${to}::time, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'closed', rangeId: null }
}

/**
 * Ends all entries of a range; a place offered to it goes to the next.
 * @returns false when it had ended
 */
export const removeRange = async (
  tx: Tx,
  leaving: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`
    select leave_waitlist_range(${leaving.rangeId}, ${leaving.actorId}, ${now}) as removed`.execute(tx)
  return rows[0]?.removed ?? false
}

/**
 * Undoes `removeRange`: the entries wait again in their old positions.
 * @returns false when none of them can
 */
export const restoreRange = async (
  tx: Tx,
  rejoining: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ resumed: boolean }>`
    select rejoin_waitlist_range(${rejoining.rangeId}, ${rejoining.actorId}, ${now}) as resumed`.execute(tx)
  return rows[0]?.resumed ?? false
}

/** Why a place cannot be offered: what became of the entry, or why there is no place. */
type OfferRefusal =
  | 'offered'
  | 'taken'
  | 'passed'
  | 'closed'
  | 'left'
  | 'full'
  | 'held'
  | 'clash'
  | 'cancelled'

type OfferOutcome = 'ok' | OfferRefusal

/** Offers a free place to an entry out of turn; the entries before it get an event that says so. */
export const offerPlace = async (
  tx: Tx,
  offering: { entryId: number; actorId: number },
  now: Date,
): Promise<OfferOutcome> => {
  const { rows } = await sql<{ outcome: OfferOutcome }>`
    select offer_out_of_turn(${offering.entryId}, ${offering.actorId}, ${now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'closed'
}

/**
 * Keeps places of the sessions that are offered instead of a called-off one for those who have booked it. The caller has
 * locked all of them, and their floor.
 */
export const offerInstead = async (tx: Tx, calledOffId: number, now: Date): Promise<void> => {
  await sql`select offer_instead(${calledOffId}, ${now})`.execute(tx)
}

/** Occurrences and the most places that may be taken of each. */
type CapacityLimit = { id: number; capacity: number }

const withdrawExcessOffers = async (tx: Tx, limits: readonly CapacityLimit[], now: Date): Promise<void> => {
  await sql`
    select withdraw_offers(o.id, x.capacity, ${now})
    from unnest(${limits.map(({ id }) => id)}::int[], ${limits.map(({ capacity }) => capacity)}::int[]) as x (id, capacity)
    join occurrence o on o.id = x.id and o.places_taken > x.capacity`.execute(tx)
}

/** Ends offers that have lapsed and offers every free place to the next entry. Locks the places; safe to repeat. */
export const promoteWaitlist = async (tx: Tx, occurrenceId: number, now: Date): Promise<void> => {
  await sql`select lock_places(array[${occurrenceId}::int])`.execute(tx)
  await sql`select promote_waitlist(${occurrenceId}, ${now})`.execute(tx)
}

/** The caller holds the locks of the occurrences and their floor. */
const promoteEntries = async (tx: Tx, occurrenceIds: readonly number[], now: Date): Promise<void> => {
  await sql`
    select promote_waitlist(w.occurrence_id, ${now})
    from (select distinct occurrence_id from waitlist_entry
      where state in ('waiting', 'offered') and occurrence_id = any(${occurrenceIds}::int[])) w`.execute(tx)
}
