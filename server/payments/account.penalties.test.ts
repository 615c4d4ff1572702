import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import { waivePenalty } from '#server/penalties/waive.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
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

const put = (id: number, by = browser) => by.send(api.baskets.add, { items: [{ id, type: 'penalty' }] })
const book = (by = browser) => by.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
const pay = (amount: number) =>
  browser.send(api.credits.apply, { creditsToReserve: [{ amount, type: 'general' }] })
const complete = () => browser.send(api.checkout.complete, { termsAccepted: true })

const authorise = (sessionKey: string) =>
  browser.send(api.checkout.authorise, {
    sessionKey,
    cardIdentifier: 'card_of_the_test',
    billingFirstName: 'Ann',
    billingLastName: 'Example',
    billingAddressLineOne: '1 Example Road',
    billingCity: 'Exampleton',
    billingPostcode: 'ZZ1 1ZZ',
    source: 'activity-booking',
    termsAccepted: true,
  })

const userOf = async () => (await browser.send(api.sessions.user, {})).data

const expectSound = async () => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithCredit(db)).toEqual([])
}

describe('a penalty', () => {
  it('G07: is a line of the basket, paid like any other and with it', async () => {
    const id = await owe()
    expect(await userOf()).toMatchObject({ hasOutstandingPenalties: true })
    await book()
    const basket = await put(id)
    expect(await put(id)).toMatchObject({ itemCount: 2 })
    expect(basket).toMatchObject({ total: 1645, itemCount: 2 })
    expect(basket.items[1]).toMatchObject({
      type: 'penalty',
      cartableId: id,
      cartableType: 'penalty',
      name: 'Penalty - Missed: Yoga, Mon 1 Feb',
      cartableResource: null,
      heldUntil: null,
      price: { raw: 300 },
    })
    expect(basket.itemHash).toBe(
      Buffer.from(basket.items.map((item) => item.id).join(',')).toString('base64'),
    )
    await credit(2000)
    await pay(1645)
    const { completeOrderId } = await complete()
    const order = await browser.send(api.bookings.order, { completeOrderId })
    expect(order).toMatchObject({
      total: 1645,
      itemCount: 2,
      payments: [{ tenderType: 'credit', amount: 1645 }],
    })
    expect(order.bookings).toHaveLength(1)
    expect((await browser.send(api.payments.mine, {})).penalties).toMatchObject([{ id, status: 'paid' }])
    expect(await userOf()).toMatchObject({ hasOutstandingPenalties: false })
    expect(await refusal(put(id))).toMatchObject({ status: 404 })
    await expectSound()
  })

  it('can be paid by itself, and removed again', async () => {
    const id = await owe()
    const basket = await put(id)
    expect(basket).toMatchObject({ total: 300, balance: 300, expiresAt: null, itemCount: 1 })
    const lineId = basket.items[0]?.id ?? 0
    expect((await browser.send(api.baskets.remove, { cartItemIds: [lineId] })).items).toEqual([])
    await put(id)
    expect((await browser.send(api.baskets.clear, {})).items).toEqual([])
    await put(id)
    await credit(300)
    await pay(300)
    await complete()
    const order = await db.selectFrom('customerOrder').select(['id', 'total']).executeTakeFirstOrThrow()
    expect(order.total).toBe(300)
    expect(await db.selectFrom('penalty').select(['status', 'orderId']).execute()).toEqual([
      { status: 'paid', orderId: order.id },
    ])
    const [notice] = await db.selectFrom('notice').select('kind').execute()
    expect(notice?.kind).toBe('booking_confirmed')
    const { clock } = app
    const services = { ...app.services, mail: null }
    await runDueJobs(db, jobHandlers({ db, clock, log: quiet, services }), clock.now(), quiet)
    // Nothing takes place, so there is nothing for a calendar.
    const files = await db.selectFrom('noticeAttachment').select('mediaType').execute()
    expect(files).toEqual([{ mediaType: 'application/pdf' }])
    await expectSound()
  })

  it('of another customer, or unknown, is not found', async () => {
    const another = await aCustomer(db, world.operator.id)
    const id = await owe(300, another.id)
    expect(await refusal(put(id))).toMatchObject({ status: 404 })
    expect(await refusal(put(id, app.browser()))).toMatchObject({ status: 404 })
  })

  it('where the operator blocks bookings: nothing can be booked unless it is paid before or with the booking', async () => {
    await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
    const id = await owe()
    expect(await refusal(book())).toMatchObject({
      status: 403,
      code: 'penalty_outstanding',
      validationMessages: { 'items.0.id': [expect.stringContaining('penalty')] },
    })
    const basket = await put(id)
    await book()
    const { sessionKey } = await browser.send(api.checkout.prepare, {})
    await browser.send(api.baskets.remove, { cartItemIds: [basket.items[0]?.id ?? 0] })
    const blocked = { status: 403, code: 'penalty_outstanding' }
    expect(await refusal(browser.send(api.checkout.prepare, {}))).toMatchObject(blocked)
    expect(await refusal(authorise(sessionKey))).toMatchObject(blocked)
    expect(await refusal(complete())).toMatchObject(blocked)
    await put(id)
    await credit(1645)
    await pay(1645)
    await complete()
    await expectSound()
  })

  it('where the operator warns only: bookings are possible', async () => {
    await owe()
    expect(await book()).toMatchObject({ itemCount: 1 })
  })

  it('that is settled meanwhile is dropped, and never paid twice', async () => {
    const id = await owe()
    const clerk = await aCustomer(db, world.operator.id, { role: 'staff' })
    const desk = app.browser()
    await desk.logIn(clerk.id)
    const forThem = { selectedUserId: customerId }
    await desk.send(api.baskets.add, { items: [{ id, type: 'penalty' }], ...forThem })
    await put(id)
    await transact(db, (tx) =>
      waivePenalty(
        tx,
        { operatorId: world.operator.id, penaltyId: id, actorId: clerk.id, because: 'Was ill' },
        now,
      ),
    )
    expect((await browser.send(api.baskets.read, {})).items).toEqual([])
    expect((await browser.send(api.payments.mine, {})).penalties).toMatchObject([{ status: 'waived' }])
    const again = transact(db, (tx) =>
      waivePenalty(tx, { operatorId: world.operator.id, penaltyId: id, actorId: clerk.id, because: '' }, now),
    )
    await expect(again).rejects.toMatchObject({ code: 'already_settled' })
  })
})

