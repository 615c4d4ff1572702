import { rightsOf } from '#server/platform/rights.ts'
import { describe, expect, it } from 'vitest'
import { mayCancel } from './mayCancel.ts'
import { cancelling, canView, isVisitorsOrder, refundParts, sumOfParts } from './rules.ts'
import type { Tender } from './sql/bookings.ts'

const startsAt = new Date('2027-03-28T09:00:00Z')
const booking = {
  status: 'booked' as const,
  occurrenceStatus: 'scheduled' as const,
  startsAt,
  price: 1000,
  freeCancelMinutes: 240,
  lateCancelFee: 300 as number | null,
}
const before = (minutes: number, more: object = {}) =>
  cancelling({ ...booking, ...more }, new Date(startsAt.getTime() - minutes * 60_000))

const deskAt = (venueId: number | null) => rightsOf([{ role: 'desk', venueId, instructorId: null }])

describe('cancelling', () => {
  it('refunds in full until the cutoff, to the minute', () => {
    expect(before(240)).toEqual({
      canBeCancelled: true,
      isAfterCutoff: false,
      // Four elapsed hours, although the clocks go forward in between.
      cutoffAt: new Date('2027-03-28T05:00:00Z'),
      cutoffAction: null,
      refund: 1000,
      givesBackUses: true,
    })
  })

  it('counts elapsed minutes when the clocks go back, too', () => {
    // 09:00 wall time in London is 09:00 UTC again; four elapsed hours are five hours of wall time.
    const autumn = { ...booking, startsAt: new Date('2027-10-31T04:00:00Z') }
    expect(cancelling(autumn, new Date('2027-10-31T00:00:00Z'))).toMatchObject({
      isAfterCutoff: false,
      cutoffAt: new Date('2027-10-31T00:00:00Z'),
    })
    expect(cancelling(autumn, new Date('2027-10-31T00:00:01Z'))).toMatchObject({
      isAfterCutoff: true,
      givesBackUses: false,
    })
  })

  it('costs nothing once the venue has called the session off', () => {
    expect(before(1, { occurrenceStatus: 'cancelled' })).toMatchObject({
      canBeCancelled: true,
      isAfterCutoff: false,
      cutoffAction: null,
      refund: 1000,
      givesBackUses: true,
    })
  })

  it('costs the fee after the cutoff', () => {
    expect(before(239)).toMatchObject({
      isAfterCutoff: true,
      cutoffAction: 'fee',
      refund: 700,
      canBeCancelled: true,
    })
  })

  it('refunds nothing after the cutoff where there is no fee', () => {
    expect(before(239, { lateCancelFee: null })).toMatchObject({ cutoffAction: 'no_refund', refund: 0 })
  })

  it('never refunds a negative amount, and never says that more is charged than was paid', () => {
    expect(before(1, { lateCancelFee: 5000 })).toMatchObject({ cutoffAction: 'no_refund', refund: 0 })
    // A member's free place, or one that a visit paid for.
    expect(before(1, { price: 0 })).toMatchObject({ cutoffAction: 'no_refund', refund: 0 })
  })

  it('is free until the start where the fee is nothing, also for what a visit paid for', () => {
    expect(before(1, { lateCancelFee: 0 })).toMatchObject({
      isAfterCutoff: false,
      cutoffAction: null,
      refund: 1000,
      givesBackUses: true,
    })
  })

  it('is no longer possible once the session has started', () => {
    expect(before(0)).toMatchObject({ canBeCancelled: false, refund: 0 })
  })

  it.each(['attended', 'not_attended', 'cancelled', 'cancelled_by_venue'])(
    '%s can no longer be cancelled',
    (status) => {
      expect(before(500, { status })).toMatchObject({ canBeCancelled: false, refund: 0 })
    },
  )
})

