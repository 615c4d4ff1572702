// `npm run faults -- --kills 200 --seed 7`: kills and disturbs the server while customers buy; see
// docs/testing-under-faults.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuilt } from '#bin/built.mjs'
import { ensurePackages } from '#bin/packages.mjs'
import { startPostgres } from '#bin/postgres.mjs'
import { loadModule } from './load.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    losses: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const root = join(import.meta.dirname, '..', '..')
ensurePackages({ development: true })
if (!isBuilt()) {
  const build = spawnSync(process.execPath, [join(root, 'bin', 'build.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'onside-faults-'))
const postgres = await startPostgres({ fsync: true, maxConnections: 200 })
try {
  const { runFaults } = await loadModule('/test/faults/run.ts')
  const wrong = await runFaults({
    databaseUrl: postgres.url,
    folder,
    kills: Number(values.kills),
    losses: Number(values.losses),
    seed: Number(values.seed),
    crashFirst: postgres.crash,
    say: (line) => console.log(line),
  })
  for (const line of wrong) console.error(`✗ ${line}`)
  console.log(wrong.length === 0 ? 'Nothing is wrong.' : `${wrong.length} faults found.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
