import { beforeEach, describe, expect, it } from 'vitest'
import { aDeskToPayAt, cash, codeOf } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { aMemberOfStaff, wrongWithTills } from '#test/support/tills.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt
let supervisor: TestBrowser

beforeEach(async () => {
  shop = await aDeskToPayAt()
  supervisor = shop.app.browser({ site: 'desk' })
  await supervisor.logIn((await aMemberOfStaff(shop.db, shop.operator.id, { staffLevel: 'supervisor' })).id)
})

const sell = async (customerId: number | null, payments = cash(845)) => {
  await shop.addFor(customerId)
  const { completeOrderId } = await shop.pay(customerId, payments, { phone: '01632 960001' })
  const { bookings } = await shop.desk.send(api.bookings.order, { completeOrderId })
  return { completeOrderId, bookingId: bookings[0]?.id ?? 0 }
}

const refund = (bookingId: number, amount: number, more: object = {}) =>
  supervisor.send(api.bookings.refundAtDesk, { bookingId, amount, to: 'cash', reason: 'Cold pool', ...more })

const bookingOf = async (completeOrderId: number) =>
  (await supervisor.send(api.bookings.order, { completeOrderId })).bookings[0]

const cashInTill = async () => (await shop.entries()).reduce((sum, { amount }) => sum + amount, 0)

describe('a refund at the desk', () => {
  it('gives back a part without cancelling, and no more than is left', async () => {
    const { completeOrderId, bookingId } = await sell(null)
    expect(await refund(bookingId, 300)).toMatchObject({
      refund: { formatted: '£3.00', parts: [{ to: 'desk', amount: 300 }] },
      handOut: { formatted: '£3.00' },
    })
    expect(await bookingOf(completeOrderId)).toMatchObject({
      status: 'booked',
      refundable: { formatted: '£5.45' },
      fullRefund: { formatted: '£5.45' },
    })
    expect(await codeOf(refund(bookingId, 546))).toBe('over_paid')
    await refund(bookingId, 545)
    expect(await codeOf(refund(bookingId, 1))).toBe('already_refunded')
    expect(await cashInTill()).toBe(0)
    expect((await supervisor.send(api.bookings.order, { completeOrderId })).status).toBe('refunded')
    expect(await wrongWithTills(shop.db)).toEqual([])
  })

  it('comes off what cancelling gives back afterwards, also where the order has paid for more', async () => {
    await shop.addFor(null)
    const { bookingId, completeOrderId } = await sell(null, cash(1690))
    await refund(bookingId, 500)
    await supervisor.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full', to: 'cash' })
    expect(await cashInTill()).toBe(845)
    const { bookings } = await supervisor.send(api.bookings.order, { completeOrderId })
    expect(bookings.map(({ refundable }) => refundable.raw)).toEqual([0, 845])
  })

  it('comes after a cancellation that gave nothing back', async () => {
    const { bookingId, completeOrderId } = await sell(shop.ann.id)
    await shop.db
      .updateTable('booking')
      .set({ freeCancelMinutes: 100_000, lateCancelFee: null })
      .where('id', '=', bookingId)
      .execute()
    await shop.db.updateTable('activity').set({ freeCancelMinutes: 100_000, lateCancelFee: null }).execute()
    await shop.desk.send(api.bookings.cancelAtDesk, { bookingId })
    expect(await bookingOf(completeOrderId)).toMatchObject({
      status: 'cancelled',
      refundable: { formatted: '£8.45', parts: [{ to: 'credit' }] },
    })
    expect(await refund(bookingId, 845, { to: 'terms' })).toMatchObject({
      refund: { parts: [{ to: 'credit', amount: 845 }] },
      handOut: { raw: 0 },
    })
    expect(await codeOf(refund(bookingId, 845, { to: 'terms' }))).toBe('already_refunded')
    expect(await wrongWithMoney(shop.db)).toEqual([])
  })

  it('is for supervisors, with a reason that is recorded, and not for what is still owed', async () => {
    const { bookingId } = await sell(null)
    const amount = { bookingId, amount: 100, reason: 'Cold pool' }
    expect(await codeOf(shop.desk.send(api.bookings.refundAtDesk, amount))).toBe('forbidden')
    expect(await codeOf(refund(bookingId, 100, { reason: ' ' }))).toBe('invalid')
    expect(await codeOf(refund(999_999, 100))).toBe('not_found')
    await refund(bookingId, 100)
    const [entry] = await shop.db
      .selectFrom('auditEntry')
      .select(['subject', 'detail'])
      .where('act', '=', 'booking refunded')
      .execute()
    expect(entry).toMatchObject({
      subject: `booking:${bookingId}`,
      detail: { amount: 100, reason: 'Cold pool' },
    })
    const owed = await sell(null, [{ tenderType: 'at_venue', amount: 845 }])
    expect(await codeOf(refund(owed.bookingId, 100))).toBe('already_refunded')
  })
})

