import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { Tables } from '#server/platform/tables.ts'
import { transact } from '#server/platform/transact.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToCancel, now, startsAt } from '#test/support/cancellations.ts'
import type { ClassToCancel } from '#test/support/cancellations.ts'
import { refusalOf } from '#test/support/centre.ts'
import { someCredit } from '#test/support/credits.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { cancelBookingsOfCancelledOccurrences, findCallOffEffect } from './cancel.ts'
import { sumOfParts } from './rules.ts'
import { replaceSession } from './replace.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let shop: ClassToCancel

beforeEach(async () => {
  shop = await aClassToCancel()
})

describe('F10 G05: cancelling a booking', () => {
  it('promises the refund to the buyer, not to whoever takes part and cancels', async () => {
    const [ann, bea] = [await shop.customer(), await shop.customer()]
    const [booking] = (await shop.buy(ann.browser, [shop.occurrence.publicId])).bookings
    await shop.db.updateTable('booking').set({ personId: bea.id }).execute()
    const preview = (browser: TestBrowser) => browser.send(api.bookings.one, { bookingId: booking?.id ?? 0 })
    expect(await preview(ann.browser)).toMatchObject({
      isBuyer: true,
      awardsCredit: { message: 'You will get £8.45 as credit.' },
    })
    const ofBea = { isBuyer: false, awardsCredit: { canBeAwarded: false, message: '' } }
    expect(await preview(bea.browser)).toMatchObject(ofBea)
    expect(await bea.browser.send(api.bookings.mine, { filter: 'future' })).toMatchObject([ofBea])
    await shop.cancel(bea.browser, booking?.id ?? 0)
    expect([await shop.creditBalance(ann.id), await shop.creditBalance(bea.id)]).toEqual([845, 0])
  })

  it('with source=bookings refunds the quoted amount as credit, to the penny', async () => {
    const ann = await shop.customer()
    const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
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
    expect(await shop.creditBalance(ann.id)).toBe(845)
    expect(await shop.statusOf(ann.browser, orderId)).toBe('refunded')
    const after = await ann.browser.send(api.bookings.one, { bookingId: booking?.id ?? 0 })
    expect(after).toMatchObject({
      status: 'cancelled',
      canBeCancelled: false,
      refunds: [{ to: 'credit', amount: 845, formatted: '£8.45', status: 'done' }],
    })
    await shop.reconcileAll()
    await shop.auditBooks()
  })

  it('charges the quoted fee after the cutoff', async () => {
    const ann = await shop.customer()
    const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    shop.app.clock.forward(startsAt.getTime() - 239 * 60_000 - now.getTime())
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
    expect((await shop.cancel(ann.browser, bookingId)).refund.raw).toBe(545)
    expect(await shop.creditBalance(ann.id)).toBe(545)
    expect(await shop.statusOf(ann.browser, orderId)).toBe('partly_refunded')
    await shop.reconcileAll()
    await shop.auditBooks()
  })

  it('is refused after cancellation, after the start, and to other customers', async () => {
    const ann = await shop.customer()
    const bo = await shop.customer()
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    const bookingId = bookings[0]?.id ?? 0
    expect((await refusalOf(shop.cancel(shop.app.browser(), bookingId))).status).toBe(401)
    expect((await refusalOf(shop.cancel(bo.browser, bookingId))).status).toBe(404)
    expect((await refusalOf(shop.cancel(ann.browser, 999_999))).status).toBe(404)
    shop.app.clock.forward(startsAt.getTime() - now.getTime())
    expect(await refusalOf(shop.cancel(ann.browser, bookingId))).toMatchObject({
      status: 410,
      code: 'past_cutoff',
    })
    shop.app.clock.forward(-3_600_000)
    await shop.cancel(ann.browser, bookingId)
    expect(await refusalOf(shop.cancel(ann.browser, bookingId))).toMatchObject({
      status: 409,
      code: 'already_cancelled',
    })
  })

  it('of a family is one message, with what all get back', async () => {
    const ann = await shop.customer({ email: 'ann@example.test' })
    const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId, shop.later.publicId])
    const bookingIds = bookings.map(({ id }) => id)
    await ann.browser.send(api.bookings.cancelOfOrder, { completeOrderId: orderId, bookingIds })
    const mails = await sentMessages(shop.db, shop.app, 'booking_cancelled')
    expect(mails).toMatchObject([
      {
        recipient: 'ann@example.test',
        subject: expect.stringMatching(/^Cancelled: .+, Thu 4 Mar, 18:00, and 1 more$/) as string,
      },
    ])
    expect(mails[0]?.text).toContain("You've cancelled these bookings.")
    expect(mails[0]?.text).toContain('£16.90 refunded as credit.')
    expect(mails[0]?.text).toContain('Fri 5 March 2027')
  })

  it('refunds once for one idempotency key', async () => {
    const ann = await shop.customer()
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    const args = { bookingId: bookings[0]?.id ?? 0, source: 'my-account' }
    const first = await ann.browser.send(api.bookings.cancel, args, { idempotencyKey: 'once' })
    expect(await ann.browser.send(api.bookings.cancel, args, { idempotencyKey: 'once' })).toEqual(first)
    expect(await shop.creditBalance(ann.id)).toBe(845)
  })

  it('cancels several bookings or none', async () => {
    const ann = await shop.customer()
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId, shop.later.publicId])
    const ids = bookings.map(({ id }) => id)
    const change = (bookingIds: number[], updateType = 'cancellation') =>
      ann.browser.send(api.bookings.change, {
        data: { cancellationSource: 'my-account', updateType: updateType as 'cancellation', bookingIds },
      })
    expect(await refusalOf(change(ids, 'move'))).toMatchObject({ status: 422, code: 'invalid' })
    expect((await refusalOf(change([...ids, 999_999]))).status).toBe(404)
    expect(await shop.creditBalance(ann.id)).toBe(0)
    expect(await change(ids)).toMatchObject(
      ids.map((id) => ({ id, status: 'cancelled', refund: { raw: 845 } })),
    )
    expect(await refusalOf(change(ids))).toMatchObject({ code: 'already_cancelled' })
    expect(await shop.creditBalance(ann.id)).toBe(1690)
    await shop.reconcileAll()
    await shop.auditBooks()
  })

  it('by staff is audited, and refunds the buyer', async () => {
    const ann = await shop.customer()
    const desk = await shop.customer({ role: 'staff' })
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    await shop.cancel(desk.browser, bookings[0]?.id ?? 0)
    expect(await shop.creditBalance(ann.id)).toBe(845)
    expect(await shop.db.selectFrom('auditEntry').select(['act', 'forCustomerId']).execute()).toEqual([
      { act: 'booking cancelled', forCustomerId: ann.id },
    ])
  })

  it('by staff is audited, also where the buyer has no account', async () => {
    const desk = await shop.customer({ role: 'staff' })
    const { bookings } = await shop.buy(shop.app.browser(), [shop.occurrence.publicId])
    await shop.cancel(desk.browser, bookings[0]?.id ?? 0)
    expect(
      await shop.db.selectFrom('auditEntry').select(['actorId', 'act', 'forCustomerId']).execute(),
    ).toEqual([{ actorId: desk.id, act: 'booking cancelled', forCustomerId: null }])
  })

  it('offers the place to the next on the waitlist at once', async () => {
    const [ann, bo, stranger] = [await shop.customer(), await shop.customer(), await shop.customer()]
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    await bo.browser.send(api.waitlists.join, { id: shop.occurrence.publicId, data: { userId: bo.id } })
    await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
    const add = (browser: TestBrowser) =>
      browser.send(api.baskets.add, { items: [{ id: shop.occurrence.publicId }] })
    expect(await refusalOf(add(stranger.browser))).toMatchObject({ code: 'full' })
    expect((await add(bo.browser)).items).toHaveLength(1)
    await shop.reconcileAll()
    await shop.auditBooks()
  })

  it('of a session that the venue calls off says why in the mail, where a closure gives a reason', async () => {
    const { db, app, occurrence } = shop
    const { browser } = await shop.customer()
    await shop.buy(browser, [occurrence.publicId])
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    const { venueId, endsAt } = await db
      .selectFrom('occurrence')
      .select(['venueId', 'endsAt'])
      .where('id', '=', occurrence.id)
      .executeTakeFirstOrThrow()
    const closure = { venueId, locationId: null, startsAt, endsAt }
    await db
      .insertInto('closure')
      .values({ ...closure, reason: 'The boiler has failed.' })
      .execute()
    await cancelBookingsOfCancelledOccurrences(db, app.clock.now())
    const services = { ...app.services, mail: null }
    await runDueJobs(db, jobHandlers({ db, clock: app.clock, log: quiet, services }), app.clock.now(), quiet)
    const { textBody } = await db
      .selectFrom('notice')
      .select('textBody')
      .where('kind', '=', 'booking_called_off')
      .executeTakeFirstOrThrow()
    expect(textBody).toContain('The reason: The boiler has failed.')
  })

  it('of a session that the venue calls off is not kept up by an order that cannot be refunded', async () => {
    const { db, app, occurrence } = shop
    await db.updateTable('occurrence').set({ capacity: 2 }).where('id', '=', occurrence.id).execute()
    const ids: number[] = []
    for (let buyers = 0; buyers < 2; buyers += 1) {
      const { browser } = await shop.customer()
      const { bookings } = await shop.buy(browser, [occurrence.publicId])
      ids.push(bookings[0]?.id ?? 0)
    }
    const [stuck = 0, next = 0] = ids
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    await sql`alter table booking add constraint stuck check (id <> ${sql.lit(stuck)} or status = 'booked')`.execute(
      db,
    )
    onTestFinished(async () => {
      await sql`alter table booking drop constraint stuck`.execute(db)
    })
    await expect(cancelBookingsOfCancelledOccurrences(db, app.clock.now())).rejects.toThrow('1 of 2 failed')
    expect(await db.selectFrom('booking').select(['id', 'status']).orderBy('id').execute()).toEqual([
      { id: stuck, status: 'booked' },
      { id: next, status: 'cancelled_by_venue' },
    ])
  })

  it('leaves a booking alone that has moved to another session since the job found it', async () => {
    const { db, app, occurrence, later } = shop
    const { browser } = await shop.customer()
    const { bookings } = await shop.buy(browser, [occurrence.publicId])
    const bookingId = bookings[0]?.id ?? 0
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    const replace = async () => {
      const to = { bookingId, sessionId: later.id }
      expect(await transact(db, (tx) => replaceSession(tx, operatorMessages(), to, '£', now))).toBe('ok')
    }
    const found = new Proxy(db, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'transaction')
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        const run = (work: (tx: Transaction<Tables>) => Promise<unknown>) =>
          replace().then(() => target.transaction().execute(work))
        return () => ({ execute: run })
      },
    })
    expect(await cancelBookingsOfCancelledOccurrences(found, app.clock.now())).toBe(0)
    expect(await db.selectFrom('booking').select(['status', 'occurrenceId']).execute()).toEqual([
      { status: 'booked', occurrenceId: later.id },
    ])
    expect(await db.selectFrom('refund').select('amount').execute()).toEqual([])
    await shop.auditBooks()
  })

  it('has the same effect before the job refunds the bookings and afterwards', async () => {
    const { db, app, occurrence } = shop
    const { browser } = await shop.customer()
    const { bookings } = await shop.buy(browser, [occurrence.publicId])
    const ids = bookings.map(({ id }) => id)
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    const effect = async () => {
      const found = await transact(db, (tx) => findCallOffEffect(tx, [occurrence.id], app.clock.now(), ids))
      const { reversals, reach } = found
      return { reach, refunds: reversals.map(({ id, parts }) => [id, sumOfParts(parts)]) }
    }
    const before = await effect()
    expect(before).toEqual({ reach: { emailed: 1, byPartner: 0, toRing: 0 }, refunds: [[ids[0], 845]] })
    expect(await cancelBookingsOfCancelledOccurrences(db, app.clock.now())).toBe(1)
    expect(await effect()).toEqual(before)
  })

  it('refunds people whom the venue calls off after they have checked in, but not who took part', async () => {
    const { db, app, occurrence } = shop
    await db.updateTable('occurrence').set({ capacity: 2 }).where('id', '=', occurrence.id).execute()
    const checkIn = async (minutesAfterStart: number) => {
      const { browser } = await shop.customer()
      const { bookings } = await shop.buy(browser, [occurrence.publicId])
      const attendanceAt = new Date(startsAt.getTime() + minutesAfterStart * 60_000)
      await db
        .updateTable('booking')
        .set({ status: 'attended', attendanceAt })
        .where('id', '=', bookings[0]?.id ?? 0)
        .execute()
    }
    await checkIn(-40)
    await checkIn(5)
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    expect(await cancelBookingsOfCancelledOccurrences(db, app.clock.now())).toBe(1)
    expect(await cancelBookingsOfCancelledOccurrences(db, app.clock.now())).toBe(0)
    expect(await db.selectFrom('booking').select('status').orderBy('id').execute()).toEqual([
      { status: 'cancelled_by_venue' },
      { status: 'attended' },
    ])
    expect(await db.selectFrom('refund').select(['destination', 'amount']).execute()).toEqual([
      { destination: 'card', amount: 845 },
    ])
    await shop.reconcileAll()
    await shop.auditBooks()
  })

  it('refunds at the desk what the venue calls off after the buyer has closed their account', async () => {
    const { db, app, operator, occurrence } = shop
    await db.updateTable('occurrence').set({ capacity: 3 }).where('id', '=', occurrence.id).execute()
    const [ann, bea, cat] = [await shop.customer(), await shop.customer(), await shop.customer()]
    const expired = { operatorId: operator.id, customerId: bea.id, amount: 845, expiresOn: '2027-03-04' }
    await someCredit(db, expired, now)
    const desk = app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, operator.id)).id)
    const order = {
      selectedUserId: ann.id,
      source: 'front-of-house' as const,
      printReceipt: false,
      terms: [],
    }
    await desk.send(api.baskets.add, { items: [{ id: occurrence.id }], selectedUserId: ann.id })
    await desk.send(api.checkout.payAtDesk, { ...order, payments: [{ tenderType: 'cash', amount: 845 }] })
    await bea.browser.send(api.baskets.add, { items: [{ id: occurrence.publicId }] })
    await bea.browser.send(api.credits.apply, { creditsToReserve: [{ amount: 845, type: 'general' }] })
    await bea.browser.send(api.checkout.complete, { termsAccepted: true })
    await shop.buy(cat.browser, [occurrence.publicId])
    app.clock.set(new Date('2027-03-05T09:00:00Z'))
    await db
      .updateTable('customer')
      .set({ closedAt: app.clock.now(), email: '', phone: '', passwordHash: null, dateOfBirth: null })
      .where('id', 'in', [ann.id, bea.id])
      .execute()
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrence.id).execute()
    expect(await cancelBookingsOfCancelledOccurrences(db, app.clock.now())).toBe(3)
    const refunds = db.selectFrom('refund').select(['destination', 'amount', 'status']).orderBy('id')
    expect(await refunds.execute()).toEqual([
      { destination: 'desk', amount: 845, status: 'due' },
      { destination: 'desk', amount: 845, status: 'due' },
      { destination: 'card', amount: 845, status: 'due' },
    ])
    await shop.reconcileAll()
    await shop.auditBooks()
  })
})
