import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { projectRoot } from './config.ts'
import type { Database, Tx } from './database.ts'
import { applyDefinitions } from './definitions.ts'
import { transact } from './transact.ts'

const migrationsFolder = () => path.join(projectRoot(), 'db', 'migrations')

/**
 * Brings the schema up to date in one transaction: new migrations, in the order of their numbers, then the functions
 * and views whose text has changed (db/README.md). Several nodes starting at once wait for each other.
 * @returns the names of the migrations and the files of definitions applied now
 */
export const migrate = (db: Database): Promise<string[]> =>
  transact(db, async (tx) => {
    // A wait for the lock and a migration of a large table may take longer than any other statement.
    await sql`set local statement_timeout = '15min'`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('onside schema'))`.execute(tx)
    // A lock on a busy table that is not had soon is given up: all who come after it would wait behind it.
    await sql`set local lock_timeout = '5s'`.execute(tx)
    await sql`
      create table if not exists schema_migration (name text primary key, applied_at timestamptz not null)`.execute(
      tx,
    )
    return [...(await applyMigrations(tx)), ...(await applyDefinitions(tx))]
  })

const applyMigrations = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(tx)
  const applied = new Set(rows.map(({ name }) => name))
  const files = (await readdir(migrationsFolder())).filter((file) => file.endsWith('.sql')).toSorted()
  const pending = files.map((file) => file.replace('.sql', '')).filter((name) => !applied.has(name))
  for (const name of pending) {
    await sql.raw(await readFile(path.join(migrationsFolder(), `${name}.sql`), 'utf8')).execute(tx)
    await sql`insert into schema_migration (name, applied_at) values (${name}, clock_timestamp())`.execute(tx)
  }
  return pending
}
