import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { someCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff, aTill, wrongWithTills } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let staff: Awaited<ReturnType<typeof aMemberOfStaff>>
let ann: Awaited<ReturnType<typeof aCustomer>>
let desk: TestBrowser
let termsId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 845 })
  const { id: operatorId } = world.operator
  staff = await aMemberOfStaff(db, operatorId)
  ann = await aCustomer(db, operatorId)
  const terms = await db
    .insertInto('terms')
    .values({ operatorId, slug: 'house-rules', name: 'House rules', html: '<p>Be kind.</p>', required: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  termsId = terms.id
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
})

const addFor = (selectedUserId: number | null, id = world.occurrence.id) =>
  desk.send(api.baskets.add, { items: [{ id }], selectedUserId })

type Payments = NonNullable<Parameters<typeof pay>[1]>
const pay = (
  selectedUserId: number | null,
  payments: {
    tenderType: 'cash' | 'offline-voucher' | 'cheque' | 'credit'
    type?: 'general' | 'membership'
    amount: number
    amountTendered?: number | null
    reference?: string | null
  }[],
  more: {
    terms?: number[]
    idempotencyKey?: string
    itemHash?: string
    email?: string
    tillId?: number
  } = {},
) => {
  const { idempotencyKey, ...body } = more
  return desk.send(
    api.checkout.payAtDesk,
    { selectedUserId, payments, terms: [termsId], source: 'front-of-house', printReceipt: false, ...body },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
}

const cash = (amount: number, amountTendered?: number): Payments => [
  { tenderType: 'cash', amount, ...(amountTendered === undefined ? {} : { amountTendered }) },
]

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const orders = () => db.selectFrom('customerOrder').selectAll().orderBy('id').execute()
const entries = () => db.selectFrom('tillEntry').selectAll().orderBy('id').execute()

describe('paying at the desk', () => {
  it('H04: takes cash for the selected customer, gives the change due, and records who took it', async () => {
    const drawer = await aTill(db, world.venue.id)
    await desk.send(api.tills.stand, { tillId: drawer.id })
    await addFor(ann.id)
    const paid = await pay(ann.id, cash(845, 1000))
    expect(paid).toMatchObject({
      status: 'success',
      changeDue: { raw: 155, currency: '1.55', formatted: '£1.55' },
      data: { completeOrderId: paid.completeOrderId, reference: paid.reference },
    })
    expect(await orders()).toMatchObject([
      { customerId: ann.id, total: 845, source: 'front-of-house', termsAccepted: [termsId] },
    ])
    expect(await entries()).toMatchObject([
      {
        actorId: staff.id,
        venueId: world.venue.id,
        tillId: drawer.id,
        localDate: '2027-02-28',
        tenderType: 'cash',
        amount: 845,
        tendered: 1000,
        orderId: paid.completeOrderId,
      },
    ])
    const audit = await db
      .selectFrom('auditEntry')
      .selectAll()
      .where('act', '=', 'payment taken')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      actorId: staff.id,
      forCustomerId: ann.id,
      subject: `order:${paid.completeOrderId}`,
      at: now,
      detail: { change: 155, payments: [{ tenderType: 'cash', amount: 845, amountTendered: 1000 }] },
    })
    const bookings = await desk.send(api.bookings.mine, { selectedUserId: ann.id })
    expect(bookings).toMatchObject([{ orderId: paid.completeOrderId, bookedFor: { userId: ann.id } }])
  })

  it('books a payment to the till sent with it, also when the first attempt was refused', async () => {
    const till = await aTill(db, world.venue.id)
    await addFor(ann.id)
    expect(await codeOf(pay(ann.id, cash(845), { terms: [], tillId: till.id }))).toBe('terms_not_accepted')
    await pay(ann.id, cash(845), { tillId: till.id })
    expect(await entries()).toMatchObject([{ tillId: till.id, amount: 845 }])
    expect((await desk.send(api.tills.list, {})).current).toMatchObject({ id: till.id })
    await addFor(null)
    expect(await codeOf(pay(null, cash(845), { tillId: 999_999 }))).toBe('not_found')
  })

  it('books a payment to the till of the login that takes it, not of the same person elsewhere', async () => {
    const here = await aTill(db, world.venue.id, 'Here')
    const there = await aTill(db, world.venue.id, 'There')
    await desk.send(api.tills.stand, { tillId: here.id })
    await addFor(ann.id)
    app.clock.set(new Date('2027-02-28T10:05:00Z'))
    const elsewhere = app.browser({ site: 'desk' })
    await elsewhere.logIn(staff.id)
    await elsewhere.send(api.tills.stand, { tillId: there.id })
    await pay(ann.id, cash(845))
    expect(await entries()).toMatchObject([{ tillId: here.id }])
  })

  it('E07: of two credit tenders of one type the later replaces the first', async () => {
    await someCredit(db, { operatorId: world.operator.id, customerId: ann.id, amount: 900 }, now)
    await addFor(ann.id)
    const credit = (amount: number) => ({ tenderType: 'credit' as const, type: 'general' as const, amount })
    expect((await refusal(pay(ann.id, [credit(500), credit(345)]))).message).toBe(
      'There is still £5.00 to pay.',
    )
    const { completeOrderId } = await pay(ann.id, [credit(100), credit(845)])
    const order = await desk.send(api.bookings.order, { completeOrderId })
    expect(order.payments.map(({ tenderType, amount }) => [tenderType, amount])).toEqual([['credit', 845]])
  })

  it('E08: takes several tenders in one order: credit, voucher, cheque and cash', async () => {
    await someCredit(db, { operatorId: world.operator.id, customerId: ann.id, amount: 500 }, now)
    await addFor(ann.id)
    const { completeOrderId } = await pay(ann.id, [
      { tenderType: 'credit', type: 'general', amount: 300 },
      { tenderType: 'offline-voucher', amount: 200, reference: 'V-71' },
      { tenderType: 'cheque', amount: 100, reference: '000123' },
      { tenderType: 'cash', amount: 245, amountTendered: 300 },
    ])
    const order = await desk.send(api.bookings.order, { completeOrderId })
    expect(order.payments.map(({ tenderType, type, amount }) => [tenderType, type, amount])).toEqual([
      ['credit', 'general', 300],
      ['offline-voucher', null, 200],
      ['cheque', null, 100],
      ['cash', null, 245],
    ])
    expect((await entries()).map(({ tenderType, reference }) => [tenderType, reference])).toEqual([
      ['credit', null],
      ['offline-voucher', 'V-71'],
      ['cheque', '000123'],
      ['cash', null],
    ])
    expect(await wrongWithTills(db)).toEqual([])
  })

  it('E08: uses membership credit that was applied to the basket before', async () => {
    const credit = {
      operatorId: world.operator.id,
      customerId: ann.id,
      amount: 845,
      type: 'membership',
    } as const
    await someCredit(db, credit, now)
    await addFor(ann.id)
    await desk.send(api.credits.apply, {
      creditsToReserve: [{ amount: 845, type: 'membership' }],
      selectedUserId: ann.id,
    })
    expect((await pay(ann.id, [])).changeDue.raw).toBe(0)
    expect(await entries()).toMatchObject([{ tenderType: 'credit', creditType: 'membership', amount: 845 }])
  })

  it('H04: sells to a walk-in without an account', async () => {
    await addFor(null)
    const { completeOrderId } = await pay(null, cash(845))
    expect(await orders()).toMatchObject([{ id: completeOrderId, customerId: null, email: null }])
    const booking = await db.selectFrom('booking').selectAll().executeTakeFirstOrThrow()
    expect([booking.customerId, booking.personId]).toEqual([null, null])
    // The next walk-in to the same session is a different person.
    await addFor(null)
    await pay(null, cash(845))
    expect(await orders()).toHaveLength(2)
  })

  it('makes one order for repeated calls with one key, with the same answer', async () => {
    await addFor(ann.id)
    const first = await pay(ann.id, cash(845, 900), { idempotencyKey: 'one-intention' })
    expect(await pay(ann.id, cash(845, 900), { idempotencyKey: 'one-intention' })).toEqual(first)
    expect(await orders()).toHaveLength(1)
    expect(await entries()).toHaveLength(1)
  })

  it('is refused to customers and visitors', async () => {
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect(await refusal(customer.send(api.checkout.payAtDesk, { payments: cash(845) }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await codeOf(app.browser().send(api.checkout.payAtDesk, {}))).toBe('logged_out')
  })

  it.each([
    ['unpaid_balance', cash(800)],
    ['payment_mismatch', cash(900)],
    ['payment_mismatch', [{ tenderType: 'credit' as const, type: 'general' as const, amount: 845 }]],
  ])('refuses %s', async (code, payments) => {
    await addFor(ann.id)
    expect(await refusal(pay(ann.id, payments))).toMatchObject({ status: 422, code })
    expect(await orders()).toEqual([])
    expect(await entries()).toEqual([])
  })

  it('reports how much is still to pay', async () => {
    await addFor(ann.id)
    expect((await refusal(pay(ann.id, cash(800)))).message).toBe('There is still £0.45 to pay.')
  })

  it('refuses incomplete tenders, field by field', async () => {
    await addFor(ann.id)
    const refused = await refusal(
      pay(ann.id, [
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
    expect(await codeOf(pay(ann.id, cash(845)))).toBe('basket_empty')
    await addFor(ann.id)
    expect(await codeOf(pay(ann.id, cash(845), { terms: [] }))).toBe('terms_not_accepted')
    const other = Buffer.from('1').toString('base64')
    expect(await codeOf(pay(ann.id, cash(845), { itemHash: other }))).toBe('basket_changed')
    app.clock.set(new Date('2027-02-28T10:11:00Z'))
    await db.updateTable('occurrence').set({ capacity: 1 }).where('id', '=', world.occurrence.id).execute()
    const quick = app.browser()
    await quick.logIn((await aCustomer(db, world.operator.id)).id)
    await quick.send(api.baskets.add, { items: [{ id: world.occurrence.id }] })
    expect(await refusal(pay(ann.id, cash(845)))).toMatchObject({ status: 409, code: 'place_lost' })
  })

  it('requires a customer where a walk-in cannot buy', async () => {
    await db
      .updateTable('activity')
      .set({ allowsAnonymousBookings: false })
      .where('id', '=', world.activity.id)
      .execute()
    await addFor(null)
    expect(await codeOf(pay(null, cash(845)))).toBe('login_required')
  })

  it('H05: a customer may not act for another, staff only for customers of the operator', async () => {
    const other = await aCustomer(db, world.operator.id)
    const customer = app.browser()
    await customer.logIn(ann.id)
    const forOther = { selectedUserId: other.id }
    expect(await codeOf(customer.send(api.baskets.read, forOther))).toBe('forbidden')
    expect(
      await codeOf(customer.send(api.baskets.add, { items: [{ id: world.occurrence.id }], ...forOther })),
    ).toBe('forbidden')
    expect(await codeOf(desk.send(api.baskets.read, { selectedUserId: 999_999 }))).toBe('not_found')
    expect((await desk.send(api.baskets.read, forOther)).selectedUserId).toBe(other.id)
  })

  it('sells by card to the selected customer, and credits the sale to the seller', async () => {
    const tomorrow = await anOccurrence(
      db,
      { activity: world.activity, locationId: world.studio.id, startsAt: new Date('2027-03-01T18:00:00Z') },
      { capacity: 5 },
    )
    for (const [who, id] of [
      [ann.id, world.occurrence.id],
      [null, tomorrow.id],
    ] as const) {
      await addFor(who, id)
      const { sessionKey } = await desk.send(api.checkout.prepare, { selectedUserId: who })
      const made = await desk.fetch('/api/demo-cards/api/v1/card-identifiers', {
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
      const { transactionUuid } = await desk.send(api.checkout.authorise, {
        sessionKey,
        cardIdentifier,
        cardholderName: 'A Example',
        billingFirstName: 'Ann',
        billingLastName: 'Example',
        billingAddressLineOne: '1 Example Road',
        billingCity: 'Exampleton',
        billingPostcode: 'ZZ1 1ZZ',
        email: 'walk-in@example.test',
        terms: [termsId],
        selectedUserId: who,
      })
      await desk.send(api.checkout.complete, { transactionUuid, terms: [termsId], selectedUserId: who })
    }
    expect(await entries()).toMatchObject([
      { tenderType: 'card', amount: 845, actorId: staff.id },
      { tenderType: 'card', amount: 845, actorId: staff.id },
    ])
    expect((await orders()).map(({ customerId }) => customerId)).toEqual([ann.id, null])
    expect(await wrongWithTills(db)).toEqual([])
  })
})
