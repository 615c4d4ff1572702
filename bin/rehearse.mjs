// Visitors who come for a release: they look, hold and pay, each over connections of their own. The server of a rehearsal
// starts it with a channel to its parent (server/rehearsals/run.ts); the benchmark imports it (test/bench/rush.mjs).
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { get, openConnection, post } from './connection.mjs'

/** How often somebody tries another session, and presses again when the server is busy. */
const choices = 3
const patience = 5

/**
 * @typedef {{ id: number | string, activity: string, ticketId: string | null }} Wanted
 * @typedef {{ ports: readonly number[], visitors: number, sessions: readonly Wanted[], paying: number,
 *   comesAt: (n: number) => number, pressesAt: (n: number) => number, looks: (session: Wanted) => string[],
 *   headers: (n: number) => Record<string, string>, random: () => number, choices?: number,
 *   onProgress?: (counts: Counts) => void }} Rush
 *   times are milliseconds after booking opens, and negative before; `paying` of a hundred; `looks` are paths
 * @typedef {{ arrived: number, held: number, paid: number, refused: number, busy: number, failed: number }} Counts
 * @typedef {{ session: Wanted, at: number, status: number }} Attempt
 */

/**
 * Sends the visitors, and returns when each of them has gone.
 * @param {Rush} rush
 * @param {number} opensAt of `performance.now()`
 */
export async function comeForRelease(rush, opensAt) {
  /** @type {Counts} */
  const counts = { arrived: 0, held: 0, paid: 0, refused: 0, busy: 0, failed: 0 }
  /** @type {{ look: number[], hold: number[], pay: number[] }} */
  const times = { look: [], hold: [], pay: [] }
  /** @type {Attempt[]} */
  const attempts = []
  /** @type {Set<string>} */
  const faults = new Set()
  const visit = async (n) => {
    const until = (at) => wait(Math.max(0, opensAt + at - performance.now()))
    const headers = rush.headers(n)
    const port = rush.ports[n % rush.ports.length] ?? 0
    let wasBusy = false
    const send = async (bytes) => {
      for (let tried = 1; ; tried += 1) {
        const connection = await openConnection(port)
        const answer = await connection.send(bytes).finally(connection.close)
        if (answer.status !== 503 || tried === patience) return answer
        if (!wasBusy) counts.busy += 1
        wasBusy = true
        await wait(1000 * (answer.retryAfter ?? 1))
      }
    }
    const timed = async (step, run) => {
      const began = performance.now()
      const result = await run()
      times[step].push(performance.now() - began)
      return result
    }
    const offered = [...rush.sessions]
    await until(rush.comesAt(n))
    counts.arrived += 1
    let wanted = choose(offered, rush.random)
    for (const path of rush.looks(wanted))
      await timed('look', async () => requireAnswered(await send(get(path, headers))))
    await until(rush.pressesAt(n))
    for (let choice = 1; ; choice += 1) {
      const session = wanted
      const at = performance.now() - opensAt
      const answer = await timed('hold', () => hold(send, session, headers))
      attempts.push({ session, at, status: answer.status })
      if (answer.status === 200) {
        counts.held += 1
        if (rush.random() * 100 >= rush.paying) return
        await timed('pay', () => pay(send, answer.text, headers))
        counts.paid += 1
        return
      }
      requireAnswered(answer)
      offered.splice(offered.indexOf(session), 1)
      if (choice === (rush.choices ?? choices) || offered.length === 0 || answer.status === 503) {
        counts.refused += 1
        return
      }
      wanted = choose(offered, rush.random)
    }
  }
  const progress = setInterval(() => rush.onProgress?.(counts), 1000)
  await Promise.all(
    Array.from({ length: rush.visitors }, (_, n) =>
      visit(n).catch((error) => {
        counts.failed += 1
        faults.add(error instanceof Error ? error.message.slice(0, 300) : String(error))
      }),
    ),
  )
  clearInterval(progress)
  return { counts, times, attempts, faults: [...faults].slice(0, 5) }
}

/** A few sessions are wanted by many: each is wanted half as much again as the one after it. */
function choose(offered, random) {
  return offered[Math.min(offered.length - 1, Math.floor(offered.length * random() ** 3))]
}

/** Booking may not have opened yet by the clock of the server: people press again. */
async function hold(send, { id, ticketId }, headers) {
  const items = [{ id, type: 'activity', ...(ticketId === null ? {} : { ticketId }) }]
  for (let tried = 1; ; tried += 1) {
    const answer = await send(post('/api/activities/cart/add', { items }, { ...headers, ...once() }))
    if (tried === patience || !answer.text.includes('not_open_yet')) return answer
    await wait(250)
  }
}

/** What no release answers with: 503 says that too many have come, and what is below 500 that there is none left. */
function requireAnswered(answer) {
  const { status, text } = answer
  if (status >= 500 && status !== 503) throw new Error(`${status} ${text}`)
  return answer
}

/**
 * Pays for a basket by card: prepare, card, terms, authorise, complete.
 * @param {(bytes: string, step: string) => Promise<import('./connection.mjs').Answer>} send
 * @param {string} basket the answer that has its `uuid`
 * @param {Record<string, string>} [headers]
 */
