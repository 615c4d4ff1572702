import { expect, test, vi } from 'vitest'
import v8 from 'node:v8'
import vm from 'node:vm'
import { createTtlCache } from './ttlCache.ts'

const answer = (value: number) => ({ value })

test('reads once for all calls within the time, each key by itself', async () => {
  const read = vi.fn<(n: number) => Promise<{ value: number }>>(async (n) => answer(n * 2))
  const double = createTtlCache(10_000, read)
  expect(await Promise.all([double('a', 1), double('a', 1), double('b', 2)])).toEqual([2, 2, 4].map(answer))
  expect(await double('a', 1)).toEqual(answer(2))
  expect(read).toHaveBeenCalledTimes(2)
})

test('reads again when the time is over, and always when there is none', async () => {
  const read = vi.fn<() => Promise<object>>(async () => answer(1))
  const brief = createTtlCache(1, read)
  await brief('', undefined)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await brief('', undefined)
  const uncached = createTtlCache(0, read)
  await uncached('', undefined)
  await uncached('', undefined)
  expect(read).toHaveBeenCalledTimes(4)
})

test('lets go of values that are too old', async () => {
  const values: WeakRef<object>[] = []
  const brief = createTtlCache(5, async () => {
    const value = answer(1)
    values.push(new WeakRef(value))
    return value
  })
  await brief('a', undefined)
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  await vi.waitFor(() => {
    collect()
    // A failed comparison would hold the value itself.
    expect(values.map((value) => value.deref() === undefined)).toEqual([true])
  })
})

test('caches no failure', async () => {
  const read = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('once'))
    .mockResolvedValue(answer(1))
  const cached = createTtlCache(10_000, read)
  await expect(cached('', undefined)).rejects.toThrow('once')
  expect(await cached('', undefined)).toEqual(answer(1))
})