describe('taking back a sale', () => {
  const take = (completeOrderId: number, by = shop.desk) =>
    by.send(api.bookings.voidOrder, { completeOrderId, reason: 'Wrong class' })

  it('cancels it and gives each payment back as it was taken', async () => {
    const { completeOrderId } = await sell(null, [
      { tenderType: 'cash', amount: 400 },
      { tenderType: 'card_terminal', amount: 445, lastFour: '4242' },
    ])
    const order = await shop.desk.send(api.bookings.order, { completeOrderId })
    expect(order.voidableUntil).toBe('2027-02-28T10:15:00Z')
    expect(await take(completeOrderId)).toMatchObject({ refund: { formatted: '£8.45' } })
    expect((await shop.entries()).map(({ tenderType, amount }) => [tenderType, amount])).toEqual([
      ['cash', 400],
      ['card_terminal', 445],
      ['cash', -400],
      ['card_terminal', -445],
    ])
    const after = await shop.desk.send(api.bookings.order, { completeOrderId })
    expect(after).toMatchObject({
      status: 'refunded',
      voidableUntil: null,
      bookings: [{ status: 'cancelled' }],
    })
    expect(await codeOf(take(completeOrderId))).toBe('already_cancelled')
    const acts = await shop.db
      .selectFrom('auditEntry')
      .select('subject')
      .where('act', '=', 'sale taken back')
      .execute()
    expect(acts).toEqual([{ subject: `order:${completeOrderId}` }])
    expect(await wrongWithTills(shop.db)).toEqual([])
  })

  it('is for whoever sold it, or a supervisor', async () => {
    const { completeOrderId } = await sell(shop.ann.id)
    const colleague = shop.app.browser({ site: 'desk' })
    await colleague.logIn((await aMemberOfStaff(shop.db, shop.operator.id, { staffLevel: 'desk' })).id)
    expect((await colleague.send(api.bookings.order, { completeOrderId })).voidableUntil).toBeNull()
    expect(await codeOf(take(completeOrderId, colleague))).toBe('forbidden')
    await take(completeOrderId, supervisor)
  })

  it('ends after 15 minutes, and when somebody has come', async () => {
    const { completeOrderId, bookingId } = await sell(null)
    await shop.db.updateTable('booking').set({ status: 'attended' }).where('id', '=', bookingId).execute()
    expect(await codeOf(take(completeOrderId))).toBe('not_reversible')
    await shop.db.updateTable('booking').set({ status: 'booked' }).where('id', '=', bookingId).execute()
    await shop.db
      .updateTable('customerOrder')
      .set({ placedAt: new Date('2027-02-28T09:44:00Z') })
      .where('id', '=', completeOrderId)
      .execute()
    expect(await codeOf(take(completeOrderId))).toBe('too_late')
    expect(await codeOf(take(999_999))).toBe('not_found')
  })
})
