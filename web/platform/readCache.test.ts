import { describe, expect, test, vi } from 'vitest'
import { createReadCache, hashOf, type ReadKey, type ReadRequest } from './readCache.ts'
import { shareEqual } from './shareEqual.ts'

const key = (path: string, args: object = {}): ReadKey => ['read', path, [path], args]

const request = <T>(send: ReadRequest<T>['send'], path = '/a', freshForMs = 1000): ReadRequest<T> => ({
  key: key(path),
  send,
  freshForMs,
})

const never = (): boolean => false

describe('readCache', () => {
  test('loads once for all who ask at the same time, and answers from the cache afterwards', async () => {
    const cache = createReadCache(never)
    const send = vi.fn<() => Promise<number>>().mockResolvedValue(1)
    expect(await Promise.all([cache.ensure(request(send)), cache.ensure(request(send))])).toEqual([1, 1])
    expect(await cache.ensure(request(send))).toBe(1)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('stale data is answered at once and loaded again in the background', async () => {
    const cache = createReadCache(never)
    const send = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValue(2)
    await cache.ensure(request(send, '/a', 0))
    expect(await cache.ensure(request(send, '/a', 0))).toBe(1)
    await vi.waitFor(() => {
      expect(cache.data(key('/a'))).toBe(2)
    })
  })

  test('a load that a call has outdated starts anew, so that its older answer is never shown', async () => {
    const cache = createReadCache(never)
    const answers: ((value: string) => void)[] = []
    const send = vi.fn<() => Promise<string>>(
      () =>
        new Promise((resolve) => {
          answers.push(resolve)
        }),
    )
    const stop = cache.observe(request(send))
    const invalidated = cache.invalidate()
    answers[0]?.('before the call')
    await vi.waitFor(() => {
      expect(answers).toHaveLength(2)
    })
    expect(cache.data(key('/a'))).toBeUndefined()
    answers[1]?.('after the call')
    await invalidated
    expect(cache.data(key('/a'))).toBe('after the call')
    stop()
  })

  test('a listener that invalidates what has just arrived gets it loaded again', async () => {
    const cache = createReadCache(never)
    const send = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValue(2)
    const unsubscribe = cache.subscribe(hashOf(key('/a')), () => {
      if (cache.data(key('/a')) === 1) void cache.invalidate()
    })
    const stop = cache.observe(request(send))
    await vi.waitFor(() => {
      expect(cache.data(key('/a'))).toBe(2)
    })
    unsubscribe()
    stop()
  })

  test('invalidated data is loaded again where it is observed, elsewhere when it is next read', async () => {
    const cache = createReadCache(never)
    const observed = vi.fn<() => Promise<number>>().mockResolvedValue(1)
    const other = vi.fn<() => Promise<number>>().mockResolvedValue(1)
    await Promise.all([cache.ensure(request(observed, '/a')), cache.ensure(request(other, '/b'))])
    const stop = cache.observe(request(observed, '/a'))
    await cache.invalidate(([, path]) => path !== '/c')
    expect([observed.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
    await cache.ensure(request(other, '/b'))
    expect(other).toHaveBeenCalledTimes(2)
    stop()
  })

  test('a failed reload keeps the data beside the error; the next success removes the error', async () => {
    const cache = createReadCache(never)
    const refused = new Error('refused')
    const send = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValueOnce(refused)
    await cache.ensure(request(send))
    await expect(cache.load(request(send))).rejects.toBe(refused)
    const hash = hashOf(key('/a'))
    expect(cache.state(hash)).toMatchObject({ data: 1, error: refused, requesting: false })
    send.mockResolvedValue(2)
    await cache.load(request(send))
    expect(cache.state(hash)).toMatchObject({ data: 2, error: null })
  })

  test('retries as long as it is told to', async () => {
    vi.useFakeTimers()
    const cache = createReadCache((failures) => failures < 2)
    const send = vi.fn<() => Promise<number>>().mockRejectedValue(new Error('busy'))
    const loaded = cache.load(request(send)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await loaded).toMatchObject({ message: 'busy' })
    expect(send).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })

  test('an observer with an interval loads again while the page is visible', async () => {
    vi.useFakeTimers()
    const cache = createReadCache(never)
    const send = vi.fn<() => Promise<number>>().mockResolvedValue(1)
    const stop = cache.observe(request(send), 500)
    await vi.advanceTimersByTimeAsync(1100)
    expect(send).toHaveBeenCalledTimes(3)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(send).toHaveBeenCalledTimes(3)
    hidden.mockRestore()
    stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(send).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })

  test('data that no one observes is hidden until it is loaded again, what is displayed is not', async () => {
    const cache = createReadCache(never)
    for (const path of ['/a', '/b', '/c']) cache.set(key(path), 'of Maya')
    const ofOmar = async (): Promise<string> => 'of Omar'
    const stop = cache.observe(request(ofOmar, '/b'))
    cache.hideUnobserved(([, path]) => path !== '/c')
    const isHidden = (path: string): boolean => cache.state(hashOf(key(path))).isHidden
    expect(['/a', '/b', '/c'].map(isHidden)).toEqual([true, false, false])
    expect(await cache.ensure(request(ofOmar))).toBe('of Omar')
    expect(isHidden('/a')).toBe(false)
    stop()
  })

  test('removed data is loaded by the next who needs it', async () => {
    const cache = createReadCache(never)
    const send = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValue(2)
    await cache.ensure(request(send))
    cache.remove(key('/a'))
    expect(await cache.ensure(request(send))).toBe(2)
  })

  test('one key whatever the order of the arguments', () => {
    expect(hashOf(key('/a', { one: 1, two: { b: 2, a: undefined } }))).toBe(
      hashOf(key('/a', { two: { b: 2 }, one: 1 })),
    )
    expect(hashOf(key('/a', { one: 1 }))).not.toBe(hashOf(key('/a', { one: 2 })))
  })
})

test('shareEqual keeps the identity of what has not changed', () => {
  const before = { rows: [{ id: 1, places: 3 }, { id: 2 }], total: 2 }
  const next = { rows: [{ id: 1, places: 2 }, { id: 2 }], total: 2 }
  const shared = shareEqual(before, next) as typeof before
  expect(shared).toEqual(next)
  expect(shared.rows[1]).toBe(before.rows[1])
  expect(shareEqual(before, structuredClone(before))).toBe(before)
  expect(shareEqual([1, 2], [1])).toEqual([1])
  expect(shareEqual({ a: 1 }, { b: undefined })).toEqual({ b: undefined })
})
