// `npm run mutants:sql -- judge_item free_places --minutes 30`: takes out one condition of the database's functions at a
// time and lists those that no test notices; see docs/testing-the-tests.md.
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#bin/postgres.mjs'
import { loadModule } from '#test/faults/load.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    most: { type: 'string', default: '60' },
    tests: { type: 'string', default: '' },
  },
})
// It takes long, and may wait for everything else.
setPriority(10)
const { url, stop } = await startPostgres({ maxConnections: 200 })
try {
  const admin = new pg.Client(url)
  await admin.connect()
  for (const setting of [
    `log_line_prefix = '%e '`,
    `log_error_verbosity = 'terse'`,
    `log_min_error_statement = 'panic'`,
  ])
    await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
  const { runSqlMutants } = await loadModule('/test/mutants/sqlRun.ts')
  const missed = await runSqlMutants({
    root: join(import.meta.dirname, '..', '..'),
    databaseUrl: url,
    names: positionals,
    minutes: Number(values.minutes),
    most: Number(values.most),
    tests: values.tests,
    say: (line) => console.log(line),
  })
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  await stop()
}
process.exit()
