import { startPooler } from '#test/support/pooler.ts'
import { crashDatabase } from './losses.ts'
import { buyersAt, loseInTurn, openNodes, settle } from './world.ts'
import type { World } from './world.ts'

/** Lets visitors buy from two nodes behind pgbouncer, whose process and whose database crash meanwhile. */
export const buyThroughPooler = async (world: World, mode: 'session' | 'transaction'): Promise<string[]> => {
  const { db, databaseUrl, losses } = world
  if (losses === 0) return []
  const pooler = await startPooler(databaseUrl, mode)
  const nodes = await openNodes(world, 2, pooler.url, mode)
  const buyers = buyersAt(world, nodes)
  const ways: [string, () => Promise<void>][] = [
    ['crash of pgbouncer', () => pooler.restart()],
    ['crash of the database server', () => crashDatabase(db)],
  ]
  try {
    const recoveries = await loseInTurn(world, nodes, ways)
    return await settle(world, buyers, recoveries)
  } finally {
    for (const node of nodes) await node.kill()
    await pooler.stop()
  }
}
