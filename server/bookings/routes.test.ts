import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-04T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 845 })
  await db
    .updateTable('activity')
    .set({ printReceipt: true, vatRate: 2000, freeCancelMinutes: 240, lateCancelFee: 300 })
    .execute()
  await db.updateTable('venue').set({ venueType: 'Leisure Centre' }).execute()
})

type Item = Parameters<typeof placeFor>[1][number]

const placeFor = async (
  browser: TestBrowser,
  items: { id: string | number; ticketId?: string; quantity?: number }[],
) => {
  await browser.send(api.baskets.add, { items })
  const { transactionUuid } = await authorise(browser)
  return complete(browser, transactionUuid)
}

const place = async (browser: TestBrowser, ...items: Item[]) =>
  placeFor(browser, items.length === 0 ? [{ id: world.occurrence.publicId }] : items)

describe('an order', () => {
  it('E14: lists what was booked, for whom, when and where', async () => {
    const browser = app.browser()
    const placed = await place(browser)
    const order = await browser.send(api.bookings.order, placed)
    expect(order).toMatchObject({
      id: placed.completeOrderId,
      completeOrderId: placed.completeOrderId,
      uuid: placed.orderUuid,
      reference: placed.reference,
      status: 'confirmed',
      placedAt: '2027-02-28T10:00:00Z',
      email: 'ann@example.test',
      total: 845,
      formattedTotal: '£8.45',
      taxTotal: 141,
      subTotal: 704,
      itemCount: 1,
      payments: [{ tenderType: 'card', type: null, amount: 845, formattedAmount: '£8.45' }],
      enablePrintReceipt: true,
    })
    expect(order.items).toEqual([
      expect.objectContaining({
        name: 'yoga - Thu 4 Mar - 18:00',
        heldUntil: null,
        price: expect.objectContaining({ raw: 845 }) as unknown,
      }),
    ])
    expect(order.bookings).toEqual([
      {
        id: expect.any(Number) as number,
        bookingExpiresAt: expect.objectContaining({ raw: '2100-01-01' }) as unknown,
        canBeCancelled: true,
        canBeMoved: true,
        status: 'booked',
        cancellationCutoff: {
          isAfterCutoff: false,
          cutoffAction: null,
          cutoffMessage: null,
          cutoffAt: '2027-03-04T14:00:00Z',
        },
        cancellationRefund: {
          raw: 845,
          currency: '8.45',
          formatted: '£8.45',
          to: 'card',
          parts: [{ to: 'card', amount: 845, formatted: '£8.45' }],
        },
        fullRefund: { raw: 845, currency: '8.45', formatted: '£8.45' },
        refundable: {
          raw: 845,
          currency: '8.45',
          formatted: '£8.45',
          parts: [{ to: 'card', amount: 845, formatted: '£8.45' }],
        },
        isBuyer: true,
        attended: false,
        awardsCredit: { canBeAwarded: false, message: '' },
        refunds: [],
        item: {
          id: world.occurrence.publicId,
          compositeKey: expect.any(String) as string,
          date: expect.objectContaining({ raw: '2027-03-04', difference: '4 days from now' }) as unknown,
          startsAt: { format12Hour: '6:00pm', format24Hour: '18:00' },
          endsAt: { format12Hour: '7:00pm', format24Hour: '19:00' },
          duration: '60min',
          location: expect.objectContaining({ name: 'Studio 1', type: 'resource' }) as unknown,
        },
        category: 'Yoga',
        categorySlug: 'yoga',
        venue: 'Demo Centre',
        venueType: 'Leisure Centre',
        venueName: 'Demo Centre',
        venueSlug: 'demo-centre',
        simpleName: 'yoga',
        price: '£8.45',
        date: 'Thu 04 March 2027',
        proofOfAge: false,
        time: '18:00 - 19:00 (60min)',
        description: '',
        order: 0,
        orderId: placed.completeOrderId,
        activityId: world.occurrence.id,
        bookedFor: { userId: null, firstName: 'Ann', lastName: 'Example' },
        accessCode: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/) as string,
      },
    ])
  })

  it('keeps the form of id that it was booked with, and the sum of several lines', async () => {
    const swim = await anActivity(db, world.venue.id, { kind: 'tickets', slug: 'swim', name: 'Swim' })
    const adult = await aTicketType(db, swim.id, { slug: 'adult', name: 'Adult', price: 300, maxQuantity: 8 })
    const pool = await aLocation(db, world.venue.id)
    const session = await anOccurrence(
      db,
      { activity: swim, locationId: pool.id, startsAt },
      { capacity: 20 },
    )
    const browser = app.browser()
    const placed = await place(
      browser,
      { id: world.occurrence.id },
      { id: session.publicId, ticketId: adult.publicId, quantity: 2 },
    )
    const order = await browser.send(api.bookings.order, placed)
    expect(order).toMatchObject({ total: 1445, itemCount: 2 })
    expect(
      order.bookings.map(({ item, simpleName, price, order: at }) => [item.id, simpleName, price, at]),
    ).toEqual([
      [world.occurrence.id, 'yoga', '£8.45', 0],
      [session.publicId, 'swim, Adult', '£6.00', 1],
    ])
  })

  it('A09: is visible to its owner only', async () => {
    const [visitor, customer, staff] = [app.browser(), app.browser(), app.browser()]
    const ofVisitor = await place(visitor)
    await customer.logIn((await aCustomer(db, world.operator.id)).id)
    const ofCustomer = await place(customer)
    await staff.logIn((await aCustomer(db, world.operator.id, { role: 'staff' })).id)
    const stranger = app.browser()
    for (const [owner, placed] of [
      [visitor, ofVisitor],
      [customer, ofCustomer],
    ] as const) {
      expect(await owner.send(api.bookings.order, placed)).toMatchObject({ id: placed.completeOrderId })
      expect(await staff.send(api.bookings.order, placed)).toMatchObject({ id: placed.completeOrderId })
      const other = owner === visitor ? customer : visitor
      for (const asker of [other, stranger]) {
        expect(await refusal(asker.send(api.bookings.order, placed))).toMatchObject({
          status: 404,
          code: 'not_found',
        })
        for (const file of ['calendar', 'receipt']) {
          expect((await asker.fetch(`/api/activities/orders/${placed.completeOrderId}/${file}`)).status).toBe(
            404,
          )
        }
      }
    }
    const byHeader = app.browser({ headers: { 'Cart-Uuid': ofVisitor.orderUuid } })
    expect(await byHeader.send(api.bookings.order, ofVisitor)).toMatchObject({
      id: ofVisitor.completeOrderId,
    })
    expect(await refusal(byHeader.send(api.bookings.order, ofCustomer))).toMatchObject({ status: 404 })
  })
})

