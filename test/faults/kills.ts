import { setTimeout as wait } from 'node:timers/promises'
import { addMembersDue, countCharges } from './members.ts'
import { buyersAt, openNodes, settle } from './world.ts'
import type { World } from './world.ts'

/** Members whose payment is due when a node starts again. */
const dueAtOnce = 8

/** Kills a node at a random moment and starts it again, over and over, while visitors buy and members are charged. */
export const killNodes = async (world: World, count: number, kills: number): Promise<string[]> => {
  const { db, random, say } = world
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
      await addMembersDue(db, dueAtOnce, random)
      await node.start()
      recoveries.push(performance.now() - killed)
      if (kill % 20 === 0) say(`  ${kill} kills, ${buyers.acknowledged.length} orders acknowledged`)
    }
    const wrong = await settle(world, buyers, recoveries)
    say(`  members charged: ${await countCharges(db)}`)
    return wrong
  } finally {
    for (const node of nodes) await node.kill()
  }
}
