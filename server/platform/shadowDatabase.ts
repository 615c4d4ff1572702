import pg from 'pg'
import { cp, mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { databaseFolder } from './database.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/*
 * Databases that are made for a while, beside the one that the product runs on: their making, their end, and the room
 * for them. What is in them is their user's matter (server/rehearsals/copy).
 */

type ShadowSettings = Pick<Config, 'databaseUrl' | 'rehearsalDatabaseUrl' | 'dataDir'>

/** Names are ours: letters, digits and underscores. */
export const shadowName = (id: number, random: string): string => `onside_rehearsal_${id}_${random}`

const isShadowName = (name: string): boolean => /^onside_rehearsal_[a-z0-9_]+$/.test(name)

const requireShadowName = (name: string): void => {
  if (!isShadowName(name)) throw new Error(`${name} is no name of a copy.`)
}

/** Its own folder, in which the copy of an embedded database lies. */
export const shadowFolder = ({ dataDir }: Pick<Config, 'dataDir'>, name: string): string =>
  path.join(dataDir, 'rehearsals', name)

/** The same server, another database of it. */
export const urlOfDatabase = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The right to make databases is missing: `insufficient_privilege`. */
export const isRightMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'

const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes an empty database, or the folder for one. @returns its address; null where it is embedded */
export const createShadow = async (config: ShadowSettings, name: string): Promise<string | null> => {
  requireShadowName(name)
  const folder = shadowFolder(config, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { rehearsalDatabaseUrl: url } = config
  if (config.databaseUrl === undefined || url === undefined) return null
  await onServer(url, `create database ${name} encoding 'UTF8' template template0`)
  return urlOfDatabase(url, name)
}

/** Drops a database with whoever is connected to it, and its folder. Doing it again changes nothing. */
export const dropShadow = async (config: ShadowSettings, name: string): Promise<void> => {
  requireShadowName(name)
  await rm(shadowFolder(config, name), { recursive: true, force: true, maxRetries: 5 })
  const { rehearsalDatabaseUrl: url } = config
  if (config.databaseUrl === undefined || url === undefined) return
  await onServer(url, `drop database if exists ${name} with (force)`)
}

/** Copies the files of the embedded database while it is lent to nobody else, so that they belong to one instant. */
export const copyEmbeddedFiles = async (
  db: Database,
  config: Pick<Config, 'dataDir'>,
  target: string,
): Promise<void> => {
  await db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection)
    let lastStatementAt = performance.now()
    await cp(path.join(databaseFolder(config), 'pg'), path.join(target, 'pg'), {
      recursive: true,
      // Those who wait are told that something holds it only where no statement has run for long.
      filter: async () => {
        if (performance.now() - lastStatementAt > 1000) {
          await sql`select 1`.execute(connection)
          lastStatementAt = performance.now()
        }
        return true
      },
    })
  })
}

/** A connection that sees the database as it was at one instant, and writes nothing. */
export const openSnapshot = async (
  url: string,
): Promise<{ query: (text: string) => Promise<unknown[]>; close: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  await client.query("set local statement_timeout = 0; set local timezone = 'UTC'")
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    close: () => client.end(),
  }
}

/** Free bytes where a copy would lie; null where that cannot be seen from here: on another machine's disk. */
export const readFreeBytes = async (db: Database, config: ShadowSettings): Promise<number | null> => {
  if (config.databaseUrl === undefined) return freeIn(config.dataDir)
  if (config.rehearsalDatabaseUrl !== config.databaseUrl) return null
  const { rows } = await sql<{ folder: string | null }>`
    select case when pg_has_role('pg_read_all_settings', 'usage') then current_setting('data_directory') end as folder`.execute(
    db,
  )
  const folder = rows[0]?.folder ?? null
  return folder === null ? null : freeIn(folder)
}

const freeIn = async (folder: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
