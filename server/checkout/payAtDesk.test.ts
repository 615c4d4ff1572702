import { beforeEach, describe, expect, it } from 'vitest'
import { someCredit } from '#test/support/credits.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { aTill, wrongWithTills } from '#test/support/tills.ts'
import { aDeskToPayAt, cash, codeOf, now } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt

beforeEach(async () => {
  shop = await aDeskToPayAt()
})

describe('paying at the desk', () => {
  it('H04: takes cash for the selected customer, gives the change due, and records who took it', async () => {
    const drawer = await aTill(shop.db, shop.venue.id)
    await shop.desk.send(api.tills.stand, { tillId: drawer.id })
    await shop.addFor(shop.ann.id)
    const paid = await shop.pay(shop.ann.id, cash(845, 1000))
    expect(paid).toMatchObject({
      status: 'success',
      changeDue: { raw: 155, currency: '1.55', formatted: '£1.55' },
      data: { completeOrderId: paid.completeOrderId, reference: paid.reference },
    })
    expect(await shop.orders()).toMatchObject([
      { customerId: shop.ann.id, total: 845, source: 'front-of-house', termsAccepted: [shop.termsId] },
    ])
    expect(await shop.entries()).toMatchObject([
      {
        actorId: shop.staff.id,
        venueId: shop.venue.id,
        tillId: drawer.id,
        localDate: '2027-02-28',
        tenderType: 'cash',
        amount: 845,
        tendered: 1000,
        orderId: paid.completeOrderId,
      },
    ])
    const audit = await shop.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('act', '=', 'payment taken')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      actorId: shop.staff.id,
      forCustomerId: shop.ann.id,
      subject: `order:${paid.completeOrderId}`,
      at: now,
      detail: { change: 155, payments: [{ tenderType: 'cash', amount: 845, amountTendered: 1000 }] },
    })
    const bookings = await shop.desk.send(api.bookings.mine, { selectedUserId: shop.ann.id })
    expect(bookings).toMatchObject([{ orderId: paid.completeOrderId, bookedFor: { userId: shop.ann.id } }])
  })

  it('books a payment to the till sent with it, also when the first attempt was refused', async () => {
    const till = await aTill(shop.db, shop.venue.id)
    await shop.addFor(shop.ann.id)
    expect(await codeOf(shop.pay(shop.ann.id, cash(845), { terms: [], tillId: till.id }))).toBe(
      'terms_not_accepted',
    )
    await shop.pay(shop.ann.id, cash(845), { tillId: till.id })
    expect(await shop.entries()).toMatchObject([{ tillId: till.id, amount: 845 }])
    expect((await shop.desk.send(api.tills.list, {})).current).toMatchObject({ id: till.id })
    await shop.addFor(null)
    expect(await codeOf(shop.pay(null, cash(845), { tillId: 999_999 }))).toBe('not_found')
  })

  it('books no payment to a till that the operator has withdrawn meanwhile', async () => {
    const till = await aTill(shop.db, shop.venue.id)
    await shop.desk.send(api.tills.stand, { tillId: till.id })
    await shop.db.updateTable('till').set({ withdrawn: true }).execute()
    expect((await shop.desk.send(api.tills.list, {})).current).toBeNull()
    await shop.addFor(shop.ann.id)
    await shop.pay(shop.ann.id, cash(845))
    expect(await shop.entries()).toMatchObject([{ tillId: null, venueId: shop.venue.id, amount: 845 }])
  })

  it('books a payment to the till of the login that takes it, not of the same person elsewhere', async () => {
    const here = await aTill(shop.db, shop.venue.id, 'Here')
    const there = await aTill(shop.db, shop.venue.id, 'There')
    await shop.desk.send(api.tills.stand, { tillId: here.id })
    await shop.addFor(shop.ann.id)
    shop.app.clock.set(new Date('2027-02-28T10:05:00Z'))
    const elsewhere = shop.app.browser({ site: 'desk' })
    await elsewhere.logIn(shop.staff.id)
    await elsewhere.send(api.tills.stand, { tillId: there.id })
    await shop.pay(shop.ann.id, cash(845))
    expect(await shop.entries()).toMatchObject([{ tillId: here.id }])
  })

  it('E07: of two credit tenders of one type the later replaces the first', async () => {
    await someCredit(shop.db, { operatorId: shop.operator.id, customerId: shop.ann.id, amount: 900 }, now)
    await shop.addFor(shop.ann.id)
    const credit = (amount: number) => ({ tenderType: 'credit' as const, type: 'general' as const, amount })
    expect((await refusal(shop.pay(shop.ann.id, [credit(500), credit(345)]))).message).toBe(
      'There is still £5.00 to pay.',
    )
    const { completeOrderId } = await shop.pay(shop.ann.id, [credit(100), credit(845)])
    const order = await shop.desk.send(api.bookings.order, { completeOrderId })
    expect(order.payments.map(({ tenderType, amount }) => [tenderType, amount])).toEqual([['credit', 845]])
  })

  it('E08: takes several tenders in one order: credit, voucher, cheque and cash', async () => {
    await someCredit(shop.db, { operatorId: shop.operator.id, customerId: shop.ann.id, amount: 500 }, now)
    await shop.addFor(shop.ann.id)
    const { completeOrderId } = await shop.pay(shop.ann.id, [
      { tenderType: 'credit', type: 'general', amount: 300 },
      { tenderType: 'offline-voucher', amount: 200, reference: 'V-71' },
      { tenderType: 'cheque', amount: 100, reference: '000123' },
      { tenderType: 'cash', amount: 245, amountTendered: 300 },
    ])
    const order = await shop.desk.send(api.bookings.order, { completeOrderId })
    expect(order.payments.map(({ tenderType, type, amount }) => [tenderType, type, amount])).toEqual([
      ['credit', 'general', 300],
      ['offline-voucher', null, 200],
      ['cheque', null, 100],
      ['cash', null, 245],
    ])
    expect((await shop.entries()).map(({ tenderType, reference }) => [tenderType, reference])).toEqual([
      ['credit', null],
      ['offline-voucher', 'V-71'],
      ['cheque', '000123'],
      ['cash', null],
    ])
    expect(await wrongWithTills(shop.db)).toEqual([])
  })

  it('E08: uses membership credit that was applied to the basket before', async () => {
    const credit = {
      operatorId: shop.operator.id,
      customerId: shop.ann.id,
      amount: 845,
      type: 'membership',
    } as const
    await someCredit(shop.db, credit, now)
    await shop.addFor(shop.ann.id)
    await shop.desk.send(api.credits.apply, {
      creditsToReserve: [{ amount: 845, type: 'membership' }],
      selectedUserId: shop.ann.id,
    })
    expect((await shop.pay(shop.ann.id, [])).changeDue.raw).toBe(0)
    expect(await shop.entries()).toMatchObject([
      { tenderType: 'credit', creditType: 'membership', amount: 845 },
    ])
  })

  it('H04: sells to a walk-in without an account', async () => {
    await shop.addFor(null)
    const { completeOrderId } = await shop.pay(null, cash(845))
    expect(await shop.orders()).toMatchObject([{ id: completeOrderId, customerId: null, email: null }])
    const booking = await shop.db.selectFrom('booking').selectAll().executeTakeFirstOrThrow()
    expect([booking.customerId, booking.personId]).toEqual([null, null])
    // The next walk-in to the same session is a different person.
    await shop.addFor(null)
    await shop.pay(null, cash(845))
    expect(await shop.orders()).toHaveLength(2)
  })

  it('makes one order for repeated calls with one key, with the same answer', async () => {
    await shop.addFor(shop.ann.id)
    const first = await shop.pay(shop.ann.id, cash(845, 900), { idempotencyKey: 'one-intention' })
    expect(await shop.pay(shop.ann.id, cash(845, 900), { idempotencyKey: 'one-intention' })).toEqual(first)
    expect(await shop.orders()).toHaveLength(1)
    expect(await shop.entries()).toHaveLength(1)
  })

  it('sells by card to the selected customer, and credits the sale to the seller', async () => {
    const tomorrow = await anOccurrence(
      shop.db,
      { activity: shop.activity, locationId: shop.studio.id, startsAt: new Date('2027-03-01T18:00:00Z') },
      { capacity: 5 },
    )
    for (const [who, id] of [
      [shop.ann.id, shop.occurrence.id],
      [null, tomorrow.id],
    ] as const) {
      await shop.addFor(who, id)
      const { sessionKey } = await shop.desk.send(api.checkout.prepare, { selectedUserId: who })
      const made = await shop.desk.fetch('/api/demo-cards/api/v1/card-identifiers', {
        method: 'POST',
        headers: { authorization: `Bearer ${sessionKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          cardDetails: {
            cardholderName: 'A Example',
            cardNumber: '4000000000000006',
            expiryDate: '0930',
            securityCode: '123',
          },
        }),
      })
      const { cardIdentifier } = (await made.json()) as { cardIdentifier: string }
      const { transactionUuid } = await shop.desk.send(api.checkout.authorise, {
        sessionKey,
        cardIdentifier,
        cardholderName: 'A Example',
        billingFirstName: 'Ann',
        billingLastName: 'Example',
        billingAddressLineOne: '1 Example Road',
        billingCity: 'Exampleton',
        billingPostcode: 'ZZ1 1ZZ',
        email: 'walk-in@example.test',
        terms: [shop.termsId],
        selectedUserId: who,
      })
      for (let tries = 0; tries < 2; tries += 1)
        await shop.desk.send(api.checkout.complete, {
          transactionUuid,
          terms: [shop.termsId],
          selectedUserId: who,
        })
    }
    expect(await shop.entries()).toMatchObject([
      { tenderType: 'card', amount: 845, actorId: shop.staff.id },
      { tenderType: 'card', amount: 845, actorId: shop.staff.id },
    ])
    expect((await shop.orders()).map(({ customerId }) => customerId)).toEqual([shop.ann.id, null])
    // Both sales are audited, as those that the desk takes payment for itself.
    const acts = await shop.db
      .selectFrom('auditEntry')
      .select(['actorId', 'forCustomerId', 'act', 'subject'])
      .where('act', '=', 'payment taken')
      .orderBy('id')
      .execute()
    const [first, second] = await shop.orders()
    expect(acts).toEqual([
      {
        actorId: shop.staff.id,
        forCustomerId: shop.ann.id,
        act: 'payment taken',
        subject: `order:${first?.id}`,
      },
      { actorId: shop.staff.id, forCustomerId: null, act: 'payment taken', subject: `order:${second?.id}` },
    ])
    expect(await wrongWithTills(shop.db)).toEqual([])
  })
})
