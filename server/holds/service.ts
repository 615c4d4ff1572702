/**
 * The reservation core: the one writer of places, floor, holds and offers. Its rules are the SQL functions of
 * db/functions; offers to the waitlist are in ./offers, places sold outside this system in ./block-bookings.
 */
import { createBatcher } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import {
  confirmItems,
  freeHolds,
  holdForMove,
  lapseHolds,
  listLapsedHolds,
  lockOccurrences,
  moveHold,
  renewItems,
  takeBatch,
} from './queries.ts'
import type { LostPlace, MoveResult, PlaceRequest, TakeResult } from './queries.ts'

export { findNextRelease } from './queries.ts'
export type { LostPlace, MoveResult, RequestedItem, TakeResult } from './queries.ts'

/** Requests a statement, and statements under way, at most (measured: docs/decisions/0010). */
const batchSize = 64
const inFlight = 2

export type Holds = {
  /** Takes places for a basket, all or none, in a transaction of its own. Resolves when its batch has been answered. */
  takePlaces: (request: PlaceRequest) => Promise<TakeResult>
  /** Resolves when every request has been answered; for a graceful stop. */
  idle: () => Promise<void>
}

/** Batches concurrent requests into one statement, so that they do not queue for the lock of one row. */
export const createHolds = (db: Database, now: () => Date): Holds => {
  const batcher = createBatcher((requests: PlaceRequest[]) => takeBatch(db, requests, now()), {
    name: 'places',
    batchSize,
    inFlight,
  })
  return { takePlaces: batcher.load, idle: batcher.idle }
}

/**
 * Extends the holds of basket items until `until`; never shortens one. A lapsed hold is taken again if its places are
 * free.
 * @returns the items whose places are gone; the caller refuses, which rolls back the rest
 */
export const renewPlaces = (tx: Tx, itemIds: number[], until: Date, now: Date): Promise<LostPlace[]> =>
  renewItems(tx, itemIds, until, now)

/**
 * Turns the holds of basket items into booked places.
 * @returns as `renewPlaces`
 */
export const confirmPlaces = (tx: Tx, itemIds: number[], now: Date): Promise<LostPlace[]> =>
  confirmItems(tx, itemIds, now)

/** Frees the places of holds at once and offers them to the waitlist. A hold that has ended is skipped. */
export const freePlaces = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await freeHolds(tx, holdIds, 'released', now)
}

/**
 * Moves the booked places of a hold to another occurrence: taken there and freed here, or neither. What comes free is
 * offered to the waitlist. The caller holds the lock of the order.
 */
export const movePlaces = (tx: Tx, holdId: number, occurrenceId: number, now: Date): Promise<MoveResult> =>
  moveHold(tx, holdId, occurrenceId, now)

/**
 * Holds places of another occurrence for a booking, whose own places stay: it moves there once it is paid. The caller
 * holds the lock of the order.
 */
export const holdPlacesForMove = (
  tx: Tx,
  move: { holdId: number; occurrenceId: number; basketId: number; until: Date },
  now: Date,
): Promise<MoveResult> => holdForMove(tx, move, now)

/** Locks all places that a transaction will take or free, before it takes or frees the first. */
export const lockPlaces = (tx: Tx, occurrenceIds: number[]): Promise<void> =>
  lockOccurrences(tx, occurrenceIds)

/** Frees the places of holds as if their time had run out: their basket lines stay and can be renewed. */
export const lapsePlaces = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await lapseHolds(tx, holdIds, now)
}

/**
 * Settles the counters of holds whose time has run out and offers their places to the waitlist. Other requests count
 * them as free already.
 * @returns the venues whose availability changed
 */
export const sweepLapsedHolds = async (db: Database, now: Date): Promise<number[]> => {
  const lapsed = await listLapsedHolds(db, now, 500)
  if (lapsed.length > 0)
    await freeHolds(
      db,
      lapsed.map((hold) => hold.id),
      'expired',
      now,
    )
  return [...new Set(lapsed.map((hold) => hold.venueId))]
}
