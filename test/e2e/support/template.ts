import { rm } from 'node:fs/promises'
import { startPostgres } from '#bin/postgres.mjs'
import { makeTemplate } from './product.ts'

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
