import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/**
 * Runs work in a transaction: all of it or, when it throws, none. What the work invalidates is sent to the caches
 * after the commit, and never after a rollback. No other code opens a transaction; lint enforces it.
 */
export const transact = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const venueIds = new Set<number>()
  const changedOffers = new Set<number>()
  const invalidation = {
    invalidate: (venueId: number) => void venueIds.add(venueId),
    invalidateOffer: (venueId: number) => void changedOffers.add(venueId),
  }
  // oxlint-disable-next-line no-restricted-properties -- the one place that opens transactions
  const result = await db.transaction().execute((tx) => work(Object.assign(tx, invalidation)))
  venueIds.forEach(db.invalidate)
  changedOffers.forEach(db.invalidateOffer)
  return result
}

/** Runs work in the caller's transaction, or in one of its own when the caller has none. */
export const inTransaction = <T>(db: Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  'onInvalidate' in db ? transact(db, work) : work(db)

/** Runs work in a transaction that is undone when the work returns null: all of it or nothing. */
export const transactOrUndo = async <T>(
  db: Database,
  work: (tx: Tx) => Promise<T | null>,
): Promise<T | null> => {
  try {
    return await transact(db, async (tx) => {
      const result = await work(tx)
      if (result === null) throw new UndoTransaction()
      return result
    })
  } catch (error) {
    if (error instanceof UndoTransaction) return null
    throw error
  }
}

class UndoTransaction extends Error {}

/** Runs work and undoes all that it has written: so an act is shown before it is done. The transaction goes on. */
export const tryOut = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint tried_out`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint tried_out`.execute(tx)
  }
}