describe('a missed booking', () => {
  /** At the desk, after the class. */
  const mark = async (came: boolean) => {
    const { id: bookingId } = await db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
    const clerk = await aMemberOfStaff(db, world.operator.id)
    app.clock.set(new Date('2027-03-02T20:00:00Z'))
    const desk = app.browser({ site: 'desk' })
    await desk.logIn(clerk.id)
    await desk.send(api.attendance.mark, { bookingId, status: came ? 'attended' : 'not_attended' })
    await browser.logIn(customerId)
  }

  it("raises the activity's penalty once, and correcting the absence waives it", async () => {
    await db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    await credit(1345)
    await book()
    await pay(1345)
    await complete()
    await mark(false)
    await mark(false)
    const { penalties } = await browser.send(api.payments.mine, {})
    expect(penalties).toEqual([
      {
        id: expect.any(Number) as number,
        description: 'Missed: yoga, Tue 2 Mar',
        amount: 300,
        formattedAmount: '£3.00',
        cause: 'booking',
        createdOn: '2027-03-02',
        status: 'outstanding',
      },
    ])
    expect(await db.selectFrom('booking').select('status').execute()).toEqual([{ status: 'not_attended' }])
    await mark(true)
    expect((await browser.send(api.payments.mine, {})).penalties).toMatchObject([{ status: 'waived' }])
    expect(await db.selectFrom('booking').select('status').execute()).toEqual([{ status: 'attended' }])
    // They were marked as present by mistake.
    await mark(false)
    expect((await browser.send(api.payments.mine, {})).penalties).toMatchObject([{ status: 'outstanding' }])
  })

  it('is not raised again once staff have waived it', async () => {
    await db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    await credit(1345)
    await book()
    await pay(1345)
    await complete()
    await mark(false)
    const [penalty] = (await browser.send(api.payments.mine, {})).penalties
    const { id: actorId } = await aCustomer(db, world.operator.id, { role: 'staff' })
    const waived = { operatorId: world.operator.id, penaltyId: penalty?.id ?? 0, actorId, because: 'Ill' }
    await transact(db, (tx) => waivePenalty(tx, waived, now))
    await mark(true)
    await mark(false)
    expect((await browser.send(api.payments.mine, {})).penalties).toMatchObject([{ status: 'waived' }])
  })

  it('costs nothing where the activity has no penalty', async () => {
    await credit(1345)
    await book()
    await pay(1345)
    await complete()
    await mark(false)
    expect((await browser.send(api.payments.mine, {})).penalties).toEqual([])
  })
})
