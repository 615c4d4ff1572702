import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { DatabaseUnavailable } from '#server/platform/errors.ts'
import { startProxy } from '#test/support/proxy.ts'
import { buyersAt, loseInTurn, openNodes, settle } from './world.ts'
import type { World } from './world.ts'

/** Loses the database in every way, behind a proxy, while visitors buy from two nodes. */
export const loseDatabase = async (world: World): Promise<string[]> => {
  const { db, databaseUrl, losses } = world
  if (losses === 0) return []
  const proxy = await startProxy(databaseUrl)
  const nodes = await openNodes(world, 2, proxy.url)
  const buyers = buyersAt(world, nodes)
  const ways: [string, () => Promise<void>][] = [
    ['crash of the database server', () => crashDatabase(db)],
    ['reset of its connections', () => Promise.resolve(proxy.reset())],
    ['silence of its connections', () => Promise.resolve(proxy.silence())],
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
  try {
    const recoveries = await loseInTurn(world, nodes, ways)
    return await settle(world, buyers, recoveries)
  } finally {
    for (const node of nodes) await node.kill()
    await proxy.close()
  }
}

/** One connection's process is killed, which makes PostgreSQL end all and recover from its log. */
export const crashDatabase = async (db: Database): Promise<void> => {
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
