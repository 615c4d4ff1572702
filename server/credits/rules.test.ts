import { describe, expect, test } from 'vitest'
import {
  applicableCredit,
  applicablePayments,
  byType,
  drawFromLots,
  isValid,
  refundPartsOf,
} from './rules.ts'

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

const general = { type: 'general', amount: 500 } as const
const membership = { type: 'membership', amount: 300 } as const

test.each([
  ['both in full', 800, [general, membership]],
  ['membership credit first', 400, [{ ...general, amount: 100 }, membership]],
  ['none of a type that is not needed', 300, [membership]],
  ['a part of membership credit alone', 200, [{ ...membership, amount: 200 }]],
  ['none for a total of nothing', 0, []],
])('the reservations pay %s', (_what, total, pays) => {
  expect(applicablePayments([general, membership], total)).toEqual(pays)
})

test('pence are added up by type', () => {
  expect(byType([general, membership, { ...general, amount: 20 }])).toEqual({ general: 520, membership: 300 })
  expect(byType([])).toEqual({ general: 0, membership: 0 })
})

test('of lots that expire on the same day the older is used first, and refunded last', () => {
  const sameDay = [
    { lotId: 2, amount: 100, expiresOn: '2027-03-05' },
    { lotId: 1, amount: 100, expiresOn: '2027-03-05' },
    { lotId: 4, amount: 100, expiresOn: null },
    { lotId: 3, amount: 100, expiresOn: null },
  ]
  const ids = (parts: readonly { lotId: number }[] | null) => parts?.map(({ lotId }) => lotId)
  expect(ids(drawFromLots(sameDay, 400))).toEqual([1, 2, 3, 4])
  expect(ids(refundPartsOf(sameDay, 400))).toEqual([4, 3, 2, 1])
})
