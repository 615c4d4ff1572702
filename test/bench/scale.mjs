// `npm run scale`: what a request costs on a large database, beside a small one in the same run. `npm run scale -- 1000`
// fills it as for a thousand venues (200 otherwise), `--past 147` with five months of past occurrences (14 days otherwise).
// Prints medians and ratios and asserts nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuilt } from '#bin/built.mjs'
import { ensurePackages } from '#bin/packages.mjs'
import { startPostgres } from '#bin/postgres.mjs'
import { fill } from '#test/scale/fill.mjs'
import { ended, root, server } from './processes.mjs'
import { filledSubjects, measured } from './scaleMeasures.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { past: { type: 'string', default: '14' } },
})
const [venues, past] = [positionals[0] ?? 200, values.past].map(Number)
if (![venues, past].every((one) => Number.isInteger(one) && one > 0)) {
  console.error('The size is a number of venues and of past days: npm run scale -- 1000 --past 14')
  process.exit(2)
}

ensurePackages({ development: true })
if (!isBuilt()) {
  const build = spawnSync(process.execPath, [join(root, 'bin', 'build.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'onside-scale-'))
/** The small database: the same customer, name and venue stand in both, so that a ratio compares like with like. */
const small = { venues: 8, past: 14 }

const postgres = await startPostgres({ fsync: true, countsStatements: true })
const { default: pg } = await import('pg')
try {
  const [before, after] = [await measure('small', small), await measure('large', { venues, past })]
  print(before, after)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Requests and idle jobs on a database of its own: the demo with so many venues besides. */
async function measure(name, { venues, past }) {
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = postgres.url.replace(/[^/]*$/, name)
  const { child } = await server(folder, url)
  await ended(child)
  const db = new pg.Client(url)
  await db.connect()
  try {
    await db.query('create extension pg_stat_statements')
    const began = performance.now()
    // What a crash loses is filled again; the requests are measured with the settings of a real server.
    await setting(db, 'fsync = off', 'full_page_writes = off', "max_wal_size = '8GB'")
    await fill(db, { venues, past, now: new Date() })
    await setting(db, 'fsync = on', 'full_page_writes = on', "max_wal_size = '1GB'")
    await db.query('checkpoint')
    console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${await size(db)}.\n`)
    const { port } = await server(folder, url)
    return await measured(db, port, await filledSubjects(db, venues))
  } finally {
    await db.end()
  }
}

async function setting(db, ...settings) {
  for (const one of settings) await db.query(`alter system set ${one}`)
  await db.query('select pg_reload_conf()')
}

async function size(db) {
  const { rows } = await db.query(`
    select (select count(*) from venue) as venues, (select count(*) from occurrence) as occurrences,
      (select count(*) from booking) as bookings, (select count(*) from customer) as customers,
      pg_size_pretty(pg_database_size(current_database())) as size`)
  const [{ venues: places, occurrences, bookings, customers, size: bytes }] = rows
  return `${places} venues, ${occurrences} occurrences, ${bookings} bookings, ${customers} customers, ${bytes}`
}

function print(small, large) {
  const row = (...cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(40) : cell.padStart(11))).join(''))
  row('', 'small', 'large', 'ratio', 'KB', 'KB large')
  for (const [title, { ms, bytes }] of Object.entries(small)) {
    const there = large[title]
    row(
      title,
      ms.toFixed(1),
      there.ms.toFixed(1),
      (there.ms / ms).toFixed(1),
      (bytes / 1024).toFixed(1),
      (there.bytes / 1024).toFixed(1),
    )
  }
}