export async function pay(send, basket, headers = {}) {
  const call = async (step, bytes) => {
    const { status, text } = await send(bytes, step)
    if (status !== 200) throw new Error(`${step}: ${status} ${text}`)
    return text
  }
  const mine = { ...headers, 'cart-uuid': field(basket, 'uuid') }
  const prepared = await call('prepare', get('/api/checkout/prepare', mine))
  const sessionKey = field(prepared, 'session_key')
  const path = `${new URL(field(prepared, 'url')).pathname}/api/v1/card-identifiers`
  const card = await call('card', post(path, { cardDetails }, { authorization: `Bearer ${sessionKey}` }))
  const terms = JSON.parse(await call('terms', get('/api/terms', headers))).data.map((one) => one.id)
  const paid = await call(
    'authorise',
    post(
      '/api/checkout/authorise',
      {
        ...billing,
        session_key: sessionKey,
        card_identifier: field(card, 'cardIdentifier'),
        terms,
        terms_accepted: true,
      },
      { ...mine, ...once() },
    ),
  )
  const body = { transaction_uuid: field(paid, 'transaction_uuid'), terms, email: billing.email }
  await call('complete', post('/api/checkout/complete', body, { ...mine, ...once() }))
}

/** The key that pages send with each call that writes. */
export const once = () => ({ 'idempotency-key': randomUUID() })

const cardDetails = {
  cardholderName: 'A Example',
  cardNumber: '4000000000000006',
  expiryDate: '1230',
  securityCode: '123',
}

const billing = {
  cardholder_name: 'A Example',
  billing_first_name: 'A',
  billing_last_name: 'Example',
  billing_address_line_one: '1 Example Road',
  billing_city: 'Exampleton',
  billing_postcode: 'ZZ1 1ZZ',
  email: 'visitor@example.test',
}

/** The first value of a name; reading all of a basket's JSON would cost the client more than it costs the server. */
const field = (text, name) => {
  const value = new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1]
  if (value === undefined) throw new Error(`There is no ${name} in ${text}`)
  return value
}

/** Who got none though somebody who came later did, by session: how many, and by how many milliseconds at most. */
export function passedOver(attempts) {
  let count = 0
  let by = 0
  for (const one of new Set(attempts.map(({ session }) => session))) {
    const own = attempts.filter(({ session }) => session === one)
    const last = Math.max(...own.filter(({ status }) => status === 200).map(({ at }) => at))
    for (const { status, at } of own) {
      // One who was refused as busy has not been served at all.
      if (status === 200 || status === 503 || at >= last) continue
      count += 1
      by = Math.max(by, last - at)
    }
  }
  return { passedOver: count, passedOverBy: by }
}

/** The time that so many of a hundred needed at most; null of none. */
export function sharesOf(times) {
  if (times.length === 0) return null
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/**
 * When visitor number n comes and when they press, in minutes after booking opens.
 * @param {'at_once' | 'usual' | 'even'} arrival
 * @param {() => number} random
 */
export function arrivalOf(arrival, random) {
  if (arrival === 'even') {
    const at = 10 * random()
    return { comes: at, presses: at }
  }
  const isEarly = random() < (arrival === 'at_once' ? 0.8 : 0.4)
  // Those who wait for it press within seconds.
  if (isEarly) return { comes: -1.5 * random(), presses: (-Math.log(1 - random()) * 2) / 60 }
  const at = arrival === 'at_once' ? random() : Math.min(10, -Math.log(1 - random()) * 2)
  return { comes: at, presses: at }
}

/** The same numbers each time (mulberry32). */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What the parent orders. */
async function rehearse(order) {
  const {
    port,
    operator,
    venue,
    day,
    sessions,
    tokens,
    visitors,
    arrival,
    paying,
    opensInMs,
    minuteMs,
    pages,
  } = order
  const random = randomFrom(visitors)
  const times = Array.from({ length: visitors }, () => arrivalOf(arrival, random))
  const looks = ({ activity }) => [
    ...(pages ? [`/location/${venue}/${activity}/${day}`] : []),
    `/api/activities/venue/${venue}/activity/${activity}/v2/timetable?date=${day}`,
  ]
  const {
    counts,
    times: measured,
    attempts,
    faults,
  } = await comeForRelease(
    {
      ports: [port],
      visitors,
      sessions,
      paying,
      random,
      looks,
      comesAt: (n) => (times[n]?.comes ?? 0) * minuteMs,
      pressesAt: (n) => (times[n]?.presses ?? 0) * minuteMs,
      headers: (n) => ({
        origin: 'http://localhost',
        'client-domain-identifier': operator,
        // Each comes from a network of their own: those for benchmarks (RFC 2544).
        'x-forwarded-for': `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
        ...(tokens[n] === undefined ? {} : { cookie: `authToken=${tokens[n]}` }),
      }),
      onProgress: (progress) => process.send?.({ say: 'progress', progress }),
    },
    performance.now() + opensInMs,
  )
  process.send?.({
    say: 'done',
    result: {
      ...counts,
      look: sharesOf(measured.look),
      hold: sharesOf(measured.hold),
      pay: sharesOf(measured.pay),
      ...passedOver(attempts),
      faults,
    },
  })
}

if (process.send !== undefined && process.argv[2] === 'visitors') {
  // Without its parent nobody reads the result.
  process.once('disconnect', () => process.exit(0))
  process.once('message', (order) => void rehearse(order))
}
