import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startPostgres } from '#bin/postgres.mjs'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { startProxy } from '#test/support/proxy.ts'
import { buyersAt, openNodes, seconds, settle, untilAllAnswer } from './world.ts'
import type { World } from './world.ts'

type Server = Awaited<ReturnType<typeof startPostgres>>

/**
 * Crashes the database and promotes its synchronous replica, over and over, while visitors buy from two nodes. A proxy
 * has the address that the nodes use, as a service address does. The server of the run itself is lost.
 */
export const promoteReplicas = async (world: World): Promise<string[]> => {
  const { databaseUrl, losses, random, say, crashFirst } = world
  if (losses === 0) return []
  const proxy = await startProxy(databaseUrl)
  const nodes = await openNodes(world, 2, proxy.url)
  const buyers = buyersAt(world, nodes)
  const replicas: Server[] = []
  const recoveries: number[] = []
  let current: { url: string; crash: () => Promise<void> } = { url: databaseUrl, crash: crashFirst }
  try {
    for (let loss = 0; loss < losses; loss += 1) {
      const replica = await startPostgres({ fsync: true, maxConnections: 200, follow: current.url })
      replicas.push(replica)
      await waitForReplica(current.url)
      await wait(1000 + random.below(2000))
      await current.crash()
      await promote(replica.url)
      proxy.redirect(replica.url)
      recoveries.push(await untilAllAnswer(nodes))
      current = replica
    }
    say(`  promoted replica: answers again after ${seconds(Math.max(...recoveries))} at most`)
    const { db, close } = await openAt(current.url)
    try {
      return await settle({ ...world, db }, buyers, recoveries)
    } finally {
      await close()
    }
  } finally {
    await buyers.stop()
    for (const node of nodes) await node.kill()
    await proxy.close()
    for (const replica of replicas) await replica.stop()
  }
}

const openAt = (url: string): Promise<Opened> =>
  openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))

/** Commits wait for the replica from now on, so that what was acknowledged is on both servers. */
const waitForReplica = async (url: string): Promise<void> => {
  const { db, close } = await openAt(url)
  try {
    await sql`alter system set synchronous_standby_names = '*'`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    for (const until = Date.now() + 30_000; ; await wait(100)) {
      const { rows } = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(db)
      if (rows.length > 0) return
      if (Date.now() > until) throw new Error('The replica does not follow its server.')
    }
  } finally {
    await close()
  }
}

/** Makes a replica the server. Its copy of the settings still names a replica to wait for. */
const promote = async (url: string): Promise<void> => {
  const { db, close } = await openAt(url)
  try {
    await sql`select pg_promote()`.execute(db)
    await sql`alter system reset synchronous_standby_names`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  } finally {
    await close()
  }
}
