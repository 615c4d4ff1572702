import { describe, expect, test } from 'vitest'
import { drawFromLots, applicableCredit, refundPartsOf, isValid } from './rules.ts'

const lots = [
  { lotId: 1, amount: 500, expiresOn: null },
  { lotId: 2, amount: 300, expiresOn: '2027-04-01' },
  { lotId: 3, amount: 200, expiresOn: '2027-03-05' },
]
const short = (parts: readonly { lotId: number; amount: number }[] | null) =>
  parts?.map(({ lotId, amount }) => [lotId, amount])

describe('credit of several lots', () => {
  test('the first to expire is used first, and lots without an expiry date last', () => {
    expect(short(drawFromLots(lots, 600))).toEqual([
      [3, 200],
      [2, 300],
      [1, 100],
    ])
    expect(short(drawFromLots(lots, 1000))).toHaveLength(3)
    expect(drawFromLots(lots, 1001)).toBeNull()
    expect(drawFromLots(lots, 0)).toEqual([])
  })
  test('a partial refund goes to the lots that expire last', () => {
    expect(short(refundPartsOf(lots, 600))).toEqual([
      [1, 500],
      [2, 100],
    ])
  })
  test('can be used on its last day and not on the next', () => {
    expect(isValid({ expiresOn: '2027-03-04' }, '2027-03-04')).toBe(true)
    expect(isValid({ expiresOn: '2027-03-04' }, '2027-03-05')).toBe(false)
    expect(isValid({ expiresOn: null }, '2027-03-05')).toBe(true)
  })
})

test.each([
  [{ general: 500, membership: 300 }, 800, { general: 500, membership: 300 }],
  [{ general: 500, membership: 300 }, 600, { general: 300, membership: 300 }],
  [{ general: 500, membership: 300 }, 200, { general: 0, membership: 200 }],
  [{ general: 500, membership: 0 }, 0, { general: 0, membership: 0 }],
])('of %j a total of %i leaves room for %j', (reserved, total, fits) => {
  expect(applicableCredit(reserved, total)).toEqual(fits)
})
