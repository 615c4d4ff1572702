/**
 * Places and floor that the timetable plan reserves: block bookings and classes. The caller has locked the occurrences
 * and all floor of the venue.
 */
import type { Tx } from '#server/platform/database.ts'
import {
  deleteLapsedClaims,
  findFloorTaken,
  insertBlockBookingHolds,
  moveOccurrenceFloor,
  resizeForBlockBooking,
  takeForBlockBooking,
  updateDeskHolds,
  updateClassFloor,
  updateHeldFloor,
} from './queries.ts'
import type { BlockBookingHold, ExistingBlockBookingHold, ResizedHold } from './queries.ts'

export { findDisplacedHolds } from './queries.ts'
export type { BlockBookingHold } from './queries.ts'

/** Holds places of new occurrences, all of which are free, for block bookings. */
export const holdNewOccurrences = (tx: Tx, holds: readonly BlockBookingHold[], now: Date): Promise<void> =>
  insertBlockBookingHolds(tx, holds, now)

/**
 * Holds places of an existing occurrence for a block booking.
 * @returns false when they are not free or already held for it
 */
export const holdExistingOccurrence = (tx: Tx, hold: ExistingBlockBookingHold, now: Date): Promise<boolean> =>
  takeForBlockBooking(tx, hold, now)

/**
 * Gives a hold of a block booking the places that it now asks for, sold or for the desk.
 * @returns false when more are not free
 */
export const resizeHold = (tx: Tx, resized: ResizedHold, now: Date): Promise<boolean> =>
  resizeForBlockBooking(tx, resized, now)

/** Claims the floor of scheduled classes and frees that of classes cancelled or moved, from a day on. */
export const claimClassFloor = (tx: Tx, venueId: number, day: string): Promise<void> =>
  updateClassFloor(tx, venueId, day)

/** Gives the holds of courts the floor that their court is made of now, as far as nobody else has it. */
export const claimHeldFloor = (tx: Tx, holdIds: readonly number[]): Promise<void> =>
  updateHeldFloor(tx, holdIds)

/** Has the desk keep its places of sessions until they end now. */
export const extendDeskHolds = (tx: Tx, occurrenceIds: readonly number[]): Promise<void> =>
  updateDeskHolds(tx, occurrenceIds)

/** Frees floor claimed by lapsed holds of a venue; the sweep settles their counters. */
export const freeLapsedFloor = (tx: Tx, venueId: number, now: Date): Promise<void> =>
  deleteLapsedClaims(tx, venueId, now)

/** Whether something else takes up the floor of a location at a time. Lapsed baskets count until they are freed. */
export const isFloorTaken = (
  tx: Tx,
  occurrenceId: number,
  at: { locationId: number; startsAt: Date; endsAt: Date },
): Promise<boolean> => findFloorTaken(tx, occurrenceId, at)

/** Moves the floor of an occurrence to where and when it now is. */
export const moveFloor = (tx: Tx, occurrenceId: number): Promise<void> =>
  moveOccurrenceFloor(tx, occurrenceId)
