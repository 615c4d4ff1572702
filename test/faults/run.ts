import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { DatabaseUnavailable } from '#server/platform/errors.ts'
import { classes } from '#test/bench/places.mjs'
import { randomFrom } from '#test/fuzz/random.ts'
import type { Random } from '#test/fuzz/random.ts'
import { startProxy } from '#test/support/proxy.ts'
import { startBuyers } from './buyers.ts'
import type { Buyers } from './buyers.ts'
import { wrongAfterFaults } from './checker.ts'
import type { CompanyLedger } from './company.ts'
import { createNode } from './nodes.ts'
import type { ServerNode } from './nodes.ts'

export type FaultSettings = {
  databaseUrl: string
  folder: string
  /** Half of them on one node, half on two. */
  kills: number
  /** How often the database is lost in each way. */
  losses: number
  seed: number
  say: (line: string) => void
}

type World = FaultSettings & {
  db: Database
  cardsUrl: string
  random: Random
  occurrenceIds: number[]
  /** What the checker finds in the demo as imported: places of block bookings, which have no booking. */
  before: ReadonlySet<string>
}

const buyersAtOnce = 8
/** The server gives a client a minute to complete its order and then does it itself. */
const settleWithinMs = 240_000

/** Runs every fault in turn and checks the database after each. @returns what is wrong, in sentences */
export const runFaults = async (settings: FaultSettings): Promise<string[]> => {
  const { databaseUrl, folder, kills, losses, seed, say } = settings
  say(`seed ${seed}`)
  const company = await startCompany(seed)
  const opened = await openDatabase(readConfig({ DATABASE_URL: databaseUrl, DATABASE_POOL: '4' }))
  const { db } = opened
  const first = createNode(20_000 + (process.pid % 10_000), { databaseUrl, cardsUrl: company.url, folder })
  const wrong: string[] = []
  try {
    // The first start imports the demo.
    await first.start()
    await first.kill()
    const occurrenceIds = await classesToSell(db)
    const before = new Set(await wrongAfterFaults(db, [], new Date()))
    const world: World = {
      ...settings,
      db,
      cardsUrl: company.url,
      random: randomFrom(seed),
      occurrenceIds,
      before,
    }
    const phases: [string, () => Promise<string[]>][] = [
      [
        `${kills - Math.floor(kills / 2)} kills of one node`,
        () => killNodes(world, 1, kills - Math.floor(kills / 2)),
      ],
      [`${Math.floor(kills / 2)} kills of two nodes`, () => killNodes(world, 2, Math.floor(kills / 2))],
      [`${losses} of each loss of the database, two nodes`, () => loseDatabase(world)],
    ]
    for (const [title, run] of phases) {
      say(`\n${title}`)
      for (const line of await run()) wrong.push(`${title}: ${line}`)
    }
  } finally {
    await first.kill()
    await opened.close()
    company.stop()
  }
  return wrong
}

const startCompany = async (seed: number): Promise<{ url: string; stop: () => void }> => {
  const child = spawn(process.execPath, ['test/faults/company.mjs', String(seed)], {
    cwd: path.resolve(projectRoot()),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.once('exit', (code) => reject(new Error(`The card company ended with ${code}.`)))
  })
  return { url, stop: () => void child.kill('SIGKILL') }
}

/** Classes with few and with many places, so that buyers also compete. */
const classesToSell = async (db: Database): Promise<number[]> => {
  const client = {
    query: async (text: string, values: unknown[]) => {
      const [count, capacity] = values
      return sql
        .raw<{ id: number }>(text.replaceAll('$1', String(count)).replaceAll('$2', String(capacity)))
        .execute(db)
    },
  }
  return [...(await classes(client, 20, 15)), ...(await classes(client, 20, 100_000))]
}

const openNodes = async (world: World, count: number, databaseUrl: string): Promise<ServerNode[]> => {
  const port = 30_000 + world.random.below(20_000)
  const nodes = Array.from({ length: count }, (_, n) =>
    createNode(port + n, { databaseUrl, cardsUrl: world.cardsUrl, folder: world.folder }),
  )
  for (const node of nodes) await node.start()
  return nodes
}

const buyersAt = ({ occurrenceIds, random }: World, nodes: readonly ServerNode[]): Buyers =>
  startBuyers({ count: buyersAtOnce, bases: () => nodes.map(({ base }) => base), occurrenceIds, random })

/** Kills a node at a random moment and starts it again, over and over, while visitors buy. */
const killNodes = async (world: World, count: number, kills: number): Promise<string[]> => {
  const { random, say } = world
  if (kills === 0) return []
  const nodes = await openNodes(world, count, world.databaseUrl)
  const buyers = buyersAt(world, nodes)
  const recoveries: number[] = []
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(300 + random.below(2500))
      const node = random.pick(nodes)
      await node.kill()
      const killed = performance.now()
      await node.start()
      recoveries.push(performance.now() - killed)
      if (kill % 20 === 0) say(`  ${kill} kills, ${buyers.acknowledged.length} orders acknowledged`)
    }
    return await settle(world, buyers, recoveries)
  } finally {
    for (const node of nodes) await node.kill()
  }
}

