import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { bareOrders } from './bareOrders.mjs'
import { openConnection, post } from '#bin/connection.mjs'
import { once, pay } from '#bin/rehearse.mjs'
import { classes } from './places.mjs'
import { seconds } from './processes.mjs'
import { head, ms, rate, say } from './report.mjs'

const visitors = Number(process.env.BENCH_VISITORS ?? 32)

/** Orders before the measured ones: the code is compiled by then, and each connection knows its statements. */
const warmUp = 500

/** From no basket to a paid order and its e-mail: rate, statements, commits and processor time of each. */
export async function orders({ port, pid, db, folder, databaseUrl }) {
  const ids = await classes(db, 200, 1_000_000)
  await db.query('create extension if not exists pg_stat_statements')
  // The demo's timetable has just been imported; publishing all of it would be measured too.
  await db.query('delete from openactive_change')
  head('Paid orders: add, prepare, card, terms, authorise, complete (demo card company in the same process)')
  await sell({ port, ids, most: warmUp, until: performance.now() + 60_000 })
  await mailSent(db)

  const before = await counters(db, pid)
  const began = performance.now()
  const { times, spent } = await sell({ port, ids, most: Infinity, until: began + seconds * 1000 })
  const elapsed = (performance.now() - began) / 1000
  await mailSent(db)
  const withMail = (performance.now() - began) / 1000
  const after = await counters(db, pid)

  const count = times.length
  times.sort((a, b) => a - b)
  const each = (name) => ((after[name] - before[name]) / count).toFixed(1)
  const at = (share) => ms(times[Math.floor(count * share)])
  const limit = await bareOrders(ids, folder, databaseUrl)
  say('pgbench, the same rows', rate(limit))
  say(
    'Onside',
    rate(count / elapsed),
    `p50 ${at(0.5)} p99 ${at(0.99)}   ${(count / elapsed / limit).toFixed(2)} × pgbench`,
  )
  // Confirmations go after customers' calls (docs/decisions/0028), so what a machine keeps up for hours is this.
  say('until the last of their mail is sent', rate(count / withMail))
  const company = ((after.company - before.company) / count).toFixed(1)
  say(
    'of one order, its e-mail included',
    `${each('statements')} statements`,
    `${each('commits')} commits, ${company} of them the card company's`,
  )
  say(
    'processor time of one order',
    `${each('node')} ms in Node`,
    `${each('postgres')} ms in PostgreSQL, ${each('client')} ms to ask for it`,
  )
  for (const [name, total] of Object.entries(spent)) say(`  waited for ${name}`, ms(total / count))
  if (process.env.BENCH_STATEMENTS !== undefined) sayStatements(before.calls, after.calls, count)
  await requireWhole(db)
}

/** Sells on each connection, one order after the other. */
export async function sell({ port, ids, most, until }) {
  const times = []
  const spent = {}
  const visitor = async (n) => {
    const connection = await openConnection(port)
    const send = async (bytes, name) => {
      const began = performance.now()
      const answer = await connection.send(bytes)
      spent[name] = (spent[name] ?? 0) + performance.now() - began
      return answer
    }
    const call = async (name, bytes) => {
      const { status, text } = await send(bytes, name)
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
      return text
    }
    while (performance.now() < until && times.length < most) {
      const began = performance.now()
      await order(send, call, ids[(n * 31 + times.length) % ids.length])
      times.push(performance.now() - began)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: visitors }, (_, n) => visitor(n)))
  return { times, spent }
}

async function order(send, call, id) {
  const basket = await call(
    'add',
    post('/api/activities/cart/add', { items: [{ id, type: 'activity' }] }, once()),
  )
  await pay(send, basket)
}

async function mailSent(db) {
  for (const until = performance.now() + 120_000; performance.now() < until; await wait(200)) {
    const { rows } = await db.query("select count(*)::int as n from notice where state = 'waiting'")
    if (rows[0].n === 0) return
  }
  throw new Error('After two minutes there is still mail to send.')
}

/** Each payment has become an order, has been captured and has a booking. */
async function requireWhole(db) {
  const { rows } = await db.query(
    `select count(*)::int as n from payment_transaction t left join customer_order o on o.id = t.order_id
     where t.status <> 'completed' or t.captured_at is null or o.total <> t.amount
       or not exists (select 1 from booking b where b.order_id = o.id)`,
  )
  if (rows[0].n > 0) throw new Error(`${rows[0].n} payments are not whole orders.`)
}

/** The statements of one order, most frequent first: where the next one can be saved. */
function sayStatements(before, after, count) {
  const each = Object.entries(after)
    .map(([text, { calls, ms: spent }]) => [
      text,
      (calls - (before[text]?.calls ?? 0)) / count,
      (spent - (before[text]?.ms ?? 0)) / count,
    ])
    .filter(([, calls]) => calls > 0.02)
    .toSorted(([, a], [, b]) => b - a)
  for (const [text, calls, spent] of each)
    say(`  ${calls.toFixed(2)} × ${spent.toFixed(2)} ms`, text.replaceAll(/\s+/g, ' ').slice(0, 140))
}

async function counters(db, pid) {
  const { rows } = await db.query(
    `select (select sum(calls) from pg_stat_statements)::float8 as statements,
       (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`,
  )
  const { rows: server } = await db.query(
    `select pid from pg_stat_activity where backend_type <> 'client backend'
     union all select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  const { rows: statements } = await db.query(
    'select query, sum(calls)::float8 as calls, sum(total_exec_time) as ms from pg_stat_statements group by query',
  )
  const { user, system } = process.cpuUsage()
  return {
    ...rows[0],
    // Each is a transaction of its own.
    company: statements.reduce((sum, { query, calls }) => sum + (query.includes('demo_card') ? calls : 0), 0),
    calls: Object.fromEntries(statements.map(({ query, calls, ms: spent }) => [query, { calls, ms: spent }])),
    node: processorMs(pid),
    postgres: server.reduce((sum, one) => sum + processorMs(one.pid), 0),
    client: (user + system) / 1000,
  }
}

/** User and system time of a process with its threads; 0 where the system has no /proc. */
function processorMs(pid) {
  if (!readdirSync('/').includes('proc')) return 0
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const words = fields.split(' ')
  return (Number(words[11]) + Number(words[12])) * 10
}
