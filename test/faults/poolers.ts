import { setTimeout as wait } from 'node:timers/promises'
import { startPooler } from '#test/support/pooler.ts'
import { crashDatabase } from './losses.ts'
import { buyersAt, openNodes, seconds, settle, untilAnswers } from './world.ts'
import type { World } from './world.ts'

/** Lets visitors buy from two nodes behind pgbouncer, whose process and whose database crash meanwhile. */
export const buyThroughPooler = async (world: World, mode: 'session' | 'transaction'): Promise<string[]> => {
  const { db, databaseUrl, losses, random, say } = world
  if (losses === 0) return []
  const pooler = await startPooler(databaseUrl, mode)
  const nodes = await openNodes(world, 2, pooler.url, mode)
  const buyers = buyersAt(world, nodes)
  const ways: [string, () => Promise<void>][] = [
    ['crash of pgbouncer', () => pooler.restart()],
    ['crash of the database server', () => crashDatabase(db)],
  ]
  const recoveries: number[] = []
  try {
    for (const [name, lose] of ways) {
      const times: number[] = []
      for (let loss = 0; loss < losses; loss += 1) {
        await wait(2000 + random.below(2000))
        await lose()
        times.push(Math.max(...(await Promise.all(nodes.map(untilAnswers)))))
      }
      recoveries.push(...times)
      say(`  ${name}: answers again after ${seconds(Math.max(...times))} at most`)
    }
    return await settle(world, buyers, recoveries)
  } finally {
    for (const node of nodes) await node.kill()
    await pooler.stop()
  }
}
