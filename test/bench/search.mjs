// The search of home over 4,000 venues: a popular search, searches that no one made before, and the page.
import { get } from '#bin/connection.mjs'
import { load } from './load.mjs'
import { head, ms, rate, say } from './report.mjs'

const venues = 4000
const activities = ['Badminton', 'Yoga', 'Lane swim', 'Gym session']
/** The most a search may take at the 99th percentile, and the page may weigh. */
const limitMs = 100
const limitKb = 200

/**
 * @param {{ port: number, db: import('pg').Client, seconds: number,
 *   compared: (path: string, text: string, type: string) => Promise<void> }} given `compared` measures a path beside
 *   node:http with the same bytes
 */
export const search = async ({ port, db, seconds, compared }) => {
  await fill(db)
  const base = `http://127.0.0.1:${port}`
  head(`Search over ${venues.toLocaleString('en-GB')} venues`)

  const began = performance.now()
  const path = '/api/search?q=badminton&at=53.546,-2.113'
  const text = await (await fetch(base + path)).text()
  say('first search, which reads the names', ms(performance.now() - began))
  const { offers } = JSON.parse(text).data
  if (offers.length === 0) throw new Error('The search found nothing.')
  await compared(path, text, 'application/json')

  const words = [
    'badminton',
    'yoga%20tomorrow%2018:00',
    'swim%20tonight',
    'gym%20near%20OL1',
    'bench%20venue%2077',
  ]
  const fresh = await load({
    port,
    connections: 8,
    seconds,
    request: (n) =>
      get(`/api/search?q=${words[n % words.length]}&at=${(50 + (n % 5000) / 1000).toFixed(3)},-1.5`),
  })
  say(
    'Onside: every search a new one',
    rate(fresh.perSecond),
    `p50 ${ms(fresh.p50)} p99 ${ms(fresh.p99)} of at most ${limitMs} ms   ${JSON.stringify(fresh.statuses)}`,
  )

  for (const page of ['/', '/?q=badminton']) {
    const html = await (await fetch(base + page)).text()
    say(`the page ${page}`, `${(html.length / 1024).toFixed(0)} KB`, `of at most ${limitKb} KB`)
  }
}

/** Venues across Great Britain, each with four activities and thirteen sessions of each a day for a week. */
const fill = async (db) => {
  await db.query(`
    with place as (
      insert into venue (operator_id, slug, name, town, lat, lng, timezone, position)
      select (select min(id) from operator), 'bench-' || n, 'Bench Venue ' || n, 'Town ' || n % 500,
        50 + (n * 7919 % 6000) / 1000.0, -4 + (n * 104729 % 5000) / 1000.0, 'Europe/London', 1000 + n
      from generate_series(1, ${venues}) n returning id
    ), room as (
      insert into location (venue_id, slug, name) select id, 'hall', 'Hall' from place returning id, venue_id
    ), offered as (
      insert into activity (venue_id, slug, name, kind, position)
      select p.id, 'bench-' || k.n, k.name, 'classes', k.n
      from place p, unnest(array[${activities.map((name) => `'${name}'`).join(', ')}]) with ordinality as k (name, n)
      returning id, venue_id, name
    ), priced as (
      insert into pricing_option (activity_id, slug, name, price) select id, 'standard', 'Standard', 620 from offered
    ), at_place as (
      insert into activity_location (activity_id, location_id)
      select o.id, r.id from offered o join room r on r.venue_id = o.venue_id
    )
    insert into occurrence (public_id, venue_id, activity_id, location_id, name, starts_at, ends_at, local_date,
      composite_key, capacity)
    select 'AQG' || left(translate(md5(o.id || '/' || d || '/' || h), '0123456789', 'ghijklmnop'), 31),
      o.venue_id, o.id, r.id, o.name, (current_date + d + make_interval(hours => 8 + h)) at time zone 'Europe/London',
      (current_date + d + make_interval(hours => 9 + h)) at time zone 'Europe/London', current_date + d, '00000000', 20
    from offered o join room r on r.venue_id = o.venue_id, generate_series(0, 6) d, generate_series(1, 13) h`)
  await db.query(`update operator set imported_digest = 'bench'`)
  await db.query('analyze')
}
