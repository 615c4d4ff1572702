import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient, Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from './config.ts'
import { openEmbedded } from './embedded.ts'
import { named, typeParsers } from './statements.ts'
import type { Tables } from './tables.ts'

export type Invalidation = {
  /**
   * The availability cached for this venue is out of date. In a transaction the caches hear of it after the commit,
   * outside of one at once.
   */
  invalidate: (venueId: number) => void
}

/** The outer handle: endpoints that call another company open short transactions on it themselves. */
export type Database = Kysely<Tables> &
  Invalidation & { onInvalidate: (listener: Invalidation['invalidate']) => void }
/** What a handler works in: a transaction, or for reads the plain handle. */
export type Tx = Database | (Transaction<Tables> & Invalidation)

export type Opened = {
  db: Database
  engine: 'embedded' | 'server'
  close: () => Promise<void>
}

const openServer = (config: Config): PostgresPool => {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: config.databasePool,
    types: typeParsers,
    // A statement that takes this long is a fault; better an error than a queue without end.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    // Every statement is named and goes by index: planning it anew for each list of ids took longer than running it.
    options: '-c plan_cache_mode=force_generic_plan',
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener the loss of an idle connection would end the process; the pool replaces it.
  pool.on('error', () => undefined)
  return {
    connect: async () => {
      const client = await pool.connect()
      return { ...named(client), release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Opens the database of the settings: a PostgreSQL server, or the embedded one in DATA_DIR. */
export const openDatabase = async (config: Config): Promise<Opened> => {
  const pool = config.databaseUrl ? openServer(config) : await openEmbedded(`${config.dataDir}/database`)
  return withKysely(pool, config.databaseUrl ? 'server' : 'embedded')
}

/** The query builder over a pool of either engine. */
export const withKysely = (pool: PostgresPool, engine: Opened['engine']): Opened => {
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const listeners: Invalidation['invalidate'][] = []
  const db = Object.assign(kysely, {
    invalidate: (venueId: number) => listeners.forEach((listener) => listener(venueId)),
    onInvalidate: (listener: Invalidation['invalidate']) => void listeners.push(listener),
  })
  return { db, engine, close: () => db.destroy() }
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
