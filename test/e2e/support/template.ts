import { rm } from 'node:fs/promises'
import { makeTemplate } from './product.ts'

/** Once before all walks: the demo loaded into a folder, which every worker's server copies. */
const setup = async (): Promise<() => Promise<void>> => {
  if (process.env['WALK_PORT'] !== undefined) return async () => {}
  const folder = await makeTemplate()
  process.env['WALK_TEMPLATE'] = folder
  return () => rm(folder, { recursive: true, force: true })
}

// Playwright wants a default export here.
// oxlint-disable-next-line import/no-default-export -- the form Playwright's globalSetup takes
export default setup
