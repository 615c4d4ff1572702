import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

/** A process that has not renewed its lease for this long counts as gone. */
export const leaseSeconds = 8
const renewEveryMs = 2000

export type NodeLease = {
  /** Names this process in the database. */
  id: string
  /** Ends the lease. Call when nothing runs any more. */
  end: () => Promise<void>
}

/**
 * Tells the other processes on this database that this one is alive, until it ends.
 * @param isAlone for the embedded engine, which one process at a time can open: all others are gone
 */
export const startNodeLease = async (
  db: Database,
  log: Log,
  { isAlone = false } = {},
): Promise<NodeLease> => {
  const id = randomUUID()
  const renew = () =>
    sql`
    insert into node (id, lease_until) values (${id}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    on conflict (id) do update set lease_until = excluded.lease_until`.execute(db)
  await sql`delete from node where ${isAlone} or lease_until < clock_timestamp() - interval '1 day'`.execute(
    db,
  )
  await renew()
  let renewal: Promise<unknown> | null = null
  const timer = setInterval(() => {
    renewal ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, 'lease of this node not renewed'))
      .finally(() => (renewal = null))
  }, renewEveryMs)
  timer.unref()
  return {
    id,
    end: async () => {
      clearInterval(timer)
      await renewal
      await sql`delete from node where id = ${id}`.execute(db)
    },
  }
}
