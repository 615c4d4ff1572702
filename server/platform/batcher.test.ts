import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'
import { DatabaseUnavailable } from './errors.ts'

/** Doubles numbers, and records which were in one batch. */
const doubling = (settings = { name: 'doubling', batchSize: 3, inFlight: 1 }) => {
  const batches: number[][] = []
  const batcher = createBatcher(async (keys: number[]) => {
    batches.push(keys)
    await Promise.resolve()
    if (keys.includes(13)) throw new Error('unlucky')
    return keys.map((key) => key * 2)
  }, settings)
  return { batcher, batches }
}

describe('batching', () => {
  it('answers concurrent calls together, in batches of a size, each with its own value', async () => {
    const { batcher, batches } = doubling()
    expect(await Promise.all([1, 2, 3, 4].map(batcher.load))).toEqual([2, 4, 6, 8])
    expect(batches).toEqual([[1, 2, 3], [4]])
  })

  it('fails only the call whose key fails', async () => {
    const { batcher } = doubling()
    const answers = await Promise.allSettled([12, 13, 14].map(batcher.load))
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      24,
      'Error: unlucky',
      28,
    ])
  })

  it('fails all calls at once when the database is lost', async () => {
    let tries = 0
    const batcher = createBatcher(
      () => {
        tries += 1
        return Promise.reject(new DatabaseUnavailable())
      },
      { name: 'lost', batchSize: 3, inFlight: 1 },
    )
    const answers = await Promise.allSettled([1, 2, 3].map(batcher.load))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(tries).toBe(1)
  })

  it('is idle when every call has been answered', async () => {
    const { batcher, batches } = doubling({ name: 'doubling', batchSize: 1, inFlight: 1 })
    const answered: number[] = []
    for (const key of [1, 2]) void batcher.load(key).then((answer) => answered.push(answer))
    await batcher.idle()
    expect(answered).toEqual([2, 4])
    expect(batches).toHaveLength(2)
  })
})
