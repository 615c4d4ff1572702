import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { someCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let browser: TestBrowser
let customerId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 1345 })
  customerId = (await aCustomer(db, world.operator.id)).id
  browser = app.browser()
  await browser.logIn(customerId)
})

const owe = async (amount = 300, of = customerId): Promise<number> =>
  (await transact(db, (tx) =>
    raisePenalty(
      tx,
      { operatorId: world.operator.id, customerId: of, amount, description: 'Missed: Yoga, Mon 1 Feb' },
      app.clock.now(),
    ),
  )) ?? 0

const credit = (amount: number, more: object = {}) =>
  someCredit(db, { operatorId: world.operator.id, customerId, amount, ...more }, app.clock.now())
const book = (by = browser) => by.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
const pay = (amount: number) =>
  browser.send(api.credits.apply, { creditsToReserve: [{ amount, type: 'general' }] })
const complete = () => browser.send(api.checkout.complete, { termsAccepted: true })

const userOf = async () => (await browser.send(api.sessions.user, {})).data

describe('GET my-account/payments', () => {
  it('G07: payments, credit with its entries, penalties and saved cards', async () => {
    await credit(500, { expiresOn: '2027-03-10' })
    await credit(1500)
    await credit(700, { type: 'membership' })
    await book()
    await pay(1345)
    // Credit reserved for the basket still belongs to them.
    expect((await browser.send(api.payments.mine, {})).credit).toMatchObject({
      balance: 2000,
      formattedBalance: '£20.00',
      membershipBalance: 700,
      expiring: [{ type: 'general', amount: 500, formattedAmount: '£5.00', expiresOn: '2027-03-10' }],
    })
    const { reference, completeOrderId } = await complete()
    await owe()
    const money = await browser.send(api.payments.mine, {})
    expect(money.payments).toEqual([
      {
        id: expect.any(Number) as number,
        paidAt: '2027-02-28T10:00:00Z',
        description: `Order ${reference}`,
        orderId: completeOrderId,
        tenderType: 'credit',
        amount: 1345,
        formattedAmount: '£13.45',
        status: 'paid',
        refund: null,
        hasReceipt: true,
        penaltyId: null,
      },
    ])
    expect(money.credit.balance).toBe(655)
    expect(money.credit.expiring).toEqual([])
    expect(
      money.credit.entries.map(({ type, amount, formattedAmount, description, expiresOn }) => [
        type,
        amount,
        formattedAmount,
        description,
        expiresOn,
      ]),
    ).toEqual([
      ['general', -1345, '-£13.45', `Order ${reference}`, null],
      ['membership', 700, '£7.00', 'A present', null],
      ['general', 1500, '£15.00', 'A present', null],
      ['general', 500, '£5.00', 'A present', '2027-03-10'],
    ])
    const general = money.credit.entries.filter(({ type }) => type === 'general')
    expect(general.reduce((sum, { amount }) => sum + amount, 0)).toBe(money.credit.balance)
    expect(money.penalties).toMatchObject([{ amount: 300, status: 'outstanding' }])
    expect(money.savedCards).toEqual([])
  })

  it('G07: has what has come back of an order as an entry of its own', async () => {
    await credit(1500)
    await book()
    await pay(1345)
    const { reference, completeOrderId } = await complete()
    const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
    app.clock.forward(60_000)
    await browser.send(api.bookings.cancel, { bookingId: bookings[0]?.id ?? 0 })
    const { payments } = await browser.send(api.payments.mine, {})
    expect(payments).toMatchObject([
      {
        description: `Refund of order ${reference}`,
        orderId: completeOrderId,
        tenderType: 'credit',
        amount: -1345,
        formattedAmount: '-£13.45',
        refund: 'done',
      },
      { description: `Order ${reference}`, amount: 1345, refund: null },
    ])
    await db.updateTable('refund').set({ status: 'failed' }).execute()
    expect((await browser.send(api.payments.mine, {})).payments).toHaveLength(1)
  })

  it('is for customers, and each sees their own', async () => {
    expect(await refusal(app.browser().send(api.payments.mine, {}))).toMatchObject({ status: 401 })
    const another = await aCustomer(db, world.operator.id)
    const theirs = app.browser()
    await theirs.logIn(another.id)
    await credit(500)
    expect((await theirs.send(api.payments.mine, {})).credit).toMatchObject({ balance: 0, entries: [] })
  })

  it('USER.credit is general credit', async () => {
    await credit(500)
    await credit(700, { type: 'membership' })
    expect(await userOf()).toMatchObject({
      credit: { balance: 500, formattedBalance: '£5.00' },
    })
  })
})

