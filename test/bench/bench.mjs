// `npm run bench`: what the product does, beside what the machine could do at all, measured in the same run.
// Prints ratios and asserts nothing but that no place was sold twice. `npm run bench -- pages` runs one part.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '#bin/built.mjs'
import { ensurePackages } from '#bin/packages.mjs'
import { startPostgres } from '#bin/postgres.mjs'
import { board } from './board.mjs'
import { orders } from './orders.mjs'
import { places } from './places.mjs'
import { poolers } from './poolers.mjs'
import { root, seconds, children, cleanUps, ended, server, compared } from './processes.mjs'
import { head } from './report.mjs'
import { rush } from './rush.mjs'

const parts = ['reads', 'pages', 'board', 'places', 'rush', 'orders', 'poolers', 'search', 'scripts']
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !parts.includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${parts.join(' ')}`)
  process.exit(2)
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)

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
  const postgres = await startPostgres({ fsync: true, maxConnections: 200, countsStatements: true })
  cleanUps.push(() => postgres.stop())
  cleanUps.push(() => Promise.all(children.map(ended)))
  const { port, pid } = await server(folder, postgres.url)
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
  if (isWanted('board')) await board({ port })
  if (isWanted('places')) await places(port, db, folder, postgres.url)
  if (isWanted('rush')) {
    const second = await server(folder, postgres.url)
    await rush({ ports: [port, second.port], db, path: busiest.path })
    await ended(second.child)
  }
  if (isWanted('orders')) await orders({ port, pid, db, folder, databaseUrl: postgres.url })
  if (isWanted('poolers')) await poolers({ port, db, folder, databaseUrl: postgres.url })
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
