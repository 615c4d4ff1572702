import { spawn } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { classes } from '#test/bench/places.mjs'
import { randomFrom } from '#test/fuzz/random.ts'
import type { Classes } from './buyers.ts'
import { wrongAfterFaults } from './checker.ts'
import { promoteReplicas } from './failover.ts'
import { killNodes } from './kills.ts'
import { loseDatabase } from './losses.ts'
import { createNode } from './nodes.ts'
import { buyThroughPooler } from './poolers.ts'
import type { FaultSettings, World } from './world.ts'

/** Pence that a dearer time costs more. */
const surcharge = 200

/** Runs every fault in turn and checks the database after each. @returns what is wrong, in sentences */
export const runFaults = async (settings: FaultSettings): Promise<string[]> => {
  const { databaseUrl, folder, kills, losses, seed, say } = settings
  say(`seed ${seed}`)
  const company = await startCompany(seed)
  const opened = await openDatabase(readConfig({ DATABASE_URL: databaseUrl, DATABASE_POOL: '4' }))
  const { db } = opened
  const first = createNode(20_000 + (process.pid % 10_000), {
    databaseUrl,
    cardsUrl: company.url,
    folder,
    pooling: 'session',
  })
  const wrong: string[] = []
  try {
    // The first start imports the demo.
    await first.start()
    await first.kill()
    const sold = await classesToSell(db)
    const before = new Set(await wrongAfterFaults(db, [], new Date()))
    const world: World = {
      ...settings,
      db,
      cardsUrl: company.url,
      random: randomFrom(seed),
      classes: sold,
      before,
    }
    const phases: [string, () => Promise<string[]>][] = [
      [
        `${kills - Math.floor(kills / 2)} kills of one node`,
        () => killNodes(world, 1, kills - Math.floor(kills / 2)),
      ],
      [`${Math.floor(kills / 2)} kills of two nodes`, () => killNodes(world, 2, Math.floor(kills / 2))],
      [`${losses} of each loss of the database, two nodes`, () => loseDatabase(world)],
      ['pgbouncer in session mode, two nodes', () => buyThroughPooler(world, 'session')],
      ['pgbouncer in transaction mode, two nodes', () => buyThroughPooler(world, 'transaction')],
      // The last, since the database of the others is lost in it.
      [`${losses} replicas promoted, two nodes`, () => promoteReplicas(world)],
    ]
    for (const [title, run] of phases) {
      say(`\n${title}`)
      for (const line of await run()) {
        say(`  ✗ ${line}`)
        wrong.push(`${title}: ${line}`)
      }
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

/** Classes with few and with many places, so that buyers also compete, and dearer times of them. */
const classesToSell = async (db: Database): Promise<Classes> => {
  const client = {
    query: async (text: string, values: unknown[]) => {
      const [count, capacity] = values
      return sql
        .raw<{ id: number }>(text.replaceAll('$1', String(count)).replaceAll('$2', String(capacity)))
        .execute(db)
    },
  }
  const some = async (): Promise<number[]> => [
    ...(await classes(client, 20, 15)),
    ...(await classes(client, 20, 100_000)),
  ]
  const [ids, dearerIds] = [await some(), await some()]
  await sql`update occurrence set band = 'dearer' where id = any(${dearerIds})`.execute(db)
  await sql`
    insert into pricing_option (activity_id, slug, name, price, concession, position, proof, band)
    select p.activity_id, p.slug, p.name, p.price + ${surcharge}, p.concession, p.position, p.proof, 'dearer'
    from pricing_option p
    where p.activity_id = (select activity_id from occurrence where id = ${dearerIds[0]}) and not p.withdrawn
      and p.band = ''`.execute(db)
  return { ids, dearerIds, surcharge }
}
