import { expect, test, vi } from 'vitest'
import { importAgain } from './importAgain.ts'

const failureOf = (name: string) =>
  new TypeError(`Failed to fetch dynamically imported module: https://town.test/assets/${name}.js`)

test('a script that failed is requested by another address at the next attempt, until it has come', async () => {
  const script = { add: 1 }
  const load = vi.fn<(address: string) => Promise<unknown>>()
  await expect(importAgain(failureOf('queue'), load)).rejects.toThrow('Failed to fetch')
  expect(load).not.toHaveBeenCalled()

  load.mockRejectedValueOnce(failureOf('queue'))
  await expect(importAgain(failureOf('queue'), load)).rejects.toThrow('Failed to fetch')
  load.mockResolvedValue(script)
  expect(
    await Promise.all([importAgain(failureOf('queue'), load), importAgain(failureOf('queue'), load)]),
  ).toEqual([script, script])
  expect(await importAgain(failureOf('queue'), load)).toBe(script)
  expect(load.mock.calls).toEqual([
    ['https://town.test/assets/queue.js?again=2'],
    ['https://town.test/assets/queue.js?again=3'],
  ])
})

test('a failure within a script, and one without an address, stay as they are', async () => {
  const load = vi.fn<(address: string) => Promise<unknown>>()
  for (const error of [
    new Error('x is not a function'),
    new TypeError('Importing a module script failed.'),
    'no',
  ]) {
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(importAgain(error, load)).rejects.toBe(error)
  }
  expect(load).not.toHaveBeenCalled()
})
