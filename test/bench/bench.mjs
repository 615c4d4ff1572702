// `npm run bench`: what the product does, beside what the machine could do at all, measured in the same run.
// Prints ratios and asserts nothing but that no place was sold twice. `npm run bench -- pages` runs one part.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '#bin/built.mjs'
import { ensurePackages } from '#bin/packages.mjs'
import { startPostgres } from '#bin/postgres.mjs'
import { get, load, post } from './load.mjs'
import { head, ms, rate, say } from './report.mjs'

const parts = ['reads', 'pages', 'places', 'orders', 'search', 'scripts']
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !parts.includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${parts.join(' ')}`)
  process.exit(2)
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)

const root = join(import.meta.dirname, '..', '..')
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const children = []
/** Undone in reverse order, whatever happens. */
const cleanUps = []

try {
  // The browser driver is a development package, which `npm start` does not install.
  ensurePackages({ development: true })
  if (!isBuilt()) {
    const build = spawnSync(process.execPath, [join(root, 'bin', 'build.mjs')], { stdio: 'inherit' })
    if (build.status !== 0) throw new Error('The build failed; see above.')
  }
  await run()
} catch (error) {
  console.error(`\nThe benchmark failed: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error) console.error(error.stack)
  process.exitCode = 1
} finally {
  for (const cleanUp of cleanUps.toReversed()) {
    try {
      await cleanUp()
    } catch (error) {
      console.error(`Clean-up failed: ${String(error)}`)
    }
  }
}

async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'onside-bench-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ fsync: true, maxConnections: 200 })
  cleanUps.push(() => postgres.stop())
  cleanUps.push(() => Promise.all(children.map(ended)))
  const { port } = await server(folder, postgres.url)
  const { default: pg } = await import('pg')
  const db = new pg.Client(postgres.url)
  await db.connect()
  cleanUps.push(() => db.end())
  const busiest = await busiestDay(port)
  if (isWanted('reads')) await reads(port, folder, busiest)
  if (isWanted('pages')) {
    const { pages } = await import('./pages.mjs')
    await pages({ port, folder, timetable: busiest.page, slots: busiest.slots })
  }
  if (isWanted('places')) await places(port, db, folder, postgres.url)
  if (isWanted('orders')) await orders(port, db)
  if (isWanted('search')) {
    const { search } = await import('./search.mjs')
    await search({
      port,
      db,
      seconds,
      compared: (path, text, type) => compared(port, folder, path, text, type, { connections: 32 }),
    })
  }
  if (isWanted('scripts')) {
    const { scripts } = await import('./scripts.mjs')
    scripts(root)
  }
}

/** Ends a child process and waits for it. */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

/** The built server on PostgreSQL with fsync on, the demo in it. */
async function server(folder, databaseUrl) {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '6',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('Onside is open')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  return { port }
}

/** The same bytes from node:http alone. */
async function bare(folder, bytes, type) {
  const file = join(folder, `bare-${children.length}`)
  writeFileSync(file, bytes)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs'), file, type, 'identity'])
  children.push(child)
  return Number(await new Promise((resolve) => child.stdout.once('data', resolve)))
}

/** The timetable with the most slots of tomorrow at the first open venue, as JSON and as a page. */
async function busiestDay(port) {
  const base = `http://127.0.0.1:${port}`
  const read = async (path) => (await (await fetch(base + path)).json()).data
  const venues = await read('/api/activities/venues')
  const venue = venues.find((one) => !one.closed) ?? venues[0]
  const categories = await read(`/api/activities/venue/${venue.slug}/categories`)
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  let best = { path: '', text: '', slots: -1, page: '' }
  for (const { slug, has_children: hasChildren } of categories) {
    if (hasChildren) continue
    const path = `/api/activities/venue/${venue.slug}/activity/${slug}/v2/timetable?date=${day}`
    const answer = await fetch(base + path)
    if (!answer.ok) continue
    const text = await answer.text()
    const { data } = JSON.parse(text)
    const slots = Array.isArray(data) ? data.length : Object.keys(data).length
    if (slots > best.slots) best = { path, text, slots, page: `/location/${venue.slug}/${slug}/${day}` }
  }
  return best
}

async function reads(port, folder, { path, text, page }) {
  head(`Timetable as JSON (${(text.length / 1024).toFixed(1)} KB)`)
  await compared(port, folder, path, text, 'application/json', { connections: 32 })

  const html = await (await fetch(`http://127.0.0.1:${port}${page}`)).text()
  head(`The page of that day, rendered (${(html.length / 1024).toFixed(1)} KB)`)
  await compared(port, folder, page, html, 'text/html; charset=utf-8', { connections: 32 })
}

