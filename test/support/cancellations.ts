import { expect } from 'vitest'
import { reconcileRefunds } from '#server/bookings/refunds.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { creditOf } from '#server/credits/balance.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { authorise, complete } from './buying.ts'
import { wrongWithCredit } from './credits.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { wrongWithMoney } from './money.ts'
import { wrongWithPlaces } from './places.ts'
import { wrongWithWaitlists } from './waitlists.ts'

export const now = new Date('2027-02-28T10:00:00Z')
export const startsAt = new Date('2027-03-04T18:00:00Z')

export const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
}

/** A class with one place and a later one with ten, cancelled free of charge until four hours before, then for £3.00. */
export const aClassToCancel = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now })
  const world = await aBookableClass(db, { startsAt, price: 845, capacity: 1 })
  const later = await anOccurrence(
    db,
    { activity: world.activity, locationId: world.studio.id, startsAt: new Date('2027-03-05T18:00:00Z') },
    { capacity: 10 },
  )
  await db.updateTable('activity').set({ freeCancelMinutes: 240, lateCancelFee: 300 }).execute()

  return {
    ...world,
    db,
    app,
    later,
    customer: async (more: Parameters<typeof aCustomer>[2] = {}) => {
      const { id } = await aCustomer(db, world.operator.id, more)
      const browser = app.browser()
      await browser.logIn(id)
      return { id, browser }
    },
    /** Refunds of customers go back to the card. */
    refundToCards: () => db.updateTable('operator').set({ refundsTo: 'card' }).execute(),
    /** Buys these by card (and credit reserved before), as the checkout page does. */
    buy: async (browser: TestBrowser, ids: readonly string[], credit = 0) => {
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
    },
    /** Captures and refunds until none is due. */
    reconcileAll: async () => {
      const services = { db, cards: app.services.cards.provider, log: quiet }
      for (let turns = 0; turns < 5; turns += 1) {
        await reconcilePayments(services, app.clock.now())
        await reconcileRefunds(services, app.clock.now())
        app.clock.forward(60_000)
      }
    },
    cancel: (browser: TestBrowser, bookingId: number) =>
      browser.send(api.bookings.cancel, { bookingId, source: 'bookings' }),
    creditBalance: async (id: number) => (await creditOf(db, id, app.clock.now())).general.balance,
    /** The books of money, credit, places and waitlists all agree. */
    auditBooks: async () => {
      expect(await wrongWithMoney(db)).toEqual([])
      expect(await wrongWithCredit(db)).toEqual([])
      expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
      expect(await wrongWithWaitlists(db, app.clock.now())).toEqual([])
    },
    /** Capture times, the status of refunds, and the number of refunds at the provider. */
    refundState: async () => ({
      captured: (await db.selectFrom('paymentTransaction').select('capturedAt').execute()).map(
        ({ capturedAt }) => capturedAt,
      ),
      refunds: (await db.selectFrom('refund').select('status').execute()).map(({ status }) => status),
      given: (await db.selectFrom('demoCardRefund').select('amount').execute()).length,
    }),
    statusOf: async (browser: TestBrowser, completeOrderId: number) =>
      (await browser.send(api.bookings.order, { completeOrderId })).status,
  }
}

export type ClassToCancel = Awaited<ReturnType<typeof aClassToCancel>>
