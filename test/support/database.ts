/** The database of this worker: real SQL on the engine of the run, opened once and emptied between tests. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, withKysely } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { lendInTurn, openEmbedded } from '#server/platform/embedded.ts'
import { sessionSettings } from '#server/platform/serverPool.ts'
import { typeParsers } from '#server/platform/statements.ts'
import { withDatabaseName } from './engine.ts'

/** Which engine this run is on. */
export const engine: 'pglite' | 'postgres' = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite'

let opened: Promise<Opened> | undefined

/** The migrated database of this worker. The same one for every test file it runs: empty it before each test. */
export const testDatabase = (): Promise<Opened> =>
  (opened ??= engine === 'postgres' ? copyOfServer() : copyInMemory())

const copyInMemory = async (): Promise<Opened> =>
  withKysely(await openEmbedded(undefined, new Blob([readFileSync(inject('pgliteTemplate'))])), 'embedded')

let copies = 0

/**
 * Another database of the same server, for a test that wants its own. PostgreSQL only.
 * @returns its address
 */
export const copyDatabase = async (): Promise<string> => {
  const { url, template, prefix } = inject('postgres')
  copies += 1
  const name = `${prefix}_${process.pid}_${copies}`
  const admin = new pg.Client(url)
  await admin.connect()
  try {
    // Copying refuses while another copy is being made.
    await admin.query(`select pg_advisory_lock(hashtext('onside test template'))`)
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  return withDatabaseName(url, name)
}

/** One connection, lent in turn as the embedded engine's is: a query outside the open transaction fails on both. */
const copyOfServer = async (): Promise<Opened> => {
  const connectionString = await copyDatabase()
  const client = new pg.Client({ connectionString, types: typeParsers })
  await client.connect()
  emptying = new pg.Client({ connectionString })
  await emptying.connect()
  // A transaction that a test has left open says so instead of waiting for ever.
  await emptying.query(`set session_replication_role = replica; set lock_timeout = '20s'`)
  await client.query(sessionSettings)
  return withKysely(
    lendInTurn(client, () => client.end()),
    'server',
  )
}

/** Another database of the same server, opened: for a race, which wants many connections. PostgreSQL only. */
export const openCopy = async (connections = 16): Promise<Opened> =>
  openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: String(connections) }))

type Late = { flush: () => Promise<void> }

const late = new WeakMap<Database, Set<WeakRef<Late>>>()

/** Names what writes to the database a while after the call that caused it, so that no later test finds its rows. */
export const writesLate = (db: Database, writer: Late): void => {
  const writers = late.get(db) ?? new Set()
  late.set(db, writers.add(new WeakRef(writer)))
}

const flushWriters = async (db: Database): Promise<void> => {
  const writers = late.get(db) ?? new Set()
  for (const writer of writers) {
    const alive = writer.deref()
    // One that has something to write is held by its timer.
    if (alive === undefined) writers.delete(writer)
    else await alive.flush()
  }
}

type Visit = (db: Database) => Promise<void>

let beforeEmptying: Visit | undefined

/**
 * Looks at the tables of each test before they are emptied for the next.
 * @returns what looks at those of the last, to be run when a test file ends
 */
export const visitTables = (visit: Visit, afterLast: Visit): (() => Promise<void>) => {
  beforeEmptying = visit
  return async () => {
    if (opened === undefined) return
    const { db } = await opened
    await visit(db)
    await afterLast(db)
  }
}

/**
 * A second connection to this worker's copy. What empties as a replica does throws away the plans of its connection's
 * statements, which each test would make again: a third of PostgreSQL's work.
 */
let emptying: pg.Client | undefined

let tables: readonly string[] | undefined

/** Every table but what says which schema there is. */
const tablesOf = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'schema\\_%'`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Empties every table but what says which schema there is. Numbers go on from where they were. Ten times as fast as
 * truncating so many small tables. Their order does not matter while no foreign key looks.
 */
export const emptyTables = async (db: Database): Promise<void> => {
  await flushWriters(db)
  await beforeEmptying?.(db)
  tables ??= await tablesOf(db)
  if (emptying !== undefined && db === (await opened)?.db) {
    emptier ??= await makeEmptier(emptying, tables)
    await emptying.query(emptier)
  } else {
    // All in one message is all in one transaction.
    const deletions = tables.map((name) => `delete from ${name}`).join('; ')
    await sql.raw(`set local session_replication_role = replica; ${deletions}`).execute(db)
  }
}

let emptier: string | undefined

/** A function whose connection keeps its plans: it only looks at the many tables that a test has left empty. */
const makeEmptier = async (client: pg.Client, names: readonly string[]): Promise<string> => {
  const deletions = names.map((name) => `if exists (select from ${name}) then delete from ${name}; end if;`)
  await client.query(
    `create function pg_temp.empty_tables() returns void language plpgsql as $$ begin ${deletions.join(' ')} end $$`,
  )
  return 'select pg_temp.empty_tables()'
}
