import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Migrator, sql } from 'kysely'
import type { Kysely, Migration } from 'kysely'
import { projectRoot } from './config.ts'

const folder = () => path.join(projectRoot(), 'db', 'migrations')

const migrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(folder())).filter((file) => file.endsWith('.sql')).sort()
  const found: Record<string, Migration> = {}
  for (const file of files) {
    const text = await readFile(path.join(folder(), file), 'utf8')
    found[file.replace('.sql', '')] = {
      up: async (db) => {
        await sql.raw(text).execute(db)
      },
    }
  }
  return found
}

/**
 * Brings the schema up to date; several nodes starting at once wait for each other.
 * @returns the names of the migrations applied now
 */
export const migrate = async (db: Kysely<never>): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migrating failed.', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
