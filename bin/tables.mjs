// Writes server/platform/tables.ts, the query builder's types, from a freshly migrated database.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true },
  logLevel: 'error',
})
try {
  const { tablesSource } = await vite.ssrLoadModule('/server/platform/tables-source.ts')
  await writeFile('server/platform/tables.ts', await tablesSource())
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', 'server/platform/tables.ts'])
} finally {
  await vite.close()
}
process.exit(0)
