import { expect, it } from 'vitest'
import { processAll } from './processAll.ts'

it('an item that fails does not keep the others from their turn, and is reported at the end', async () => {
  const seen: number[] = []
  const work = processAll([1, 2, 3], async (item) => {
    seen.push(item)
    if (item !== 2) throw new Error(`item ${item}`)
  })
  await expect(work).rejects.toMatchObject({
    message: '2 of 3 failed',
    errors: [new Error('item 1'), new Error('item 3')],
  })
  expect(seen).toEqual([1, 2, 3])
  expect(await processAll([], () => Promise.reject(new Error('none')))).toBe(0)
})
