import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** Doubles numbers, and remembers who was answered with whom. */
const doubling = (settings = { batchSize: 3, inFlight: 1 }) => {
  const batches: number[][] = []
  const crowd = createBatcher(async (asks: number[]) => {
    batches.push(asks)
    await Promise.resolve()
    if (asks.includes(13)) throw new Error('unlucky')
    return asks.map((ask) => ask * 2)
  }, settings)
  return { crowd, batches }
}

describe('a crowd', () => {
  it('is answered together, in turns of a size, everybody with their own answer', async () => {
    const { crowd, batches } = doubling()
    expect(await Promise.all([1, 2, 3, 4].map(crowd.ask))).toEqual([2, 4, 6, 8])
    expect(batches).toEqual([[1, 2, 3], [4]])
  })

  it('does not suffer for one of them', async () => {
    const { crowd } = doubling()
    const answers = await Promise.allSettled([12, 13, 14].map(crowd.ask))
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      24,
      'Error: unlucky',
      28,
    ])
  })

  it('is idle when everybody has been answered', async () => {
    const { crowd, batches } = doubling({ batchSize: 1, inFlight: 1 })
    const answered: number[] = []
    for (const ask of [1, 2]) void crowd.ask(ask).then((answer) => answered.push(answer))
    await crowd.idle()
    expect(answered).toEqual([2, 4])
    expect(batches).toHaveLength(2)
  })
})
