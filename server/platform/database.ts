import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool, Transaction } from 'kysely'
import type { Config } from './config.ts'
import { openEmbedded } from './embedded.ts'
import { DatabaseUnavailable } from './errors.ts'
import type { Log } from './log.ts'
import { openServerPool } from './serverPool.ts'
import type { Tables } from './tables.ts'
import { traceStatements } from './tracing.ts'

export type Invalidation = {
  /**
   * The availability cached for this venue is out of date. In a transaction the caches hear of it after the commit,
   * outside of one at once.
   */
  invalidate: (venueId: number) => void
  /** The same where more than places has changed: what the venue offers, such as its prices. Rare, and read again by all. */
  invalidateOffer: (venueId: number) => void
}

/** What of a venue is out of date. */
export type Invalidated = 'places' | 'offer'

type Listener = (venueId: number, changed: Invalidated) => void

/** The outer handle: endpoints that call another company open short transactions on it themselves. */
export type Database = Kysely<Tables> & Invalidation & { onInvalidate: (listener: Listener) => void }
/** What a handler works in: a transaction, or for reads the plain handle. */
export type Tx = Database | (Transaction<Tables> & Invalidation)

export type Opened = {
  db: Database
  engine: 'embedded' | 'server'
  close: () => Promise<void>
}

/** Where the embedded database lies. */
export const databaseFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/database`

/** Opens the database of the settings: a PostgreSQL server, or the embedded one in DATA_DIR. */
export const openDatabase = async (config: Config): Promise<Opened> => {
  const pool = config.databaseUrl ? openServerPool(config) : await openEmbedded(databaseFolder(config))
  return withKysely(pool, config.databaseUrl ? 'server' : 'embedded')
}

/** The query builder over a pool of either engine. */
export const withKysely = (pool: PostgresPool, engine: Opened['engine']): Opened => {
  let ending: Promise<void> | undefined
  const end = () => (ending ??= pool.end())
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => traceStatements(await pool.connect()), end },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const listeners: Listener[] = []
  const tell = (changed: Invalidated) => (venueId: number) =>
    listeners.forEach((listener) => listener(venueId, changed))
  const db = Object.assign(kysely, {
    invalidate: tell('places'),
    invalidateOffer: tell('offer'),
    onInvalidate: (listener: Listener) => void listeners.push(listener),
  })
  return {
    db,
    engine,
    close: async () => {
      await db.destroy()
      // Without a query before, the query builder has not taken the pool and leaves it open.
      await end()
    },
  }
}

/** Whether the schema has been made. */
export const hasTables = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('operator') is not null as there`.execute(
    db,
  )
  return rows[0]?.there === true
}

/** Whether the database answers at all, within two seconds. */
export const isAnswering = async (db: Database): Promise<boolean> => {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2000).unref())
  const queries = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([queries, late])
}

/**
 * Waits until the database answers, asking at growing intervals: at a restart of everything it may be the last to
 * come up. Any other fault, such as a wrong password, is thrown.
 */
export const waitForDatabase = async (db: Database, log: Log): Promise<void> => {
  for (let delayMs = 100; ; delayMs = Math.min(2 * delayMs, 2000)) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      log.warn({ err: error.cause, retryInMs: delayMs }, 'database not answering')
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}
