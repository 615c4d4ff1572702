import { beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { wrongWithUses } from '#test/support/allowances.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { refusalOf } from '#test/support/centre.ts'
import { wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'
import { cancelBookingsOfCancelledOccurrences } from './cancel.ts'
import { reconcileRefunds } from './refunds.ts'

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

const auditBooks = async () => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithCredit(db)).toEqual([])
  expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
  expect(await wrongWithWaitlists(db, app.clock.now())).toEqual([])
}

const statusOf = async (browser: TestBrowser, completeOrderId: number) =>
  (await browser.send(api.bookings.order, { completeOrderId })).status

describe('a session cancelled by the venue', () => {
  it('cancels its bookings, refunds to the source and notifies the buyer, once however often the job runs', async () => {
    const ann = await customer({ email: 'ann@example.test' })
    const { orderId, bookings } = await buy(ann.browser, [world.occurrence.publicId])
    const visitor = app.browser()
    const others = await buy(visitor, [later.publicId])
    // Checked in early.
    const { orderId: checkedIn } = others
    await db
      .updateTable('booking')
      .set({ status: 'attended', attendanceAt: now })
      .where('orderId', '=', checkedIn)
      .execute()
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    // So near the start that the customer would have to pay a fee.
    app.clock.forward(startsAt.getTime() - 60_000 - now.getTime())
    for (let times = 0; times < 3; times += 1) {
      await cancelBookingsOfCancelledOccurrences(db, app.clock.now())
    }
    await driveAll()
    const booking = await ann.browser.send(api.bookings.one, { bookingId: bookings[0]?.id ?? 0 })
    expect(booking).toMatchObject({
      status: 'cancelled_by_venue',
      refunds: [{ to: 'card', amount: 845, status: 'done' }],
    })
    expect(await statusOf(ann.browser, orderId)).toBe('refunded')
    expect(await statusOf(visitor, others.orderId)).toBe('refunded')
    expect(await db.selectFrom('demoCardRefund').select('amount').execute()).toHaveLength(2)

    const handlers = jobHandlers({
      db,
      clock: app.clock,
      log: quiet,
      services: { ...app.services, mail: null },
    })
    while ((await runDueJobs(db, handlers, app.clock.now(), quiet)) > 0);
    const sentNotices = await db
      .selectFrom('notice')
      .select(['id', 'kind', 'recipient', 'subject', 'textBody'])
      .where('kind', '=', 'booking_called_off')
      .orderBy('id')
      .execute()
    expect(sentNotices).toHaveLength(2)
    expect(sentNotices[0]).toMatchObject({
      recipient: 'ann@example.test',
      subject: 'Cancelled: yoga, Thu 4 Mar, 18:00',
    })
    expect(sentNotices[0]?.textBody).toContain('£8.45 refunded to the card you paid with')
    const calendar = await db
      .selectFrom('noticeAttachment')
      .select(['mediaType', 'content'])
      .where('noticeId', '=', sentNotices[0]?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(calendar.mediaType).toContain('method=CANCEL')
    const text = Buffer.from(calendar.content).toString()
    const { uuid } = await db
      .selectFrom('booking')
      .select('uuid')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    for (const line of ['METHOD:CANCEL', `UID:${uuid}@onside`, 'SEQUENCE:1', 'STATUS:CANCELLED']) {
      expect(text).toContain(line)
    }
    await auditBooks()
  })
})

describe('a session that the venue has called off, before the job has run', () => {
  const aMinuteBefore = () => app.clock.forward(startsAt.getTime() - 60_000 - app.clock.now().getTime())
  const callOff = () => db.updateTable('occurrence').set({ status: 'cancelled' }).execute()

  it('is refunded in full to the card when the customer cancels first', async () => {
    const ann = await customer({ email: 'ann@example.test' })
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    await callOff()
    aMinuteBefore()
    const again = app.browser()
    await again.logIn(ann.id)
    const bookingId = bookings[0]?.id ?? 0
    expect(await again.send(api.bookings.one, { bookingId })).toMatchObject({
      canBeMoved: false,
      cancellationCutoff: { isAfterCutoff: false, cutoffAction: null },
      cancellationRefund: { raw: 845, to: 'card' },
    })
    const cancelled = await again.send(api.bookings.cancel, { bookingId })
    expect(cancelled).toMatchObject({ status: 'cancelled', refund: { raw: 845, to: 'card' } })
    expect(await again.send(api.bookings.one, { bookingId })).toMatchObject({ status: 'cancelled_by_venue' })
    expect(await cancelBookingsOfCancelledOccurrences(db, app.clock.now())).toBe(0)
    await driveAll()
    expect(await db.selectFrom('demoCardRefund').select('amount').execute()).toEqual([{ amount: 845 }])
    await auditBooks()
  })

  it('is refunded in full to the card when staff cancel it', async () => {
    const ann = await customer()
    const { bookings } = await buy(ann.browser, [world.occurrence.publicId])
    await callOff()
    aMinuteBefore()
    const staff = await customer({ role: 'staff' })
    const cancelled = await staff.browser.send(api.bookings.cancelAtDesk, { bookingId: bookings[0]?.id ?? 0 })
    expect(cancelled).toMatchObject({ refund: { raw: 845, to: 'card' } })
    await driveAll()
    expect(await db.selectFrom('demoCardRefund').select('amount').execute()).toEqual([{ amount: 845 }])
    await auditBooks()
  })
})

describe('a booking paid by a visit or a benefit', () => {
  /** A free booking: a benefit or a visit pays for all of it. */
  const bookFree = async (browser: TestBrowser, id: string) => {
    const { total } = await browser.send(api.baskets.add, { items: [{ id }] })
    expect(total).toBe(0)
    const placed = await browser.send(api.checkout.complete, { termsAccepted: true })
    const order = await browser.send(api.bookings.order, placed)
    return order.bookings[0]?.id ?? 0
  }
  const cancel = (browser: TestBrowser, bookingId: number) => browser.send(api.bookings.cancel, { bookingId })
  const leftOf = async (id: number) =>
    (await db.selectFrom('package').select('usesLeft').where('id', '=', id).executeTakeFirstOrThrow())
      .usesLeft
  /** From the start back to just after the cutoff for free cancellation. */
  const toTooLate = () => app.clock.forward(startsAt.getTime() - 239 * 60_000 - app.clock.now().getTime())

  it('returns the visit of a package once, to be used again', async () => {
    const { id: customerId, browser } = await customer()
    const of = { operatorId: world.operator.id, customerId, activityIds: [world.activity.id] }
    const { id: packageId } = await aPackage(db, of, {
      totalUses: 2,
      boughtOn: '2027-02-01',
      expiresOn: '2027-12-31',
    })
    const bookingId = await bookFree(browser, world.occurrence.publicId)
    expect(await leftOf(packageId)).toBe(1)
    expect(await cancel(browser, bookingId)).toMatchObject({ refund: { raw: 0, to: 'package' } })
    expect(await leftOf(packageId)).toBe(2)
    expect(await refusalOf(cancel(browser, bookingId))).toMatchObject({ code: 'already_cancelled' })
    expect(await leftOf(packageId)).toBe(2)
    const [mine] = await browser.send(api.packages.mine, {})
    expect(mine).toMatchObject({ usesLeft: 2, usages: [] })
    await bookFree(browser, world.occurrence.publicId)
    expect(await leftOf(packageId)).toBe(1)
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
  })

  /** A visit of two has paid, and it is too late to cancel for a refund. */
  const bookByPackageTooLate = async () => {
    const { id: customerId, browser } = await customer()
    const of = { operatorId: world.operator.id, customerId, activityIds: [world.activity.id] }
    const { id: packageId } = await aPackage(db, of, {
      totalUses: 2,
      boughtOn: '2027-02-01',
      expiresOn: '2027-12-31',
    })
    const bookingId = await bookFree(browser, world.occurrence.publicId)
    toTooLate()
    return { customerId, packageId, bookingId }
  }

  it('does not return the visit when it is cancelled too late', async () => {
    const { customerId, packageId, bookingId } = await bookByPackageTooLate()
    const again = app.browser()
    await again.logIn(customerId)
    expect(await cancel(again, bookingId)).toMatchObject({ refund: { raw: 0, to: 'none' } })
    expect(await leftOf(packageId)).toBe(1)
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
  })

  it('returns the visit when a supervisor refunds it in full, however late', async () => {
    const { packageId, bookingId } = await bookByPackageTooLate()
    const supervisor = await customer({ role: 'staff', staffLevel: 'supervisor' })
    expect(
      await supervisor.browser.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full' }),
    ).toMatchObject({ refund: { raw: 0, to: 'package' } })
    expect(await leftOf(packageId)).toBe(2)
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
  })

  it('returns the visit of a package that has expired meanwhile in a package of its own, for thirty days', async () => {
    const { id: customerId, browser } = await customer()
    const of = { operatorId: world.operator.id, customerId, activityIds: [world.activity.id] }
    await aPackage(db, of, { totalUses: 2, boughtOn: '2027-02-01', expiresOn: '2027-03-04' })
    const bookingId = await bookFree(browser, world.occurrence.publicId)
    // Staff move the session to a day after the package has expired.
    await db
      .updateTable('occurrence')
      .set({
        startsAt: new Date('2027-03-20T18:00:00Z'),
        endsAt: new Date('2027-03-20T19:00:00Z'),
        localDate: '2027-03-20',
      })
      .where('id', '=', world.occurrence.id)
      .execute()
    app.clock.forward(new Date('2027-03-10T10:00:00Z').getTime() - app.clock.now().getTime())
    await browser.logIn(customerId)
    expect(await cancel(browser, bookingId)).toMatchObject({ refund: { raw: 0, to: 'package' } })
    const returned = await browser.send(api.packages.mine, {})
    expect(returned).toMatchObject([
      { status: 'active', totalUses: 1, usesLeft: 1, boughtOn: '2027-03-10', expiresOn: '2027-04-09' },
      { status: 'expired', usesLeft: 1, usages: [{ bookingId: null, name: 'Given back in a new package' }] },
    ])
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
  })

  it('returns the use of a benefit in time, so that the next booking of the week is free', async () => {
    const { id: customerId, browser } = await customer()
    const plan = await aPlan(db, world.venue, {
      benefits: [{ kind: 'free', allowance: 1, allowancePeriod: 'week', activityIds: [world.activity.id] }],
    })
    await aMembership(db, { plan, venue: world.venue, customerIds: [customerId] }, { startsOn: '2027-01-01' })
    const bookingId = await bookFree(browser, world.occurrence.publicId)
    // The one use of the week is spent.
    expect((await browser.send(api.baskets.add, { items: [{ id: later.publicId }] })).total).toBe(845)
    await browser.send(api.baskets.clear, {})
    await cancel(browser, bookingId)
    expect(await db.selectFrom('benefitUse').select('state').execute()).toEqual([{ state: 'returned' }])
    await bookFree(browser, later.publicId)
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
  })
  it('shows in the account how often it was used in its week', async () => {
    const { id: customerId, browser } = await customer()
    const plan = await aPlan(db, world.venue, {
      benefits: [{ kind: 'free', allowance: 3, allowancePeriod: 'week', activityIds: [world.activity.id] }],
    })
    await aMembership(db, { plan, venue: world.venue, customerIds: [customerId] }, { startsOn: '2027-01-01' })
    await bookFree(browser, world.occurrence.publicId)
    toTooLate()
    const again = app.browser()
    await again.logIn(customerId)
    const [membership] = await again.send(api.memberships.mine, {})
    expect(membership?.benefits[0]?.allowance).toEqual({
      uses: 3,
      period: 'week',
      used: [{ userId: customerId, uses: 1 }],
    })
  })
})
