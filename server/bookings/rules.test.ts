import { describe, expect, it } from 'vitest'
import { cancelling, maySee } from './rules.ts'

const startsAt = new Date('2027-03-28T09:00:00Z')
const booking = {
  status: 'booked' as const,
  startsAt,
  price: 1000,
  freeCancelMinutes: 240,
  lateCancelFee: 300 as number | null,
}
const before = (minutes: number, more: object = {}) =>
  cancelling({ ...booking, ...more }, new Date(startsAt.getTime() - minutes * 60_000))

describe('cancelling', () => {
  it('gives everything back until the cutoff, to the minute', () => {
    expect(before(240)).toEqual({
      canBeCancelled: true,
      isAfterCutoff: false,
      // Four hours of elapsed time, although the clocks go forward in between.
      cutoffAt: new Date('2027-03-28T05:00:00Z'),
      cutoffAction: null,
      refund: 1000,
    })
  })

  it('costs the fee after it', () => {
    expect(before(239)).toMatchObject({
      isAfterCutoff: true,
      cutoffAction: 'fee',
      refund: 700,
      canBeCancelled: true,
    })
  })

  it('gives nothing back after it where there is no fee', () => {
    expect(before(239, { lateCancelFee: null })).toMatchObject({ cutoffAction: 'no_refund', refund: 0 })
  })

  it('never gives back less than nothing', () => {
    expect(before(1, { lateCancelFee: 5000 })).toMatchObject({ refund: 0 })
  })

  it('is over when it begins', () => {
    expect(before(0)).toMatchObject({ canBeCancelled: false, refund: 0 })
  })

  it.each(['attended', 'not_attended', 'cancelled', 'cancelled_by_venue'])(
    '%s is past cancelling',
    (status) => {
      expect(before(500, { status })).toMatchObject({ canBeCancelled: false, refund: 0 })
    },
  )
})

describe('who may see an order', () => {
  const of = (customerId: number | null) => ({ operatorId: 1, customerId, basketUuid: 'b' })
  const asker = {
    operator: { id: 1 },
    person: null as { id: number } | null,
    isStaff: false,
    basketUuid: null as string | null,
  }

  it.each([
    ['the customer', of(501), { person: { id: 501 } }, true],
    ['another customer', of(501), { person: { id: 502 } }, false],
    ['whoever carries the basket of a customer', of(501), { basketUuid: 'b' }, false],
    ['the visitor with the basket', of(null), { basketUuid: 'b' }, true],
    [
      'the visitor with the basket, logged in since',
      of(null),
      { person: { id: 501 }, basketUuid: 'b' },
      true,
    ],
    ['a visitor with another basket', of(null), { basketUuid: 'c' }, false],
    ['a visitor with none', of(null), {}, false],
    ['staff', of(501), { isStaff: true, person: { id: 9 } }, true],
    ["another operator's staff", of(501), { isStaff: true, operator: { id: 2 } }, false],
  ])('%s: %j %j %s', (_, order, more, may) => expect(maySee(order, { ...asker, ...more })).toBe(may))
})
