import { expect, it } from 'vitest'
import { withKysely } from './database.ts'

it('closes its pool once, though nothing was asked of it: an open one would keep the process alive', async () => {
  let ends = 0
  const { close } = withKysely(
    {
      connect: () => Promise.reject(new Error('Nothing is asked.')),
      end: () => {
        ends += 1
        return Promise.resolve()
      },
    },
    'embedded',
  )
  await close()
  await close()
  expect(ends).toBe(1)
})
