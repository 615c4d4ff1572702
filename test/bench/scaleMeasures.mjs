// What `npm run scale` asks of a server, and what it finds.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { children, ended } from './processes.mjs'

const rounds = Number(process.env.SCALE_ROUNDS ?? 15)
const idleSeconds = Number(process.env.SCALE_IDLE_SECONDS ?? 60)

/** Whom and what is asked for in the filled part; the customer has 600 orders, and one in eight is a Smith. */
export async function filledSubjects(db, venues) {
  const { rows } = await db.query(`
    select (select slug from operator order by id limit 1) as operator, (select max(id) from customer) as customer, (select id from customer where role = 'staff' order by id limit 1)
        as staff, 'Smith' as name, 'centre-7' as venue, 'class-1' as activity`)
  return { ...rows[0], venue: `centre-${Math.min(7, venues)}` }
}

/** A session of a customer, as logging in makes one. */
async function logIn(db, customerId) {
  const token = randomBytes(24).toString('base64url')
  await db.query(
    `insert into session (token_digest, customer_id, created_at, last_seen_at, expires_at)
     values ($1, $2, now(), now(), now() + interval '20 minutes')`,
    [createHash('sha256').update(token).digest(), customerId],
  )
  return { cookie: `authToken=${token}` }
}

/** Median time and size of each request, and the load of the jobs without requests. */
export async function measured(db, port, { operator, customer, staff, name, venue, activity }) {
  const asCustomer = await logIn(db, customer)
  const asStaff = await logIn(db, staff)
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const timetable = `/api/activities/venue/${venue}/activity/${activity}/v2/timetable?date=${day}`
  const requests = [
    { title: 'timetable, anonymous', path: timetable, headers: {} },
    { title: 'timetable, logged in', path: timetable, headers: asCustomer },
    { title: '/auth/user', path: '/api/auth/user', headers: asCustomer },
    { title: 'dashboard', path: '/api/dashboard', headers: asCustomer },
    {
      title: 'page of past bookings',
      path: '/api/my-account/bookings?filter=past&limit=21',
      headers: asCustomer,
    },
    { title: 'all bookings of a customer', path: '/api/my-account/bookings?filter=all', headers: asCustomer },
    { title: 'home page', path: '/', headers: {} },
    { title: 'venue list', path: '/api/activities/venues', headers: {} },
    { title: 'venue search', path: '/api/activities/venue-search?search=centre%202', headers: {} },
    { title: 'registration page', path: '/register', headers: {} },
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
    await published(db)
    await db.query('select pg_stat_statements_reset()')
    const before = await activeTime(db)
    await wait(idleSeconds * 1000)
    const active = (await activeTime(db)) - before
    results['idle jobs, % of the time'] = { ms: active / (idleSeconds * 10), bytes: 0 }
    await sayCostliest(db)
  } finally {
    await Promise.all(children.map(ended))
  }
  return results
}

/** A new database publishes its timetable over some minutes, which is no idle load. */
async function published(db) {
  for (const until = performance.now() + 1_800_000; performance.now() < until; await wait(2000)) {
    const { rows } = await db.query(
      'select exists (select from openactive_change) or exists (select from openactive_backlog) as left',
    )
    if (!rows[0].left) return
  }
  throw new Error('After half an hour there are still changes to publish.')
}

/** The statements that cost the jobs most, the buffers they read and the rows they answer. */
async function sayCostliest(db) {
  const { rows } = await db.query(`
    select query, calls, total_exec_time as ms, (shared_blks_hit + shared_blks_read) / calls as blocks, rows
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit 8`)
  console.log('Idle: ms, calls, blocks a call, rows')
  for (const { query, calls, ms, blocks, rows: answered } of rows)
    console.log(
      [ms.toFixed(0), calls, blocks, answered].map((cell) => String(cell).padStart(9)).join(''),
      ` ${query.replaceAll(/\s+/g, ' ').slice(0, 130)}`,
    )
  console.log('')
}

/** Milliseconds that sessions of this database have been running statements. */
async function activeTime(db) {
  const { rows } = await db.query(
    `select active_time from pg_stat_database where datname = current_database()`,
  )
  return rows[0].active_time
}