/** Loses the database in every way, behind a proxy, while visitors buy from two nodes. */
const loseDatabase = async (world: World): Promise<string[]> => {
  const { db, databaseUrl, losses, random, say } = world
  if (losses === 0) return []
  const proxy = await startProxy(databaseUrl)
  const nodes = await openNodes(world, 2, proxy.url)
  const buyers = buyersAt(world, nodes)
  const ways: [string, () => Promise<void>][] = [
    ['crash of the database server', () => crashDatabase(db)],
    ['reset of its connections', () => Promise.resolve(proxy.reset())],
    ['silence of its connections, as when a replica is promoted', () => Promise.resolve(proxy.silence())],
    [
      'refusal for two seconds',
      async () => {
        proxy.refuse()
        await wait(2000)
        proxy.restore()
      },
    ],
    [
      'silence for three seconds',
      async () => {
        proxy.silence({ all: true })
        await wait(3000)
        proxy.restore()
      },
    ],
  ]
  const recoveries: number[] = []
  try {
    for (const [name, lose] of ways) {
      const times: number[] = []
      for (let loss = 0; loss < losses; loss += 1) {
        await wait(1000 + random.below(2000))
        await lose()
        const lost = performance.now()
        for (const node of nodes) await answersAgain(node)
        times.push(performance.now() - lost)
      }
      recoveries.push(...times)
      say(`  ${name}: answers again after ${seconds(Math.max(...times))} at most`)
    }
    return await settle(world, buyers, recoveries)
  } finally {
    for (const node of nodes) await node.kill()
    await proxy.close()
  }
}

/** One connection's process is killed, which makes PostgreSQL end all and recover from its log. */
const crashDatabase = async (db: Database): Promise<void> => {
  for (const until = Date.now() + 30_000; ; await wait(100)) {
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const [row] = rows
      if (row !== undefined) process.kill(row.pid, 'SIGKILL')
      return
    } catch (error) {
      // Our own connections come back a moment after those of the nodes.
      if (!(error instanceof DatabaseUnavailable) || Date.now() > until) throw error
    }
  }
}

/** A call that reads the database is answered. */
const answersAgain = async ({ base }: ServerNode): Promise<void> => {
  for (const until = Date.now() + 60_000; ; await wait(50)) {
    try {
      const response = await fetch(`${base}/api/activities/cart`, {
        headers: { 'cart-uuid': '0f8fad5b-d9cb-469f-a165-70867728950e' },
        signal: AbortSignal.timeout(3000),
      })
      if (response.ok) return
    } catch {
      // Not yet.
    }
    if (Date.now() > until)
      throw new Error('The server does not answer a minute after the loss of its database.')
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Lets what was interrupted come to its end, and checks the database. */
const settle = async (world: World, buyers: Buyers, recoveries: readonly number[]): Promise<string[]> => {
  const { db, say } = world
  await buyers.stop()
  const stopped = Date.now()
  const open = async (): Promise<number> => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from payment_transaction where next_attempt_at is not null`.execute(db)
    return rows[0]?.open ?? 0
  }
  while ((await open()) > 0 && Date.now() - stopped < settleWithinMs) await wait(1000)
  const settledAfter = Date.now() - stopped
  await copyLedger(world)
  const found = await wrongAfterFaults(db, buyers.acknowledged, new Date())
  const wrong = found.filter((line) => !world.before.has(line))
  const sorted = recoveries.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const counts = Object.entries(buyers.statuses).map(([status, count]) => `${status}: ${count}`)
  say(`  ${buyers.acknowledged.length} orders acknowledged, ${buyers.unfinished} purchases not finished`)
  say(`  answers by status: ${counts.join(', ')}`)
  say(`  answers again after ${seconds(median)} (median), ${seconds(sorted.at(-1) ?? 0)} at most`)
  say(`  every payment settled after ${seconds(settledAfter)}; ${wrong.length} faults`)
  return wrong
}

const states: Readonly<Record<string, string>> = {
  requires_payment_method: 'opened',
  requires_confirmation: 'opened',
  requires_action: 'challenge',
  processing: 'pending',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
}

/** Writes the books of the company into the table of the demo company, where the checker reads them. */
const copyLedger = async ({ db, cardsUrl }: World): Promise<void> => {
  const { payments } = (await (await fetch(`${cardsUrl}/ledger`)).json()) as CompanyLedger
  const rows = payments.map(({ reference, collection, amount, status, refunded }) => ({
    reference: collection === null ? reference : `${collection}:${reference}`,
    amount,
    captured: status === 'succeeded' ? amount : 0,
    refunded,
    state: refunded > 0 && refunded === amount ? 'refunded' : (states[status] ?? status),
  }))
  await sql`delete from demo_card_payment`.execute(db)
  await sql`
    insert into demo_card_payment (reference, amount, state, captured, refunded, created_at, updated_at)
    select reference, amount, state, captured, refunded, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(reference text, amount int, captured int, refunded int, state text)`.execute(db)
}