async function compared(port, folder, path, bytes, type, { connections }) {
  const limitPort = await bare(folder, bytes, type)
  const results = { ours: [], limit: [] }
  // In turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < 3; round += 1) {
    const each = { connections, seconds: seconds / 3, request: () => get(path) }
    results.limit.push(await load({ port: limitPort, ...each }))
    results.ours.push(await load({ port, ...each }))
  }
  const middle = (list) => list.toSorted((a, b) => a.perSecond - b.perSecond)[1]
  const ours = middle(results.ours)
  const limit = middle(results.limit)
  say('node:http, the same bytes', rate(limit.perSecond), `p99 ${ms(limit.p99)}`)
  say(
    'Onside',
    rate(ours.perSecond),
    `p99 ${ms(ours.p99)}   ${(ours.perSecond / limit.perSecond).toFixed(2)} × the limit`,
  )
}

/** Classes of our own beside the demo's: one that is wanted by all, and two thousand. */
async function classes(db, count, capacity) {
  const { rows } = await db.query(
    `insert into occurrence (public_id, venue_id, activity_id, location_id, name, starts_at, ends_at, local_date,
       composite_key, capacity)
     select 'AQG' || translate(rpad(md5(random()::text || n), 31, 'x'), '0123456789', 'ghijklmnop'), a.venue_id, a.id,
       al.location_id, 'Bench', now() + interval '20 hours', now() + interval '21 hours',
       ((now() + interval '20 hours') at time zone 'Europe/London')::date, '00000000', $2
     from generate_series(1, $1) n,
       lateral (select a.id, a.venue_id from activity a join venue v on v.id = a.venue_id and v.status = 'open'
         where a.kind = 'classes' and a.release_days is null and a.release_minutes is null and not a.withdrawn
           and a.age_min is null and a.age_max is null and a.allows_anonymous_bookings
           and exists (select 1 from pricing_option p where p.activity_id = a.id and not p.withdrawn)
           and exists (select 1 from activity_location x where x.activity_id = a.id) order by a.id limit 1) a,
       lateral (select location_id from activity_location x where x.activity_id = a.id limit 1) al
     returning id`,
    [count, capacity],
  )
  if (rows.length !== count) throw new Error('The demo has no class to copy.')
  return rows.map((row) => row.id)
}

function addTo(id) {
  return post('/api/activities/cart/add', { items: [{ id, type: 'activity' }] })
}

async function places(port, db, folder, databaseUrl) {
  head('Places held over HTTP, each into a new basket (PostgreSQL, fsync on)')
  for (const [name, count, capacity] of [
    ['one hot class', 1, 1_000_000],
    ['spread over 2,000 classes', 2000, 1_000_000],
  ]) {
    const ids = await classes(db, count, capacity)
    const limit = pgbench(ids, folder, databaseUrl)
    const ours = await load({ port, connections: 100, seconds, request: (n) => addTo(ids[n % ids.length]) })
    say(`pgbench, the statement alone: ${name}`, rate(limit.tps))
    say(
      `Onside: ${name}`,
      rate(ours.perSecond),
      `p50 ${ms(ours.p50)} p99 ${ms(ours.p99)}   ${(ours.perSecond / limit.tps).toFixed(2)} × pgbench   ${JSON.stringify(ours.statuses)}`,
    )
  }
  const ids = await classes(db, 20, 1_000_000)
  const pace = 300
  const steady = await load({
    port,
    connections: 100,
    seconds,
    perSecond: pace,
    request: (n) => addTo(ids[n % ids.length]),
  })
  say(
    `Onside, asked ${pace} times a second`,
    rate(steady.perSecond),
    `p50 ${ms(steady.p50)} p99 ${ms(steady.p99)}   ${JSON.stringify(steady.statuses)}`,
  )
  const [scarce] = await classes(db, 1, 300)
  const rush = await load({ port, connections: 200, requests: 3000, request: () => addTo(scarce) })
  const { rows } = await db.query(
    `select o.places_taken, (select coalesce(sum(h.places), 0)::int from hold h where h.occurrence_id = o.id and h.state = 'held') as held
     from occurrence o where o.id = $1`,
    [scarce],
  )
  const { places_taken: taken, held } = rows[0]
  say(
    '3,000 ask for 300 places',
    `${held} held`,
    `${rate(rush.perSecond)} answered, p99 ${ms(rush.p99)}, ${JSON.stringify(rush.statuses)}`,
  )
  const { rows: sold } = await db.query(
    'select count(*)::int as n from occurrence where places_taken > capacity',
  )
  if (held !== 300 || taken !== 300 || sold[0].n > 0)
    throw new Error(`Oversold: ${held} held, ${taken} counted.`)
  say('oversold', '0')
}