describe('DELETE my-account/saved-cards', () => {
  const aCard = async (of = customerId) =>
    (
      await db
        .insertInto('savedCard')
        .values({
          customerId: of,
          provider: 'demo',
          externalIdentifier: `card_${of}`,
          cardHolderName: 'A Example',
          brand: 'Demo',
          lastFour: '0006',
          expiry: '0930',
          createdAt: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  it('G07: removes the card here at once, and at the provider', async () => {
    const id = await aCard()
    await db
      .insertInto('demoCard')
      .values({
        identifier: `card_${customerId}`,
        saved: true,
        cardHolderName: 'A Example',
        brand: 'Demo',
        lastFour: '0006',
        expiry: '0930',
        behaviour: 'authorise',
        createdAt: now,
      })
      .execute()
    expect((await browser.send(api.payments.mine, {})).savedCards).toMatchObject([{ id, lastFour: '0006' }])
    expect(await browser.send(api.payments.removeCard, { cardId: id })).toEqual({ id })
    expect((await browser.send(api.payments.mine, {})).savedCards).toEqual([])
    const quiet = {
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      debug: () => undefined,
    }
    const handlers = jobHandlers({
      db,
      clock: app.clock,
      log: quiet,
      services: app.services,
    })
    await runDueJobs(db, handlers, now, quiet)
    expect(await db.selectFrom('demoCard').select('identifier').execute()).toEqual([])
    expect(await refusal(browser.send(api.payments.removeCard, { cardId: id }))).toMatchObject({
      status: 404,
    })
  })

  it('G07: says which membership is collected from a card, and what is owed on the account', async () => {
    const savedCardId = await aCard()
    const { id } = await aMembership(db, {
      plan: await aPlan(db, world.venue, { name: 'Gold' }),
      venue: world.venue,
      customerIds: [customerId],
    })
    await db
      .updateTable('membership')
      .set({ savedCardId, paymentMethod: 'card' })
      .where('id', '=', id)
      .execute()
    expect(await browser.send(api.payments.mine, {})).toMatchObject({
      savedCards: [{ id: savedCardId, paysFor: ['Gold'] }],
      account: null,
    })
    await db.updateTable('customer').set({ accountLimit: 6000 }).where('id', '=', customerId).execute()
    await db
      .insertInto('accountEntry')
      .values({ customerId, at: now, amount: 845, description: 'Order ONS-1' })
      .execute()
    const { account } = await browser.send(api.payments.mine, {})
    expect(account).toEqual({ owed: 845, formattedOwed: '£8.45' })
  })

  it('G07: a debt on the account is paid in the basket, and blocks nothing meanwhile', async () => {
    await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
    await db.updateTable('customer').set({ accountLimit: 6000 }).where('id', '=', customerId).execute()
    expect(await refusal(browser.send(api.payments.payAccount, {}))).toMatchObject({ code: 'nothing_owed' })
    const owed = { customerId, at: now, description: 'Order ONS-1' }
    await db
      .insertInto('accountEntry')
      .values({ ...owed, amount: 845 })
      .execute()
    const first = await browser.send(api.payments.payAccount, {})
    await db
      .insertInto('accountEntry')
      .values({ ...owed, amount: 155 })
      .execute()
    // Once a customer, with what is owed now; it is no penalty and blocks no booking.
    expect(await browser.send(api.payments.payAccount, {})).toEqual(first)
    expect(await browser.send(api.payments.mine, {})).toMatchObject({
      penalties: [],
      account: { owed: 1000 },
    })
    expect((await userOf()).hasOutstandingPenalties).toBe(false)
    await book()
    await browser.send(api.baskets.clear, {})
    const basket = await browser.send(api.baskets.add, { items: [{ id: first.penaltyId, type: 'penalty' }] })
    expect(basket.items.map(({ name, price }) => [name, price.raw])).toEqual([
      ['On your account, up to 28 February 2027', 1000],
    ])
    await credit(1000)
    await pay(1000)
    await complete()
    expect((await browser.send(api.payments.mine, {})).account).toEqual({ owed: 0, formattedOwed: '£0.00' })
    expect(await refusal(browser.send(api.payments.payAccount, {}))).toMatchObject({ code: 'nothing_owed' })
    // Another customer cannot put it into theirs.
    const other = app.browser()
    await other.logIn((await aCustomer(db, world.operator.id)).id)
    const theirs = { items: [{ id: first.penaltyId, type: 'penalty' as const }] }
    expect(await refusal(other.send(api.baskets.add, theirs))).toMatchObject({ code: 'not_found' })
  })

  it('asks for no more than is still owed where the account is refunded while its debt is in the basket', async () => {
    const enter = (amount: number) =>
      db.insertInto('accountEntry').values({ customerId, at: now, description: 'x', amount }).execute()
    const owed = async () => (await browser.send(api.payments.mine, {})).account?.owed ?? 0
    await enter(1000)
    const { penaltyId } = await browser.send(api.payments.payAccount, {})
    await browser.send(api.baskets.add, { items: [{ id: penaltyId, type: 'penalty' }] })
    await enter(-400)
    expect((await browser.send(api.baskets.read, {})).total).toBe(600)
    await credit(1000)
    await pay(600)
    await complete()
    expect(await owed()).toBe(0)

    await enter(500)
    const second = await browser.send(api.payments.payAccount, {})
    await browser.send(api.baskets.add, { items: [{ id: second.penaltyId, type: 'penalty' }] })
    await enter(-500)
    expect((await browser.send(api.baskets.read, {})).items).toEqual([])
  })

  it('does not pay the debt on the account with the account itself', async () => {
    await db.updateTable('customer').set({ accountLimit: 6000 }).where('id', '=', customerId).execute()
    const owed = { customerId, at: now, amount: 1000, description: 'Order ONS-1' }
    await db.insertInto('accountEntry').values(owed).execute()
    const { penaltyId } = await browser.send(api.payments.payAccount, {})
    await browser.send(api.baskets.add, { items: [{ id: penaltyId, type: 'penalty' }] })
    expect((await browser.send(api.checkout.prepare, {})).tenders).toEqual(['card'])
    const payments = [{ tenderType: 'customer_account_online' as const, amount: 1000 }]
    expect(
      await refusal(browser.send(api.checkout.complete, { termsAccepted: true, payments })),
    ).toMatchObject({ code: 'payment_mismatch' })
  })

  it('pays with what refunds have left on the account, also where nothing may be owed on it', async () => {
    const left = { customerId, at: now, amount: -1345, description: 'Cancelled: Yoga' }
    await db.insertInto('accountEntry').values(left).execute()
    const account = async () => (await browser.send(api.payments.mine, {})).account
    expect(await account()).toEqual({ owed: -1345, formattedOwed: '-£13.45' })
    await book()
    const { tenders } = await browser.send(api.checkout.prepare, {})
    expect(tenders).toEqual(['card', 'customer_account_online'])
    await browser.send(api.checkout.complete, {
      termsAccepted: true,
      payments: [{ tenderType: 'customer_account_online', amount: 1345 }],
    })
    expect(await account()).toBeNull()
  })

  it('of another customer is not found', async () => {
    const another = await aCustomer(db, world.operator.id)
    const id = await aCard(another.id)
    expect(await refusal(browser.send(api.payments.removeCard, { cardId: id }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(app.browser().send(api.payments.removeCard, { cardId: id }))).toMatchObject({
      status: 401,
    })
  })
})
