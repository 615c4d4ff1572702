// `npm run fuzz -- --requests 200000 --seed 7`: sends generated requests to the server on a temporary PostgreSQL.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#bin/postgres.mjs'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
console.log(`${values.requests} requests of seed ${values.seed}`)

const { url, stop } = await startPostgres()
try {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'model', 'test/fuzz'],
    {
      cwd: join(import.meta.dirname, '..', '..'),
      stdio: 'inherit',
      env: {
        ...process.env,
        TZ: 'UTC',
        TEST_ENGINE: 'postgres',
        TEST_DATABASE_URL: url,
        FUZZ_REQUESTS: values.requests,
        FUZZ_SEED: values.seed,
      },
    },
  )
  process.exitCode = status ?? 1
} finally {
  await stop()
}
