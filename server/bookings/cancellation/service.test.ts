import { beforeEach, describe, expect, it } from 'vitest'
import { reconcileRefunds } from '#server/bookings/refunds/service.ts'
import { reconcilePayments } from '#server/checkout/reconciliation/service.ts'
import { creditOf, grantCredit } from '#server/credits/service.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { refusalOf } from '#test/support/centre.ts'
import { wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-04T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let later: { publicId: string; id: number }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 845, capacity: 1 })
  later = await anOccurrence(
    db,
    { activity: world.activity, locationId: world.studio.id, startsAt: new Date('2027-03-05T18:00:00Z') },
    { capacity: 10 },
  )
  await db.updateTable('activity').set({ freeCancelMinutes: 240, lateCancelFee: 300 }).execute()
})

const customer = async (more: Parameters<typeof aCustomer>[2] = {}) => {
  const { id } = await aCustomer(db, world.operator.id, more)
  const browser = app.browser()
  await browser.logIn(id)
  return { id, browser }
}

const forCards = () => db.updateTable('operator').set({ refundsTo: 'card' }).execute()

/** Buys these by card (and credit reserved before), as the checkout page does. */
const buy = async (browser: TestBrowser, ids: readonly string[], credit = 0) => {
  await browser.send(api.baskets.add, { items: ids.map((id) => ({ id })) })
  if (credit > 0) {
    const answer = await browser.fetch('/api/credits/apply', {
      method: 'POST',
      body: JSON.stringify({ credits_to_reserve: [{ amount: credit, type: 'general' }] }),
    })
    expect(answer.status).toBe(200)
  }
  const { transactionUuid } = await authorise(browser)
  const placed = await complete(browser, transactionUuid)
  const order = await browser.send(api.bookings.order, placed)
  return { orderId: order.id, bookings: order.bookings }
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined }

/** Captures and refunds until none is due. */
const driveAll = async () => {
  const services = { db, cards: app.services.cards.provider, log: quiet }
  for (let turns = 0; turns < 5; turns += 1) {
    await reconcilePayments(services, app.clock.now())
    await reconcileRefunds(services, app.clock.now())
    app.clock.forward(60_000)
  }
}

const cancel = (browser: TestBrowser, bookingId: number) =>
  browser.send(api.bookings.cancel, { bookingId, source: 'bookings' })

const creditBalance = async (id: number) => (await creditOf(db, id, app.clock.now())).general.balance

const auditBooks = async () => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithCredit(db)).toEqual([])
  expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
  expect(await wrongWithWaitlists(db, app.clock.now())).toEqual([])
}

/** Capture times, the status of refunds, and the number of refunds at the provider. */
const refundState = async () => ({
  captured: (await db.selectFrom('paymentTransaction').select('capturedAt').execute()).map(
    ({ capturedAt }) => capturedAt,
  ),
  refunds: (await db.selectFrom('refund').select('status').execute()).map(({ status }) => status),
  given: (await db.selectFrom('demoCardRefund').select('amount').execute()).length,
})

const statusOf = async (browser: TestBrowser, completeOrderId: number) =>
  (await browser.send(api.bookings.order, { completeOrderId })).status

