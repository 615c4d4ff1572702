import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Places of an occurrence just created, by its public id. */
export type BlockBookingHold = { publicId: string; blockId: number; places: number; deskOnly: boolean }

type ExistingBlockBookingHold = {
  occurrenceId: number
  blockId: number
  places: number
  deskOnly: boolean
  endsAt: number
}

/** A hold of a block booking, with what the block booking now asks for. */
type ResizedHold = Omit<ExistingBlockBookingHold, 'blockId'> & { holdId: number }

/** Rows a statement; larger statements are no faster. */
const rowsAtOnce = 2000

/**
 * Places and floor that the timetable plan reserves: block bookings and classes. The caller has locked the occurrences
 * and all floor of the venue.
 */

/** Holds places of new occurrences, all of which are free, for block bookings. */
export const holdNewOccurrences = async (
  tx: Tx,
  holds: readonly BlockBookingHold[],
  now: Date,
): Promise<void> => {
  for (let first = 0; first < holds.length; first += rowsAtOnce) {
    const rows = holds.slice(first, first + rowsAtOnce)
    await sql`
      select hold_new_block_bookings(
        ${rows.map((row) => row.publicId)}::text[], ${rows.map((row) => row.blockId)}::int[],
        ${rows.map((row) => row.places)}::int[], ${rows.map((row) => row.deskOnly)}::bool[], ${now})`.execute(
      tx,
    )
  }
}

/**
 * Holds places of an existing occurrence for a block booking.
 * @returns false when they are not free or already held for it
 */
export const holdExistingOccurrence = async (
  tx: Tx,
  one: ExistingBlockBookingHold,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ isHeld: boolean }>`
    select hold_block_booking(${one.occurrenceId}, ${one.blockId}, ${one.places},
      ${one.deskOnly ? new Date(one.endsAt) : null}, ${now}) as is_held`.execute(tx)
  return rows[0]?.isHeld ?? false
}

/**
 * Gives a hold of a block booking the places that it now asks for, sold or for the desk.
 * @returns false when more are not free
 */
export const resizeHold = async (tx: Tx, one: ResizedHold, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ isResized: boolean }>`
    select resize_block_booking(${one.holdId}, ${one.places}, ${one.deskOnly ? new Date(one.endsAt) : null}, ${now})
      as is_resized`.execute(tx)
  return rows[0]?.isResized ?? false
}

/** Claims the floor of scheduled classes and frees that of classes cancelled or moved, from a day on. */
export const claimClassFloor = async (tx: Tx, venueId: number, day: string): Promise<void> => {
  await sql`select claim_class_floor(${venueId}, ${day})`.execute(tx)
}

/** Frees the floor of dates that are let to hirers no more. */
export const releaseHireFloor = async (tx: Tx, venueId: number): Promise<void> => {
  await sql`select release_hire_floor(${venueId})`.execute(tx)
}

/** Claims the floor of dates let to hirers, as far as it is free. */
export const claimHireFloor = async (tx: Tx, venueId: number, now: Date): Promise<void> => {
  await sql`select claim_hire_floor(${venueId}, ${now})`.execute(tx)
}

/** Whether a place is let to a hirer at some time of an interval. */
export const isFloorHired = async (
  tx: Tx,
  { locationId, startsAt, endsAt }: { locationId: number; startsAt: Date; endsAt: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ isHired: boolean }>`
    select is_floor_hired(${locationId}, ${startsAt}, ${endsAt}) as is_hired`.execute(tx)
  return rows[0]?.isHired ?? true
}

export const findDisplacedHolds = async (
  tx: Tx,
  venueId: number,
  day: string,
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ ids: string[] }>`
    select find_displaced_holds(${venueId}, ${day}, ${now}) as ids`.execute(tx)
  // The driver reads a bigint as a number, but an array of them as texts.
  return (rows[0]?.ids ?? []).map(Number)
}

/** Gives the holds of courts the floor that their court is made of now, as far as nobody else has it. */
export const claimHeldFloor = async (tx: Tx, holdIds: readonly number[]): Promise<void> => {
  await sql`select claim_held_floor(${holdIds}::bigint[])`.execute(tx)
}

/** Frees floor claimed by lapsed holds of a venue; the sweep settles their counters. */
export const freeLapsedFloor = async (tx: Tx, venueId: number, now: Date): Promise<void> => {
  await sql`select release_lapsed_floor(${venueId}, ${now})`.execute(tx)
}

/** Whether something else takes up the floor of a location at a time. Lapsed baskets count until they are freed. */
export const isFloorTaken = async (
  tx: Tx,
  occurrenceId: number,
  { locationId, startsAt, endsAt }: { locationId: number; startsAt: Date; endsAt: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ isTaken: boolean }>`
    select is_floor_taken(${occurrenceId}, ${locationId}, ${startsAt}, ${endsAt}) as is_taken`.execute(tx)
  return rows[0]?.isTaken ?? true
}

/** Has the desk keep its places of sessions until they end now. */
export const extendDeskHolds = async (tx: Tx, occurrenceIds: readonly number[]): Promise<void> => {
  await sql`select extend_desk_holds(${occurrenceIds}::int[])`.execute(tx)
}

/** Moves the floor of an occurrence to where and when it now is. */
export const moveFloor = async (tx: Tx, occurrenceId: number): Promise<void> => {
  await sql`select move_floor(${occurrenceId})`.execute(tx)
}
