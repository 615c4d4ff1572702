import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/** Until so many sessions of this database wait for a lock. */
export const untilWaiting = async (db: Database, howMany: number): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.n ?? 0) >= howMany) return
    await wait(25)
  }
  throw new Error('Nobody waits for the lock.')
}

/**
 * Lets calls that come to a lock in one behind the other, in their order, once all of them wait for it: on
 * PostgreSQL, where who came first is then certain. Answers what came of each.
 */
export const inARow = async <T>(
  db: Database,
  lock: { execute: (tx: Tx) => Promise<unknown> },
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> => {
  const going: Promise<T>[] = []
  try {
    await transact(db, async (tx) => {
      await lock.execute(tx)
      for (const call of calls) {
        going.push(call())
        await untilWaiting(db, going.length)
      }
    })
  } finally {
    await Promise.allSettled(going)
  }
  return Promise.all(going)
}
