import { expect, it } from 'vitest'
import { createRun, processAll } from './processAll.ts'

it('an item that fails does not keep the others from their turn, and is reported at the end', async () => {
  const seen: number[] = []
  const work = processAll([1, 2, 3], async (item) => {
    seen.push(item)
    if (item !== 2) throw new Error('a reason')
  })
  await expect(work).rejects.toMatchObject({
    message: '2 of 3 failed',
    errors: [
      new Error('item 1 failed', { cause: new Error('a reason') }),
      new Error('item 3 failed', { cause: new Error('a reason') }),
    ],
  })
  expect(seen).toEqual([1, 2, 3])
  expect(await processAll([], () => Promise.reject(new Error('none')))).toBe(0)
})

it('a run through several lists goes on after a failure, and reports all at its end', async () => {
  const run = createRun()
  const fail = () => Promise.reject(new Error('a reason'))
  await run.process([{ id: 7, membershipId: 8, email: 'ann@example.test' }], fail)
  await run.process(['somebody'], fail)
  await run.process([9], () => Promise.resolve())
  let failure: unknown
  try {
    run.finish()
  } catch (error) {
    failure = error
  }
  expect(failure).toMatchObject({
    message: '2 of 3 failed',
    errors: [{ message: 'id 7, membershipId 8 failed' }, { message: 'an item failed' }],
  })
})

it('some items at once are each processed once, and no more than that at a time', async () => {
  const run = createRun()
  const seen: number[] = []
  let [now, most] = [0, 0]
  const work = async (item: number): Promise<void> => {
    most = Math.max(most, (now += 1))
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    seen.push(item)
    if (item === 1) throw new Error('a reason')
  }
  await run.process([1, 2, 3, 4, 5], work, 3)
  expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(seen).toHaveLength(5)
  expect(most).toBe(3)
  expect(() => run.finish()).toThrow('1 of 5 failed')
})