/** pgbench running take_places with one ask a call, 20 connections. */
function pgbench(ids, folder, databaseUrl) {
  const file = join(folder, 'take.sql')
  writeFileSync(
    file,
    `\\set n random(1, ${ids.length})
\\set b random(1, 5000)
select * from take_places(jsonb_build_array(jsonb_build_object('request', 0, 'basketId',
  (select min(id) + :b - 1 from basket where source = 'bench'), 'heldUntil', now() + interval '10 minutes',
  'items', jsonb_build_array(jsonb_build_object('occurrenceId', ${ids[0]} + :n - 1, 'places', 1, 'idForm', 'v1',
  'pricingOptionId', (select min(id) from pricing_option), 'quantity', 1, 'unitPrice', 500, 'mayOverlap', true,
  'customerReference', random()::text)))), now());
`,
  )
  execFileSync('psql', [
    databaseUrl,
    '-qAt',
    '-c',
    `insert into basket (operator_id, source, created_at, updated_at)
     select (select min(id) from operator), 'bench', now(), now() from generate_series(1, 5000)
     where not exists (select 1 from basket where source = 'bench')`,
  ])
  const bin = pgbenchBinary()
  const text = execFileSync(
    bin,
    ['-n', '-M', 'prepared', '-c', '20', '-j', '2', '-T', String(seconds), '-f', file, databaseUrl],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  return { tps: Number(/tps = ([\d.]+)/.exec(text)?.[1]) }
}

function pgbenchBinary() {
  const releases = readdirSync('/usr/lib/postgresql').toSorted()
  return join('/usr/lib/postgresql', releases.at(-1), 'bin', 'pgbench')
}

/** From an empty basket to a paid order, one visitor after the other on each connection. */
async function orders(port, db) {
  const ids = await classes(db, 200, 1_000_000)
  const base = `http://127.0.0.1:${port}`
  const call = async (method, path, body, headers) => {
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json
  }
  const times = []
  const until = performance.now() + seconds * 1000
  const visitor = async (n) => {
    while (performance.now() < until) {
      const began = performance.now()
      const id = ids[(n * 31 + times.length) % ids.length]
      const { data: basket } = await call('POST', '/api/activities/cart/add', { items: [{ id }] })
      const mine = { 'cart-uuid': basket.uuid }
      const prepared = await call('GET', '/api/checkout/prepare', undefined, mine)
      const card = await call(
        'POST',
        `${new URL(prepared.url).pathname}/api/v1/card-identifiers`,
        {
          cardDetails: {
            cardholderName: 'A Example',
            cardNumber: '4000000000000006',
            expiryDate: '1230',
            securityCode: '123',
          },
        },
        { authorization: `Bearer ${prepared.session_key}` },
      )
      const { data: terms } = await call('GET', '/api/terms')
      const accepted = terms.map((one) => one.id)
      const paid = await call(
        'POST',
        '/api/checkout/authorise',
        {
          session_key: prepared.session_key,
          card_identifier: card.cardIdentifier,
          cardholder_name: 'A Example',
          billing_first_name: 'A',
          billing_last_name: 'Example',
          billing_address_line_one: '1 Example Road',
          billing_city: 'Exampleton',
          billing_postcode: 'ZZ1 1ZZ',
          email: 'bench@example.test',
          terms: accepted,
          terms_accepted: true,
        },
        mine,
      )
      await call(
        'POST',
        '/api/checkout/complete',
        { transaction_uuid: paid.transaction_uuid, terms: accepted, email: 'bench@example.test' },
        mine,
      )
      times.push(performance.now() - began)
    }
  }
  head('Paid orders: add, prepare, card, terms, authorise, complete (demo card company in the same process)')
  const began = performance.now()
  await Promise.all(Array.from({ length: 16 }, (_, n) => visitor(n)))
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  say(
    'orders',
    rate(times.length / elapsed),
    `p50 ${ms(times[Math.floor(times.length / 2)])} p99 ${ms(times[Math.floor(times.length * 0.99)])}`,
  )
}
