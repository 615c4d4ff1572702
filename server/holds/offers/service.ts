/** Waitlists and their offers: an offer is a hold, so it is made under the same locks (docs/decisions/0016). */
import type { Tx } from '#server/platform/database.ts'
import {
  endEntry,
  endRange,
  insertEntry,
  insertRange,
  lockAndPromote,
  offerOutOfTurn,
  promoteEntries,
  reopenRange,
  withdrawExcessOffers,
} from './queries.ts'
import type { CapacityLimit, JoinRangeResult, JoinResult, OfferOutcome, RangeJoining } from './queries.ts'

export type { JoinRefusal } from './queries.ts'

/** Adds a person to a waitlist, unless places are free. The caller has checked whether the person may book. */
export const addEntry = (
  tx: Tx,
  joining: { occurrenceId: number; personId: number; actorId: number; form: 'v1' | 'v2'; places: number },
  now: Date,
): Promise<JoinResult> => insertEntry(tx, joining, now)

/**
 * Removes an entry from its waitlist; a place offered to it goes to the next.
 * @returns false when it was no longer on the waitlist
 */
export const removeEntry = (
  tx: Tx,
  leaving: { entryId: number; actorId: number },
  now: Date,
): Promise<boolean> => endEntry(tx, leaving, now)

/** Adds a person to the waitlists of several occurrences, of which one at a time is offered to them. */
export const addRange = (tx: Tx, joining: RangeJoining, now: Date): Promise<JoinRangeResult> =>
  insertRange(tx, joining, now)

/**
 * Ends all entries of a range; a place offered to it goes to the next.
 * @returns false when it had ended
 */
export const removeRange = (
  tx: Tx,
  leaving: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => endRange(tx, leaving, now)

/**
 * Undoes `removeRange`: the entries wait again in their old positions.
 * @returns false when none of them can
 */
export const restoreRange = (
  tx: Tx,
  rejoining: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => reopenRange(tx, rejoining, now)

/** Offers a free place to an entry out of turn; the entries before it get an event that says so. */
export const offerPlace = (
  tx: Tx,
  offering: { entryId: number; actorId: number },
  now: Date,
): Promise<OfferOutcome> => offerOutOfTurn(tx, offering, now)

/** Ends offers that have lapsed and offers every free place to the next entry. Locks the places; safe to repeat. */
export const promoteWaitlist = (tx: Tx, occurrenceId: number, now: Date): Promise<void> =>
  lockAndPromote(tx, occurrenceId, now)

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
