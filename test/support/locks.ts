import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/** Writes the functions that lock places anew, changed. */
export const rewriteLockingFunctions = async (
  db: Database,
  change: (source: string) => string,
): Promise<void> => {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(p.oid) as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ilike '%for no key update%'`.execute(db)
  for (const { source } of rows) await sql.raw(change(source)).execute(db)
}

/** Takes the locks out of them, for the negative control of a race. */
export const removeLocks = (db: Database): Promise<void> =>
  rewriteLockingFunctions(db, (source) => source.replaceAll(/for no key update/gi, ''))

export const isAnyCallWaiting = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.length > 0
}

/** Until a call waits for a lock. */
export const aWaitingCall = async (db: Database): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isAnyCallWaiting(db)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No call waits.')
}

/** The answer to a call while another call has the lock of a row. A call that waits for it fails. */
export const whileLocked = <T>(
  db: Database,
  { table, id }: { table: 'basket' | 'payment_transaction' | 'waitlist_range'; id: number },
  call: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transact(db, async (other) => {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(other)
    return transact(db, async (tx) => {
      await sql`set local lock_timeout = '2s'`.execute(tx)
      return call(tx)
    })
  })
