// Writes server/platform/tables.ts, the query builder's types, from a freshly migrated database: `npm run db:tables`.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { root, withSources } from './sources.mjs'

await withSources(async (load) => {
  const { tablesSource } = await load('/server/platform/tables-source.ts')
  await writeFile(`${root}server/platform/tables.ts`, await tablesSource())
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', 'server/platform/tables.ts'], { cwd: root })
})
process.exit(0)
