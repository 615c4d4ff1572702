/**
 * Before the tests of a project that need a database: a migrated template of the engine chosen by TEST_ENGINE,
 * which every worker copies. Made once for a set of migrations; the next run finds it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#bin/postgres.mjs'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase, withKysely } from '#server/platform/database.ts'
import { lendInTurn } from '#server/platform/embedded.ts'
import { migrate } from '#server/platform/migrate.ts'
import { typeParsers } from '#server/platform/statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded engine: a file made by `dumpDataDir`. */
    pgliteTemplate: string
    /** PostgreSQL: its address, and the database to copy. */
    postgres: { url: string; template: string; prefix: string }
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  if (process.env['TEST_ENGINE'] === 'postgres') return setupPostgres(project)
  project.provide('pgliteTemplate', await pgliteTemplate())
  return async () => {}
}

const setupPostgres = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => {} }
  const prefix = `onside_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query(`create database ${template}`)
  const { db, close } = await openDatabase(
    readConfig({ DATABASE_URL: withDatabaseName(server.url, template), DATABASE_POOL: '2' }),
  )
  await migrate(db)
  await close()
  project.provide('postgres', { url: server.url, template, prefix })
  return async () => {
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1)`,
      [prefix],
    )
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
    await admin.end()
    await server.stop()
  }
}

/** The same server, another database of it. */
export const withDatabaseName = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const pgliteTemplate = async (): Promise<string> => {
  const file = path.join(projectRoot(), '.cache', `pglite-${schemaHash()}.tar`)
  if (existsSync(file)) return file
  const pglite = await PGlite.create({ extensions: { btree_gist } })
  const client = new pg.Client({ ...createPgConfig(pglite), types: typeParsers })
  await client.connect()
  const { db } = withKysely(
    lendInTurn(client, async () => {}),
    'embedded',
  )
  await migrate(db)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(path.dirname(file), { recursive: true })
  // Two runs may make it at once: each writes its own and puts it in place whole.
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** Changes with any file of the schema and with the engine's own version. */
const schemaHash = (): string => {
  const hash = createHash('sha256')
  const folder = path.join(projectRoot(), 'db')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  )
  for (const name of files.toSorted()) hash.update(name).update(readFileSync(path.join(folder, name)))
  hash.update(readFileSync(path.join(projectRoot(), 'server/platform/migrate.ts')))
  hash.update(readFileSync(path.join(projectRoot(), 'node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}
