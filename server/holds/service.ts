import { createBatcher } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { confirmItems, freeHolds, lapseHolds, lapsedHolds, renewItems, takeAll } from './queries.ts'
import type { Ask, Lost, Verdict } from './queries.ts'

export { mayComeFree } from './queries.ts'
export type { Ask, Lost, PlaceWanted, Verdict, WhyNot } from './queries.ts'

/** At most so many asks in a statement, and so many statements under way (measured: docs/decisions/0010). */
const batchSize = 64
const inFlight = 2

export type Holds = {
  /** Takes places for a basket, all or none. Waits for the statement that answers the whole crowd. */
  take: (ask: Ask) => Promise<Verdict>
  /** Until every ask has been answered; for a graceful stop. */
  idle: () => Promise<void>
}

/** One commit for a crowd instead of a queue for one row. */
export const createHolds = (db: Database, now: () => Date): Holds => {
  const batcher = createBatcher((asks: Ask[]) => takeAll(db, asks, now()), { batchSize, inFlight })
  return { take: batcher.load, idle: batcher.idle }
}

/**
 * Holds basket items until `until` (never shorter than they are held already). What had lapsed is taken anew.
 * @returns the items whose place is gone; the caller refuses, which undoes the rest
 */
export const renewHolds = (tx: Tx, itemIds: number[], until: Date, now: Date): Promise<Lost[]> =>
  renewItems(tx, itemIds, until, now)

/** Turns held items into bought places. Same answer as `renewHolds`. */
export const confirmHolds = (tx: Tx, itemIds: number[], now: Date): Promise<Lost[]> =>
  confirmItems(tx, itemIds, now)

/** Frees the places of holds at once. One that has ended already is passed over. */
export const releaseHolds = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await freeHolds(tx, holdIds, 'released', now)
}

/** Ends holds at once but keeps them as lapsed: what they held can be held again. */
export const parkHolds = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await lapseHolds(tx, holdIds, now)
}

/**
 * Counts lapsed holds as free in the books too. They were free all along for whoever asked; this keeps the
 * counters small and tells whoever waits.
 * @returns the venues whose availability changed
 */
export const sweepLapsedHolds = async (db: Database, now: Date): Promise<number[]> => {
  const lapsed = await lapsedHolds(db, now, 500)
  if (lapsed.length > 0)
    await freeHolds(
      db,
      lapsed.map((hold) => hold.id),
      'expired',
      now,
    )
  return [...new Set(lapsed.map((hold) => hold.venueId))]
}
