import { beforeEach, describe, expect, it } from 'vitest'
import { aCustomer } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { aDeskToPayAt, cash, codeOf } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt

beforeEach(async () => {
  shop = await aDeskToPayAt()
})

describe('paying at the desk', () => {
  it('is refused to customers and visitors', async () => {
    const customer = shop.app.browser()
    await customer.logIn(shop.ann.id)
    expect(await refusal(customer.send(api.checkout.payAtDesk, { payments: cash(845) }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await codeOf(shop.app.browser().send(api.checkout.payAtDesk, {}))).toBe('logged_out')
  })

  it.each([
    ['unpaid_balance', cash(800)],
    ['payment_mismatch', cash(900)],
    ['payment_mismatch', [{ tenderType: 'credit' as const, type: 'general' as const, amount: 845 }]],
  ])('refuses %s', async (code, payments) => {
    await shop.addFor(shop.ann.id)
    expect(await refusal(shop.pay(shop.ann.id, payments))).toMatchObject({ status: 422, code })
    expect(await shop.orders()).toEqual([])
    expect(await shop.entries()).toEqual([])
  })

  it('reports how much is still to pay', async () => {
    await shop.addFor(shop.ann.id)
    expect((await refusal(shop.pay(shop.ann.id, cash(800)))).message).toBe('There is still £0.45 to pay.')
  })

  it('refuses incomplete tenders, field by field', async () => {
    await shop.addFor(shop.ann.id)
    const refused = await refusal(
      shop.pay(shop.ann.id, [
        { tenderType: 'cheque', amount: 100 },
        { tenderType: 'offline-voucher', amount: 100, reference: ' ' },
        { tenderType: 'cash', amount: 645, amountTendered: 600 },
        { tenderType: 'cash', amount: -1 },
      ]),
    )
    expect(refused).toMatchObject({ status: 422, code: 'invalid' })
    expect(refused.validationMessages).toEqual({
      'payments.0.reference': ['Enter the cheque number.'],
      'payments.1.reference': ['Enter the voucher number.'],
      'payments.2.amount_tendered': ['Enter at least the cash to be paid.'],
      'payments.3.amount': ['Enter 0 or more.'],
    })
  })

  it('refuses an empty basket, unaccepted terms, a changed basket and lost places', async () => {
    expect(await codeOf(shop.pay(shop.ann.id, cash(845)))).toBe('basket_empty')
    await shop.addFor(shop.ann.id)
    expect(await codeOf(shop.pay(shop.ann.id, cash(845), { terms: [] }))).toBe('terms_not_accepted')
    const other = Buffer.from('1').toString('base64')
    expect(await codeOf(shop.pay(shop.ann.id, cash(845), { itemHash: other }))).toBe('basket_changed')
    shop.app.clock.set(new Date('2027-02-28T10:11:00Z'))
    await shop.db
      .updateTable('occurrence')
      .set({ capacity: 1 })
      .where('id', '=', shop.occurrence.id)
      .execute()
    const quick = shop.app.browser()
    await quick.logIn((await aCustomer(shop.db, shop.operator.id)).id)
    await quick.send(api.baskets.add, { items: [{ id: shop.occurrence.id }] })
    expect(await refusal(shop.pay(shop.ann.id, cash(845)))).toMatchObject({ status: 409, code: 'place_lost' })
  })

  it('does not sell what was chosen for one customer to another, until the basket was seen for them', async () => {
    const bo = await aCustomer(shop.db, shop.operator.id)
    const { itemHash } = await shop.addFor(shop.ann.id)
    for (const other of [bo.id, null]) {
      const refused = await refusal(shop.pay(other, cash(845), { itemHash }))
      expect(refused).toMatchObject({ status: 409, code: 'basket_changed' })
    }
    expect(await shop.orders()).toEqual([])
    await shop.desk.send(api.baskets.read, { selectedUserId: bo.id })
    await shop.pay(bo.id, cash(845), { itemHash })
    const bookings = await shop.db.selectFrom('booking').select(['customerId', 'personId']).execute()
    expect(bookings).toEqual([{ customerId: bo.id, personId: bo.id }])
  })

  it('requires a customer where a walk-in cannot buy', async () => {
    await shop.db
      .updateTable('activity')
      .set({ allowsAnonymousBookings: false })
      .where('id', '=', shop.activity.id)
      .execute()
    await shop.addFor(null)
    expect(await codeOf(shop.pay(null, cash(845)))).toBe('login_required')
  })

  it('H05: a customer may not act for another, staff only for customers of the operator', async () => {
    const other = await aCustomer(shop.db, shop.operator.id)
    const customer = shop.app.browser()
    await customer.logIn(shop.ann.id)
    const forOther = { selectedUserId: other.id }
    expect(await codeOf(customer.send(api.baskets.read, forOther))).toBe('forbidden')
    expect(
      await codeOf(customer.send(api.baskets.add, { items: [{ id: shop.occurrence.id }], ...forOther })),
    ).toBe('forbidden')
    expect(await codeOf(shop.desk.send(api.baskets.read, { selectedUserId: 999_999 }))).toBe('not_found')
    expect((await shop.desk.send(api.baskets.read, forOther)).selectedUserId).toBe(other.id)
  })
})
