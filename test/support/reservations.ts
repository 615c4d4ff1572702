import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/** Writes holds, claims and counters directly, for a test that builds a state: with the guard of the core open. */
export const writeReservations = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select open_reservation_guard()`.execute(tx)
    return work(tx)
  })
