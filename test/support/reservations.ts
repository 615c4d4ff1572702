import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/** Writes holds, claims and counters directly, for a test that builds a state: with the guard of the core open. */
export const writeReservations = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select open_reservation_guard()`.execute(tx)
    return work(tx)
  })

/** Empties all baskets and gives back every place, and what was cancelled is on again. */
export const clearReservations = async (db: Database): Promise<void> => {
  await db.deleteFrom('basketItem').execute()
  await writeReservations(db, async (tx) => {
    await tx.deleteFrom('spaceClaim').execute()
    await tx.deleteFrom('hold').execute()
    await tx.updateTable('occurrence').set({ placesTaken: 0, status: 'scheduled' }).execute()
  })
}
