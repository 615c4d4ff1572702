import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import type { Random } from '#test/fuzz/random.ts'
import { startBuyers } from './buyers.ts'
import type { Buyers, Classes } from './buyers.ts'
import { wrongAfterFaults } from './checker.ts'
import type { CompanyLedger } from './company.ts'
import { passTime } from './members.ts'
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
  /** Crashes the server at `databaseUrl`. */
  crashFirst: () => Promise<void>
  say: (line: string) => void
}

/** What all phases have in common. */
export type World = FaultSettings & {
  db: Database
  cardsUrl: string
  random: Random
  classes: Classes
  /** What the checker finds in the demo as imported: places of block bookings, which have no booking. */
  before: ReadonlySet<string>
}

const buyersAtOnce = 8
/** The server gives a client a minute to complete its order and then does it itself. */
const nextSettledWithinMs = 240_000

/** Starts nodes that serve the same visitors from a database, or a pooler in front of it. */
export const openNodes = async (
  { random, cardsUrl, folder }: World,
  count: number,
  databaseUrl: string,
  pooling: 'session' | 'transaction' = 'session',
): Promise<ServerNode[]> => {
  // Below those that outgoing connections get, one of which could take the port of a node that is down.
  const port = 20_000 + random.below(12_000)
  const nodes = Array.from({ length: count }, (_, n) =>
    createNode(port + n, { databaseUrl, cardsUrl, folder, pooling }),
  )
  for (const node of nodes) await node.start()
  return nodes
}

export const buyersAt = ({ classes, random }: World, nodes: readonly ServerNode[]): Buyers =>
  startBuyers({ count: buyersAtOnce, bases: () => nodes.map(({ base }) => base), classes, random })

/** Waits until a node answers a call that reads the database. @returns ms */
const untilAnswers = async ({ base }: ServerNode): Promise<number> => {
  const began = performance.now()
  for (const until = Date.now() + 60_000; ; await wait(50)) {
    try {
      const response = await fetch(`${base}/api/activities/cart`, {
        headers: { 'cart-uuid': '0f8fad5b-d9cb-469f-a165-70867728950e' },
        signal: AbortSignal.timeout(3000),
      })
      if (response.ok) return performance.now() - began
    } catch {
      // Not yet.
    }
    if (Date.now() > until)
      throw new Error('The server does not answer a minute after the loss of its database.')
  }
}

/** Waits until all of them answer. @returns ms */
export const untilAllAnswer = async (nodes: readonly ServerNode[]): Promise<number> =>
  Math.max(...(await Promise.all(nodes.map(untilAnswers))))

/**
 * Loses something in each way, `losses` times, while visitors buy.
 * @returns ms until all nodes answered again, for each time
 */
export const loseInTurn = async (
  { losses, random, say }: World,
  nodes: readonly ServerNode[],
  ways: readonly [name: string, lose: () => Promise<void>][],
): Promise<number[]> => {
  const recoveries: number[] = []
  for (const [name, lose] of ways) {
    const times: number[] = []
    for (let loss = 0; loss < losses; loss += 1) {
      await wait(1000 + random.below(2000))
      await lose()
      times.push(await untilAllAnswer(nodes))
    }
    recoveries.push(...times)
    say(`  ${name}: answers again after ${seconds(Math.max(...times))} at most`)
  }
  return recoveries
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Lets what was interrupted come to its end, and checks the database. @returns what is wrong, in sentences */
export const settle = async (
  world: World,
  buyers: Buyers,
  recoveries: readonly number[],
): Promise<string[]> => {
  const { db, say } = world
  await buyers.stop()
  const stopped = Date.now()
  const open = async (): Promise<number> => {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from payment_transaction where next_attempt_at is not null)::int
        + (select count(*) from membership_collection
            where method = 'card' and state in ('waiting', 'requested') and due_on <= current_date)::int as open`.execute(
      db,
    )
    return rows[0]?.open ?? 0
  }
  // However many payments there are, one of them settles in that time.
  let fewest = Infinity
  let lastSettled = stopped
  for (let rounds = 0; ; rounds += 1) {
    const left = await open()
    if (left < fewest) [fewest, lastSettled] = [left, Date.now()]
    if (left === 0 || Date.now() - lastSettled > nextSettledWithinMs) break
    await wait(1000)
    // Once nothing that was under way can still be.
    if (rounds % 20 === 19) await passTime(db)
  }
  const settledAfter = Date.now() - stopped
  await copyLedger(world)
  const found = await wrongAfterFaults(db, buyers.acknowledged, new Date())
  const wrong = found.filter((line) => !world.before.has(line))
  const sorted = recoveries.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const counts = Object.entries(buyers.statuses).map(([status, count]) => `${status}: ${count}`)
  const moves = buyers.acknowledged.filter(({ moveId }) => moveId !== null).length
  say(`  ${buyers.acknowledged.length} orders acknowledged, ${buyers.unfinished} purchases not finished`)
  say(`  ${moves} moves to dearer times acknowledged, ${buyers.unfinishedMoves} not finished`)
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
