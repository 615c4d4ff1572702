import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '#bin/postgres.mjs'
import { publishFeeds } from '#server/openactive/publish.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createDatabase, startProduct } from './product.ts'
import type { Template } from './product.ts'

/**
 * Loads the demo. It simulates a day of sales after it has opened, which must be done before it is copied: otherwise it
 * would take places during a walk. Its open data is published, which each copy would do beside its walks.
 */
const makeTemplate = async (): Promise<Template> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-walk-template-'))
  const { url } = await createDatabase()
  const simulated = /simulate a day of the demonstration".*"job done"/
  const settings = { DATA_DIR: folder, DATABASE_URL: url, CARDS: 'demo', LOG_LEVEL: 'debug' }
  const product = await startProduct(settings, undefined, simulated)
  await product.stop()
  const { db, close } = await openDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: url }))
  await publishFeeds(db, product.plain, new Date())
  await close()
  return { folder, database: url }
}

/** Once before all walks: PostgreSQL with the demo loaded, which every worker's server copies. */
const setup = async (): Promise<() => Promise<void>> => {
  if (process.env['WALK_PORT'] !== undefined) return async () => {}
  const server = await startPostgres()
  process.env['WALK_POSTGRES'] = server.url
  const { folder, database } = await makeTemplate()
  process.env['WALK_TEMPLATE'] = folder
  process.env['WALK_DATABASE'] = database
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

// Playwright wants a default export here.
// oxlint-disable-next-line import/no-default-export -- the form Playwright's globalSetup takes
export default setup