describe('F10 G05: cancelling a booking', () => {
  it('with source=bookings refunds the quoted amount as credit, to the penny', async () => {
    const ann = await customer()
    const { orderId, bookings } = await buy(ann.browser, [world.occurrence.publicId])
    const [booking] = bookings
    expect(booking?.cancellationRefund).toMatchObject({ raw: 845, to: 'credit' })
    expect(booking?.awardsCredit).toEqual({
      canBeAwarded: true,
      message: 'You will get £8.45 as credit.',
    })
    const answer = await ann.browser.fetch(`/api/activities/bookings/${booking?.id}/?source=bookings`, {
      method: 'DELETE',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      data: {
        id: booking?.id,
        status: 'cancelled',
        refund: { raw: 845, currency: '8.45', formatted: '£8.45', to: 'credit' },
      },
    })
    expect(await creditBalance(ann.id)).toBe(845)
    expect(await statusOf(ann.browser, orderId)).toBe('refunded')
    const after = await ann.browser.send(api.bookings.one, { bookingId: booking?.id ?? 0 })
    expect(after).toMatchObject({
      status: 'cancelled',
      canBeCancelled: false,
      refunds: [{ to: 'credit', amount: 845, formatted: '£8.45', status: 'done' }],
    })
    await driveAll()
    await auditBooks()
  })

  it('charges the quoted fee after the cutoff', async () => {
    const ann = await customer()
    const { orderId, bookings } = await buy(ann.browser, [world.occurrence.publicId])
    app.clock.forward(startsAt.getTime() - 239 * 60_000 - now.getTime())
    const bookingId = bookings[0]?.id ?? 0
    const before = await ann.browser.send(api.bookings.one, { bookingId })
    expect(before).toMatchObject({
      cancellationCutoff: {
        isAfterCutoff: true,
        cutoffAction: 'fee',
        cutoffMessage: 'Cancelling now costs £3.00.',
      },
      cancellationRefund: { raw: 545 },
    })
    expect((await cancel(ann.browser, bookingId)).refund.raw).toBe(545)
    expect(await creditBalance(ann.id)).toBe(545)
    expect(await statusOf(ann.browser, orderId)).toBe('partly_refunded')
    await driveAll()
    await auditBooks()
  })

  it('refunds to the card once, even when the provider is unreachable at first', async () => {
    await forCards()
    const ann = await customer()
    const { orderId, bookings } = await buy(ann.browser, [world.occurrence.publicId, later.publicId])
    const [first, second] = bookings
    expect(first?.cancellationRefund).toMatchObject({ raw: 845, to: 'card' })
    expect(await cancel(ann.browser, first?.id ?? 0)).toMatchObject({ refund: { to: 'card' } })
    expect(await statusOf(ann.browser, orderId)).toBe('partly_refunded')
    // The provider is unreachable, so the result is unknown.
    const cards = app.services.cards.provider
    const away = {
      ...cards,
      refund: async (ask: Parameters<typeof cards.refund>[0]) => {
        await cards.refund(ask)
        throw new Error('No answer.')
      },
    }
    const services = { db, cards, log: quiet }
    await reconcilePayments(services, app.clock.now())
    await reconcileRefunds({ ...services, cards: away }, app.clock.now())
    app.clock.forward(60_000)
    await driveAll()
    await cancel(ann.browser, second?.id ?? 0)
    await driveAll()
    const given = await db.selectFrom('demoCardRefund').select('amount').execute()
    expect(given).toEqual([{ amount: 845 }, { amount: 845 }])
    expect(await statusOf(ann.browser, orderId)).toBe('refunded')
    expect(await creditBalance(ann.id)).toBe(0)
    await auditBooks()
  })

  it('does not refund to a card before its payment is captured', async () => {
    await forCards()
    const ann = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    await cancel(ann.browser, bookings[0]?.id ?? 0)
    const services = { db, cards: app.services.cards.provider, log: quiet }
    // The provider has not confirmed the capture yet.
    const took = (at: Date | null) => db.updateTable('paymentTransaction').set({ capturedAt: at }).execute()
    await took(null)
    expect(await reconcileRefunds(services, app.clock.now())).toBe(1)
    expect(await refundState()).toEqual({ captured: [null], refunds: ['due'], given: 0 })
    await took(app.clock.now())
    app.clock.forward(60_000)
    await driveAll()
    expect(await refundState()).toMatchObject({ refunds: ['done'], given: 1 })
    await auditBooks()
  })

  it.each([
    ['that the provider has not answered for a day', async () => app.clock.forward(21 * 3_600_000)],
    [
      'of a payment that was never captured',
      async () => void (await db.updateTable('orderPayment').set({ status: 'failed' }).execute()),
    ],
  ])('leaves a refund to staff %s', async (_, happen) => {
    await forCards()
    const ann = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    const cards = app.services.cards.provider
    await reconcilePayments({ db, cards, log: quiet }, app.clock.now())
    await cancel(ann.browser, bookings[0]?.id ?? 0)
    await happen()
    const sentNotices: string[] = []
    const log = { ...quiet, error: (_fields: object, words: string) => void sentNotices.push(words) }
    await reconcileRefunds({ db, cards, log }, app.clock.now())
    expect(await refundState()).toMatchObject({ refunds: ['failed'], given: 0 })
    expect(sentNotices).toEqual(['a refund is left to staff'])
    expect(await reconcileRefunds({ db, cards, log }, app.clock.now())).toBe(0)
  })

  it('of a mixed order refunds credit first, then the card', async () => {
    await forCards()
    const ann = await customer()
    await grantCredit(
      db,
      {
        operatorId: world.operator.id,
        customerId: ann.id,
        type: 'general',
        amount: 1000,
        expiresOn: null,
        description: 'A present',
        from: 'grant',
      },
      now,
    )
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId, later.publicId], 1000)
    expect(await creditBalance(ann.id)).toBe(0)
    const [first, second] = bookings
    expect((await cancel(ann.browser, first?.id ?? 0)).refund).toMatchObject({ raw: 845, to: 'credit' })
    expect(await creditBalance(ann.id)).toBe(845)
    const preview = await ann.browser.send(api.bookings.one, { bookingId: second?.id ?? 0 })
    expect(preview.cancellationRefund).toMatchObject({
      raw: 845,
      to: 'card',
      parts: [
        { to: 'credit', amount: 155 },
        { to: 'card', amount: 690 },
      ],
    })
    await cancel(ann.browser, second?.id ?? 0)
    expect(await creditBalance(ann.id)).toBe(1000)
    await driveAll()
    expect(await db.selectFrom('demoCardRefund').select('amount').execute()).toEqual([{ amount: 690 }])
    await auditBooks()
  })

  it('is refused after cancellation, after the start, and to other customers', async () => {
    const ann = await customer()
    const bo = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    const bookingId = bookings[0]?.id ?? 0
    expect((await refusalOf(cancel(app.browser(), bookingId))).status).toBe(401)
    expect((await refusalOf(cancel(bo.browser, bookingId))).status).toBe(404)
    expect((await refusalOf(cancel(ann.browser, 999_999))).status).toBe(404)
    app.clock.forward(startsAt.getTime() - now.getTime())
    expect(await refusalOf(cancel(ann.browser, bookingId))).toMatchObject({
      status: 410,
      code: 'past_cutoff',
    })
    app.clock.forward(-3_600_000)
    await cancel(ann.browser, bookingId)
    expect(await refusalOf(cancel(ann.browser, bookingId))).toMatchObject({
      status: 409,
      code: 'already_cancelled',
    })
  })

  it('refunds once for one idempotency key', async () => {
    const ann = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    const args = { bookingId: bookings[0]?.id ?? 0, source: 'my-account' }
    const first = await ann.browser.send(api.bookings.cancel, args, { idempotencyKey: 'once' })
    expect(await ann.browser.send(api.bookings.cancel, args, { idempotencyKey: 'once' })).toEqual(first)
    expect(await creditBalance(ann.id)).toBe(845)
  })

  it('cancels several bookings or none', async () => {
    const ann = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId, later.publicId])
    const ids = bookings.map(({ id }) => id)
    const change = (bookingIds: number[], updateType = 'cancellation') =>
      ann.browser.send(api.bookings.change, {
        data: { cancellationSource: 'my-account', updateType: updateType as 'cancellation', bookingIds },
      })
    expect(await refusalOf(change(ids, 'move'))).toMatchObject({ status: 422, code: 'invalid' })
    expect((await refusalOf(change([...ids, 999_999]))).status).toBe(404)
    expect(await creditBalance(ann.id)).toBe(0)
    expect(await change(ids)).toMatchObject(
      ids.map((id) => ({ id, status: 'cancelled', refund: { raw: 845 } })),
    )
    expect(await refusalOf(change(ids))).toMatchObject({ code: 'already_cancelled' })
    expect(await creditBalance(ann.id)).toBe(1690)
    await driveAll()
    await auditBooks()
  })

  it('by staff is audited, and refunds the buyer', async () => {
    const ann = await customer()
    const desk = await customer({ role: 'staff' })
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    await cancel(desk.browser, bookings[0]?.id ?? 0)
    expect(await creditBalance(ann.id)).toBe(845)
    expect(await db.selectFrom('auditEntry').select(['act', 'forCustomerId']).execute()).toEqual([
      { act: 'booking cancelled', forCustomerId: ann.id },
    ])
  })

  it('offers the place to the next on the waitlist at once', async () => {
    const [ann, bo, stranger] = [await customer(), await customer(), await customer()]
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    await bo.browser.send(api.waitlists.join, { id: world.occurrence.publicId, data: { userId: bo.id } })
    await cancel(ann.browser, bookings[0]?.id ?? 0)
    const add = (browser: TestBrowser) =>
      browser.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    expect(await refusalOf(add(stranger.browser))).toMatchObject({ code: 'full' })
    expect((await add(bo.browser)).items).toHaveLength(1)
    await driveAll()
    await auditBooks()
  })
})
