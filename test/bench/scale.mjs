// `npm run scale`: what a request costs on a large database, beside the demo in the same run. `npm run scale -- 1000`
// fills it as for a thousand venues (200 otherwise). Prints medians and ratios and asserts nothing.
import { createHash, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isBuilt } from '#bin/built.mjs'
import { ensurePackages } from '#bin/packages.mjs'
import { startPostgres } from '#bin/postgres.mjs'
import { fill } from '#test/scale/fill.mjs'
import { children, ended, root, server } from './processes.mjs'

const venues = Number(process.argv[2] ?? 200)
if (!Number.isInteger(venues) || venues < 1) {
  console.error('The size is a number of venues: npm run scale -- 1000')
  process.exit(2)
}
const rounds = Number(process.env.SCALE_ROUNDS ?? 15)
const idleSeconds = Number(process.env.SCALE_IDLE_SECONDS ?? 60)

ensurePackages({ development: true })
if (!isBuilt()) {
  const build = spawnSync(process.execPath, [join(root, 'bin', 'build.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'onside-scale-'))
const postgres = await startPostgres({ fsync: true })
const { default: pg } = await import('pg')
const db = new pg.Client(postgres.url)
try {
  const first = await server(folder, postgres.url)
  await db.connect()
  const demo = await measured(first.port, await demoSubjects())
  const began = performance.now()
  await fill(db, { venues, now: new Date() })
  console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${await size()}.\n`)
  const second = await server(folder, postgres.url)
  const large = await measured(second.port, await filledSubjects())
  print(demo, large)
} finally {
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Whom and what is asked for in the demo. */
async function demoSubjects() {
  const { rows } = await db.query(`
    select (select slug from operator order by id limit 1) as operator,
      (select id from customer where role = 'customer' order by id limit 1) as customer,
      (select id from customer where role = 'staff' order by id limit 1) as staff,
      (select last_name from customer where role = 'customer' group by 1 order by count(*) desc limit 1) as name,
      v.slug as venue, a.slug as activity
    from activity a join venue v on v.id = a.venue_id and v.status = 'open'
    where a.kind = 'classes' and not a.withdrawn and exists (select 1 from series s where s.activity_id = a.id)
    order by a.id limit 1`)
  return rows[0]
}

/** The same in the filled part; the customer has one order in two hundred. */
async function filledSubjects() {
  const { rows } = await db.query(`
    select (select slug from operator order by id limit 1) as operator, (select max(id) from customer) as customer, (select id from customer where role = 'staff' order by id limit 1)
        as staff, 'Smith' as name, 'centre-7' as venue, 'class-1' as activity`)
  return { ...rows[0], venue: `centre-${Math.min(7, venues)}` }
}

async function size() {
  const { rows } = await db.query(`
    select (select count(*) from venue) as venues, (select count(*) from occurrence) as occurrences,
      (select count(*) from booking) as bookings, (select count(*) from customer) as customers,
      pg_size_pretty(pg_database_size(current_database())) as size`)
  const [{ venues: places, occurrences, bookings, customers, size: bytes }] = rows
  return `${places} venues, ${occurrences} occurrences, ${bookings} bookings, ${customers} customers, ${bytes}`
}

/** A session of a customer, as logging in makes one. */
async function logIn(customerId) {
  const token = randomBytes(24).toString('base64url')
  await db.query(
    `insert into session (token_digest, customer_id, created_at, last_seen_at, expires_at)
     values ($1, $2, now(), now(), now() + interval '20 minutes')`,
    [createHash('sha256').update(token).digest(), customerId],
  )
  return { cookie: `authToken=${token}` }
}

/** Median time and size of each request, and the load of the jobs while nobody asks anything. */
async function measured(port, { operator, customer, staff, name, venue, activity }) {
  const asCustomer = await logIn(customer)
  const asStaff = await logIn(staff)
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const timetable = `/api/activities/venue/${venue}/activity/${activity}/v2/timetable?date=${day}`
  const requests = [
    { title: 'timetable, anonymous', path: timetable, headers: {} },
    { title: 'timetable, logged in', path: timetable, headers: asCustomer },
    { title: '/auth/user', path: '/api/auth/user', headers: asCustomer },
    { title: 'dashboard', path: '/api/dashboard', headers: asCustomer },
    { title: 'bookings of a customer', path: '/api/my-account/bookings', headers: asCustomer },
    { title: 'upcoming bookings', path: '/api/my-account/bookings?filter=future', headers: asCustomer },
    { title: 'home page', path: '/', headers: {} },
    { title: 'venue list', path: '/api/activities/venues', headers: {} },
    {
      title: 'desk: search of a common name',
      path: `/api/foh/customers?query=${encodeURIComponent(name)}`,
      headers: asStaff,
    },
    { title: 'desk: one customer', path: `/api/foh/customers/${customer}`, headers: asStaff },
    { title: 'data set page', path: `/api/openactive/${operator}`, headers: {} },
    { title: 'feed page', path: `/api/openactive/${operator}/scheduled-sessions`, headers: {} },
  ]
  const results = {}
  try {
    // The first run after a start publishes feeds and makes new days; wait until that has been done.
    await wait(10_000)
    for (const { title, path, headers } of requests) {
      const times = []
      let bytes = 0
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
        bytes = (await response.arrayBuffer()).byteLength
        times.push(performance.now() - began)
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      }
      results[title] = { ms: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)], bytes }
    }
    const before = await activeTime()
    await wait(idleSeconds * 1000)
    results['idle jobs, ms of database a minute'] = {
      ms: ((await activeTime()) - before) * (60 / idleSeconds),
      bytes: 0,
    }
  } finally {
    await Promise.all(children.map(ended))
  }
  return results
}

/** Milliseconds that sessions of this database have been running statements. */
async function activeTime() {
  const { rows } = await db.query(
    `select active_time from pg_stat_database where datname = current_database()`,
  )
  return rows[0].active_time
}

function print(demo, large) {
  const row = (...cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(40) : cell.padStart(11))).join(''))
  row('', 'demo', 'large', 'ratio', 'KB', 'KB large')
  for (const [title, { ms, bytes }] of Object.entries(demo)) {
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
