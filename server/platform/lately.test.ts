import { expect, test, vi } from 'vitest'
import { lately, latelyBy } from './lately.ts'

test('reads once for all who ask within the time, each key by itself', async () => {
  const read = vi.fn<(n: number) => Promise<number>>(async (n) => n * 2)
  const double = latelyBy(10_000, read)
  expect(await Promise.all([double('a', 1), double('a', 1), double('b', 2)])).toEqual([2, 2, 4])
  expect(await double('a', 1)).toBe(2)
  expect(read).toHaveBeenCalledTimes(2)
})

test('reads again when the time is over, and always when there is none', async () => {
  const read = vi.fn<() => Promise<number>>(async () => 1)
  const soon = lately(1, read)
  await soon()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await soon()
  const never = lately(0, read)
  await never()
  await never()
  expect(read).toHaveBeenCalledTimes(4)
})

test('remembers no failure', async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('once')).mockResolvedValue(1)
  const number = lately(10_000, read)
  await expect(number()).rejects.toThrow('once')
  expect(await number()).toBe(1)
})