describe('the refund of a mixed order', () => {
  const tender = (id: number, amount: number, more: Partial<Tender> = {}): Tender => ({
    id,
    tenderType: 'card',
    creditType: null,
    amount,
    refunded: 0,
    status: 'paid',
    ...more,
  })
  const general = { tenderType: 'credit', creditType: 'general' } as const
  const membership = { tenderType: 'credit', creditType: 'membership' } as const
  const back = { hasAccount: true, cardTo: 'card' } as const

  it('goes to credit first, membership credit before general, and to the card last', () => {
    const tenders = [tender(1, 500), tender(2, 200, general), tender(3, 100, membership)]
    expect(refundParts(600, tenders, back)).toEqual([
      { paymentId: 3, destination: 'credit', amount: 100 },
      { paymentId: 2, destination: 'credit', amount: 200 },
      { paymentId: 1, destination: 'card', amount: 300 },
    ])
  })

  it('continues after an earlier refund of the order', () => {
    const tenders = [tender(1, 500), tender(2, 200, { ...general, refunded: 150 })]
    expect(refundParts(100, tenders, back)).toEqual([
      { paymentId: 2, destination: 'credit', amount: 50 },
      { paymentId: 1, destination: 'card', amount: 50 },
    ])
  })

  it('goes to credit instead of the card where the operator says so, but never for a visitor', () => {
    const asCredit = { hasAccount: true, cardTo: 'credit' } as const
    expect(refundParts(500, [tender(1, 500)], asCredit)).toMatchObject([{ destination: 'credit' }])
    expect(refundParts(500, [tender(1, 500)], { ...asCredit, hasAccount: false })).toMatchObject([
      { destination: 'card' },
    ])
  })

  it('goes to the partner that sold it, and nowhere for what is paid at the venue', () => {
    const partners = tender(1, 500, { tenderType: 'booking_partner' })
    expect(refundParts(500, [partners], back)).toEqual([
      { paymentId: 1, destination: 'partner', amount: 500 },
    ])
    expect(refundParts(500, [tender(1, 500, { tenderType: 'at_venue' })], back)).toEqual([])
  })

  it('goes to the earlier of two payments of a kind, and to none that was refunded whole', () => {
    const paid = [tender(3, 300), tender(2, 200), tender(1, 100, { refunded: 100 })]
    expect(refundParts(400, paid, back).map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      [2, 200],
      [3, 200],
    ])
    expect(refundParts(200, paid, back)).toHaveLength(1)
  })

  it('is added up for one destination or for all', () => {
    const parts = refundParts(600, [tender(1, 500), tender(2, 200, general)], back)
    expect(sumOfParts(parts)).toBe(600)
    expect(sumOfParts(parts, 'credit')).toBe(200)
    expect(sumOfParts(parts, 'card')).toBe(400)
    expect(sumOfParts(parts, 'desk')).toBe(0)
  })

  it('skips payments that were never captured', () => {
    expect(refundParts(500, [tender(1, 500, { status: 'failed' })], back)).toEqual([])
  })

  it('goes to the account, and to the desk for a buyer without an account', () => {
    const onAccount = tender(1, 500, { tenderType: 'customer_account_online' })
    expect(refundParts(500, [onAccount], back)).toMatchObject([{ destination: 'account' }])
    const cash = tender(1, 500, { tenderType: 'cash' })
    expect(refundParts(500, [cash], back)).toMatchObject([{ destination: 'credit' }])
    const closed = { ...back, hasAccount: false }
    for (const paid of [cash, onAccount, tender(1, 500, general), tender(1, 500, membership)])
      expect(refundParts(500, [paid], closed)).toMatchObject([{ destination: 'desk' }])
  })
})

describe('access to an order', () => {
  const of = (customerId: number | null) => ({ operatorId: 1, customerId, basketUuid: 'b' })
  const asker = {
    operator: { id: 1 },
    person: null as { id: number } | null,
    isStaff: false,
    basketUuid: null as string | null,
    orderSecrets: [] as string[],
  }

  it.each([
    ['the customer', of(501), { person: { id: 501 } }, true],
    ['another customer', of(501), { person: { id: 502 } }, false],
    ['a visitor with the basket of a customer', of(501), { basketUuid: 'b' }, false],
    ['the visitor with the basket', of(null), { basketUuid: 'b' }, true],
    [
      'the visitor with the basket, logged in since',
      of(null),
      { person: { id: 501 }, basketUuid: 'b' },
      true,
    ],
    ['a visitor with another basket', of(null), { basketUuid: 'c' }, false],
    ['the visitor who has a new basket since', of(null), { basketUuid: 'c', orderSecrets: ['b'] }, true],
    ["a customer's order, with its basket", of(501), { orderSecrets: ['b'] }, false],
    ['a visitor with none', of(null), {}, false],
    ['staff', of(501), { isStaff: true, person: { id: 9 } }, true],
    ["another operator's staff", of(501), { isStaff: true, operator: { id: 2 } }, false],
  ])('%s: %j %j %s', (_, order, more, may) => expect(canView(order, { ...asker, ...more })).toBe(may))

  it('is by a link only where it was placed without an account', () => {
    expect(isVisitorsOrder(of(null), asker)).toBe(true)
    expect(isVisitorsOrder(of(501), asker)).toBe(false)
    expect(isVisitorsOrder(of(null), { operator: { id: 2 } })).toBe(false)
  })

  it.each([
    ['its customer', { person: { id: 501, rights: [] } }, true],
    ['the person who takes part', { person: { id: 502, rights: [] } }, true],
    ['another customer', { person: { id: 503, rights: [] } }, false],
    ['a visitor', {}, false],
    ['staff', { person: { id: 9, rights: deskAt(null) } }, true],
    ['staff of its venue', { person: { id: 9, rights: deskAt(11) } }, true],
    ['staff of another venue', { person: { id: 9, rights: deskAt(12) } }, false],
    ["another operator's staff", { person: { id: 9, rights: deskAt(null) }, operator: { id: 2 } }, false],
  ])('is needed to cancel: %s', (_who, more, may) => {
    const booked = { operatorId: 1, venueId: 11, customerId: 501, personId: 502 }
    expect(mayCancel(booked, { operator: { id: 1 }, person: null, ...more })).toBe(may)
  })
})
