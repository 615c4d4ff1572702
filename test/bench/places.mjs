import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { post } from '#bin/connection.mjs'
import { load } from './load.mjs'
import { seconds } from './processes.mjs'
import { head, ms, rate, say } from './report.mjs'

/** Classes of our own beside the demo's: one that is wanted by all, and two thousand. */
export async function classes(db, count, capacity) {
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

export async function places(port, db, folder, databaseUrl) {
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
  (select min(id) + :b - 1 from basket where created_at = 'epoch'), 'heldUntil', now() + interval '10 minutes',
  'items', jsonb_build_array(jsonb_build_object('occurrenceId', ${ids[0]} + :n - 1, 'places', 1, 'idForm', 'v1',
  'pricingOptionId', (select min(id) from pricing_option), 'quantity', 1, 'unitPrice', 500, 'mayOverlap', true,
  'customerReference', random()::text)))), now());
`,
  )
  execFileSync('psql', [
    databaseUrl,
    '-qAt',
    '-c',
    `insert into basket (operator_id, created_at, updated_at)
     select (select min(id) from operator), 'epoch', now() from generate_series(1, 5000)
     where not exists (select 1 from basket where created_at = 'epoch')`,
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

export function pgbenchBinary() {
  const releases = readdirSync('/usr/lib/postgresql').toSorted()
  return join('/usr/lib/postgresql', releases.at(-1), 'bin', 'pgbench')
}
