import { describe, expect, it } from 'vitest'
import { createInvalidatingCache } from './cacheInvalidation.ts'
import type { Cacheable } from './cacheInvalidation.ts'

const venueId = 7
const at = (seconds: number) => new Date(Date.UTC(2027, 2, 1, 9, 0, seconds))

/** A reader whose answers come when they are let go, each numbered. */
const slowReader = () => {
  const waiting: ((value: Cacheable & { nth: number }) => void)[] = []
  const failing: ((error: Error) => void)[] = []
  return {
    count: () => waiting.length,
    read: () =>
      new Promise<Cacheable & { nth: number }>((resolve, reject) => {
        waiting.push(resolve)
        failing.push(reject)
      }),
    release: (nth: number, goodUntil = at(59)) =>
      waiting[nth - 1]?.({ venueId, goodFrom: at(0), goodUntil, nth }),
    fail: (nth: number) => failing[nth - 1]?.(new Error(`No ${nth}.`)),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a cache with invalidation', () => {
  it('shares one read among concurrent and later calls', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>()
    const reader = slowReader()
    const callers = [1, 2, 3].map(() => cached.get('a', venueId, at(1), reader.read))
    reader.release(1)
    expect((await Promise.all(callers)).map(({ nth }) => nth)).toEqual([1, 1, 1])
    expect(cached.fresh('a', at(1))?.nth).toBe(1)
    expect((await cached.get('a', venueId, at(1), reader.read)).nth).toBe(1)
    expect(cached.fresh('b', at(1))).toBeUndefined()
    expect(reader.count()).toBe(1)
  })

  it('answers a call after an invalidation from a later read, which all such calls share', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>()
    const reader = slowReader()
    const before = cached.get('a', venueId, at(1), reader.read)
    cached.invalidate(venueId)
    const after = [1, 2].map(() => cached.get('a', venueId, at(1), reader.read))
    // The second reading waits for the first, so that a storm of invalidations costs one reading at a time.
    await turn()
    expect(reader.count()).toBe(1)
    reader.release(1)
    expect((await before).nth).toBe(1)
    await turn()
    expect(cached.fresh('a', at(1))).toBeUndefined()
    const later = cached.get('a', venueId, at(1), reader.read)
    expect(reader.count()).toBe(2)
    reader.release(2)
    expect((await Promise.all([...after, later])).map(({ nth }) => nth)).toEqual([2, 2, 2])
    expect(cached.fresh('a', at(1))?.nth).toBe(2)
  })

  it('discards the values of the venue that is invalidated, and no others', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>()
    const reader = slowReader()
    const reading = cached.get('a', venueId, at(1), reader.read)
    reader.release(1)
    await reading
    cached.invalidate(venueId + 1)
    expect(cached.fresh('a', at(1))?.nth).toBe(1)
    cached.invalidate(venueId)
    expect(cached.fresh('a', at(1))).toBeUndefined()
  })

  it('does not answer past the instant at which a value ends by the clock', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>()
    const reader = slowReader()
    const reading = cached.get('a', venueId, at(1), reader.read)
    reader.release(1, at(5))
    await reading
    expect(cached.fresh('a', new Date(at(5).getTime() - 1))?.nth).toBe(1)
    expect(cached.fresh('a', at(5))).toBeUndefined()
  })

  it('caches no failure, and still reads for calls after an invalidation', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>()
    const reader = slowReader()
    const failing = cached.get('a', venueId, at(1), reader.read)
    cached.invalidate(venueId)
    const after = cached.get('a', venueId, at(1), reader.read)
    reader.fail(1)
    await expect(failing).rejects.toThrow('No 1.')
    await turn()
    reader.release(2)
    expect((await after).nth).toBe(2)
  })

  it('caches nothing with a time to live of 0', async () => {
    const cached = createInvalidatingCache<Cacheable & { nth: number }>(0)
    const reader = slowReader()
    const reading = cached.get('a', venueId, at(1), reader.read)
    reader.release(1)
    await reading
    expect(cached.fresh('a', at(1))).toBeUndefined()
  })
})