describe('E14: files of an order', () => {
  it('include a calendar file', async () => {
    const browser = app.browser()
    const { completeOrderId, reference } = await place(browser)
    const answer = await browser.fetch(`/api/activities/orders/${completeOrderId}/calendar`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/calendar/)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${reference}.ics"`)
    const text = await answer.text()
    expect(text).toContain('BEGIN:VTIMEZONE')
    expect(text).toContain('DTSTART;TZID=Europe/London:20270304T180000')
  })

  it('include a calendar of their own bookings for people who take part', async () => {
    const [buyer, partner] = [app.browser(), app.browser()]
    await buyer.logIn((await aCustomer(db, world.operator.id)).id)
    const { completeOrderId } = await place(buyer)
    const attendee = await aCustomer(db, world.operator.id)
    await partner.logIn(attendee.id)
    const address = `/api/activities/orders/${completeOrderId}/calendar`
    expect((await partner.fetch(address)).status).toBe(404)
    await db.updateTable('booking').set({ personId: attendee.id }).execute()
    expect(await (await partner.fetch(address)).text()).toContain('BEGIN:VEVENT')
    expect((await partner.fetch(address.replace('calendar', 'receipt'))).status).toBe(404)
  })

  it('include a receipt of what was paid', async () => {
    const browser = app.browser()
    const { completeOrderId } = await place(browser)
    const answer = await browser.fetch(`/api/activities/orders/${completeOrderId}/receipt`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('include no receipt where nothing was paid, unless the activity always comes with one', async () => {
    const browser = app.browser()
    const placed = await place(browser)
    await db.updateTable('customerOrder').set({ total: 0 }).execute()
    expect(await browser.send(api.bookings.order, placed)).toMatchObject({ enablePrintReceipt: true })
    await db.updateTable('customerOrder').set({ items: '[]' }).execute()
    expect(await browser.send(api.bookings.order, placed)).toMatchObject({ enablePrintReceipt: false })
    expect((await browser.fetch(`/api/activities/orders/${placed.completeOrderId}/receipt`)).status).toBe(404)
  })

  it.each(['0', 'x', '999999999999'])('order %s has none', async (id) => {
    expect((await app.browser().fetch(`/api/activities/orders/${id}/calendar`)).status).toBe(404)
  })

  it('answer GET only', async () => {
    expect(
      (await app.browser().fetch('/api/activities/orders/1/calendar', { method: 'DELETE' })).status,
    ).toBe(405)
  })
})

describe('bookings of a customer', () => {
  it('are the upcoming ones by default', async () => {
    const browser = app.browser()
    await browser.logIn((await aCustomer(db, world.operator.id)).id)
    await place(browser)
    const orders = async (filter?: 'future' | 'past' | 'all') =>
      (await browser.send(api.bookings.mine, filter === undefined ? {} : { filter })).map(
        (one) => one.activityId,
      )
    expect(await orders()).toEqual([world.occurrence.id])
    expect(await orders('past')).toEqual([])
    app.clock.set(new Date('2027-03-04T19:00:00Z'))
    expect(await orders('future')).toEqual([])
    expect(await orders('past')).toEqual([world.occurrence.id])
    expect(await orders('all')).toEqual([world.occurrence.id])
  })

  it('are the first so many of them with a limit: the next to come, or the latest', async () => {
    const browser = app.browser()
    await browser.logIn((await aCustomer(db, world.operator.id)).id)
    const later = await anOccurrence(db, {
      activity: world.activity,
      locationId: world.studio.id,
      startsAt: new Date(startsAt.getTime() + 2 * 3_600_000),
    })
    await place(browser, { id: world.occurrence.publicId })
    await place(browser, { id: later.publicId })
    const first = async (filter: 'future' | 'past') =>
      (await browser.send(api.bookings.mine, { filter, limit: 1 })).map((one) => one.activityId)
    expect(await first('future')).toEqual([world.occurrence.id])
    app.clock.set(new Date('2027-03-06T19:00:00Z'))
    expect(await first('past')).toEqual([later.id])
    const nothing = await browser.fetch('/api/my-account/bookings?limit=0')
    expect(nothing.status).toBe(422)
  })

  it('can be read by id, and are not_found for other customers', async () => {
    const [browser, stranger, staff] = [app.browser(), app.browser(), app.browser()]
    await browser.logIn((await aCustomer(db, world.operator.id, { firstName: 'Ann' })).id)
    await stranger.logIn((await aCustomer(db, world.operator.id)).id)
    await staff.logIn((await aCustomer(db, world.operator.id, { role: 'staff' })).id)
    await place(browser)
    const bookingId = (await browser.send(api.bookings.mine, {}))[0]?.id ?? 0
    expect(await browser.send(api.bookings.one, { bookingId })).toMatchObject({
      id: bookingId,
      bookedFor: { firstName: 'Ann' },
    })
    expect(await staff.send(api.bookings.one, { bookingId })).toMatchObject({ id: bookingId })
    expect(await refusal(stranger.send(api.bookings.one, { bookingId }))).toMatchObject({ status: 404 })
    expect(await refusal(browser.send(api.bookings.one, { bookingId: bookingId + 1 }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(app.browser().send(api.bookings.one, { bookingId }))).toMatchObject({ status: 401 })
  })
})
