import { expect, test } from 'vitest'
import { isAboveOnePerson } from './secondPerson.ts'

type Done = Parameters<typeof isAboveOnePerson>[0]

const effect = (more: object) =>
  ({ effect: { refund: 0, customers: 0, ...more }, objections: [] }) as unknown as Done

test('more than £500 back, more than 100 people or a price that jumps is above one person', () => {
  expect([50_000, 50_001].map((refund) => isAboveOnePerson(effect({ refund })))).toEqual([false, true])
  expect([100, 101].map((customers) => isAboveOnePerson(effect({ customers })))).toEqual([false, true])
  const jumps = (code: string) =>
    isAboveOnePerson({ effect: null, objections: [{ code }] } as unknown as Done)
  expect([jumps('sessions_lost'), jumps('price_jump')]).toEqual([false, true])
})
