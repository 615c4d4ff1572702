import { expect, it } from 'vitest'
import { pounds } from './fields.ts'

it('reads amounts in each of the currencies, and nothing that would be a fraction', () => {
  expect(['13.45', '£13.45', '€13.45', '$13.45', '0'].map((cell) => pounds.parse(cell))).toEqual([
    1345, 1345, 1345, 1345, 0,
  ])
  for (const cell of ['13.4', '13,45', '-1.00', '€ 13.45', '£€1.00', ''])
    expect(pounds.safeParse(cell).success).toBe(false)
})
