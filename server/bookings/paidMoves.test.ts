import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import {
  aMovableClassWithAnn,
  beginMove,
  companyPayments,
  driveMoves,
  payForMove,
} from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { answerCard, cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  ;({ db, world, ann } = await aMovableClassWithAnn())
})

describe('a move to a dearer time that is paid', () => {
  it('holds the new place while the old one stays, and moves when the difference is paid', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const before = await world.orderOf(ann.browser, booking.orderId)
    const times = await ann.browser.send(api.moves.times, { bookingId: booking.id, date: '2027-03-04' })
    expect(times.canPay).toBe(true)
    const begun = await beginMove(ann.browser, booking.id, world.late)
    expect(begun).toMatchObject({
      status: 'held',
      surcharge: { raw: 100, formatted: '£1.00' },
      to: { startsAt: { format24Hour: '18:00' } },
      isAfterCutoff: false,
    })
    expect(begun.heldUntil).not.toBeNull()
    expect([await world.placesOf(world.ten), await world.placesOf(world.late)]).toEqual([1, 1])
    await world.audit()

    const { authorised, completed } = await payForMove(ann.browser, begun.id)
    expect(authorised).toMatchObject({ amount: 100, transactionStatus: 'authorised' })
    expect(completed).toMatchObject({ completeOrderId: booking.orderId, reference: before.reference })
    expect([await world.placesOf(world.ten), await world.placesOf(world.late)]).toEqual([0, 1])
    const after = await world.orderOf(ann.browser, booking.orderId)
    expect(after).toMatchObject({
      reference: before.reference,
      total: 945,
      taxTotal: (await world.bookingOf(booking.id)).tax,
      items: [{ price: { raw: 945 }, cartableResource: { startsAt: { format24Hour: '18:00' } } }],
      bookings: [{ id: booking.id, accessCode: booking.accessCode, price: '£9.45' }],
      payments: [
        { tenderType: 'card', amount: 845 },
        { tenderType: 'card', amount: 100 },
      ],
    })
    expect(await companyPayments(db)).toEqual(['captured 845', 'captured 100'])
    expect(await ann.browser.send(api.moves.payment, { moveId: begun.id })).toMatchObject({ status: 'moved' })
    await world.audit()

    await world.sendMails()
    const mail = await db
      .selectFrom('notice')
      .select(['subject', 'textBody'])
      .where('kind', '=', 'booking_moved')
      .executeTakeFirstOrThrow()
    expect(mail.textBody).toContain('You paid £1.00 by card')
  })

  it('is paid back from both payments when the booking is cancelled', async () => {
    await db.updateTable('operator').set({ refundsTo: 'card' }).execute()
    const booking = await world.buy(ann.browser, world.ten)
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, world.late)).id)
    const cancelled = await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    expect(cancelled.refund.raw).toBe(945)
    await driveMoves(world)
    expect(await companyPayments(db)).toEqual(['refunded 0', 'refunded 0'])
    expect((await world.orderOf(ann.browser, booking.orderId)).status).toBe('refunded')
    await world.audit()
  })

  it('is paid back where it moves to a cheaper time again', async () => {
    await db.updateTable('operator').set({ refundsTo: 'card' }).execute()
    const booking = await world.buy(ann.browser, world.ten)
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, world.late)).id)
    const back = await ann.browser.send(api.moves.move, {
      bookingId: booking.id,
      to: world.early.publicId,
      price: 695,
    })
    expect(back.refund.raw).toBe(250)
    await driveMoves(world)
    expect(await companyPayments(db)).toEqual(['captured 595', 'captured 100'])
    // And dearer again: what it cost less before is not lost from the sum of the order.
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, world.late)).id)
    expect(await world.orderOf(ann.browser, booking.orderId)).toMatchObject({
      total: 1195,
      items: [{ price: { raw: 1195 } }],
      bookings: [{ price: '£9.45' }],
    })
    await world.audit()
  })

  it.each([
    [cardEnding.challengedAndPassed, 'late'],
    [cardEnding.challengedAndFailed, 'ten'],
  ] as const)('waits for the answer of the bank: %s', async (card, where) => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    const { authorised } = await payForMove(ann.browser, id, card, { isCompleted: false })
    expect(authorised.transactionStatus).toBe('challenge')
    // The place is held for as long as the bank has.
    const { heldUntil } = await ann.browser.send(api.moves.payment, { moveId: id })
    expect(Date.parse(heldUntil ?? '') - world.app.clock.now().getTime()).toBe(30 * 60_000)
    expect(await answerCard(ann.browser, authorised)).toContain(`/move-booking/${id}"`)
    const done = world.complete(ann.browser, authorised.transactionUuid, id)
    if (where === 'late') await done
    else expect(await refusal(done)).toMatchObject({ code: 'payment_not_authorised' })
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world[where].id)
    await driveMoves(world)
    await world.audit()
  })

  it('completes without its payer, whose page is gone', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    world.app.clock.forward(61_000)
    await driveMoves(world)
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
    expect(await companyPayments(db)).toEqual(['captured 845', 'captured 100'])
    await world.audit()
  })

  it('is paid once by two calls at once, with one key or with two', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    const { authorised } = await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    const uuid = authorised.transactionUuid
    const done = await Promise.all([
      world.complete(ann.browser, uuid, id),
      world.complete(ann.browser, uuid, id),
    ])
    expect(done.map(({ completeOrderId }) => completeOrderId)).toEqual([booking.orderId, booking.orderId])
    expect(await companyPayments(db)).toEqual(['captured 845', 'captured 100'])
    await world.audit()
  })

  it('keeps the visit of a package that paid for the rest, and adds the payment to the receipt', async () => {
    const of = { operatorId: world.operatorId, customerId: ann.id, activityIds: [world.activity.id] }
    await aPackage(db, of, { totalUses: 2, boughtOn: '2027-02-01', expiresOn: '2027-12-31' })
    const booking = await world.buy(ann.browser, world.ten)
    // A visit covers the dearer time, too: nothing is to be paid there.
    expect(await refusal(beginMove(ann.browser, booking.id, world.late))).toMatchObject({
      code: 'price_changed',
    })
    // Past the end of the package the whole price is the difference.
    await db.updateTable('package').set({ expiresOn: '2027-03-04' }).execute()
    const begun = await beginMove(ann.browser, booking.id, world.friday, 845)
    expect(begun).toMatchObject({ surcharge: { raw: 845 } })
    expect((await db.selectFrom('packageUse').select('state').execute()).map(({ state }) => state)).toEqual([
      'used',
    ])
    await payForMove(ann.browser, begun.id)
    expect((await db.selectFrom('packageUse').select('state').execute()).map(({ state }) => state)).toEqual([
      'returned',
    ])
    const { payments, total } = await world.orderOf(ann.browser, booking.orderId)
    expect([total, payments.map(({ amount }) => amount)]).toEqual([845, [845]])
    await world.audit()
  })

  it('is paid with a saved card', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    await payForMove(ann.browser, id, cardEnding.accepted, { saveCard: true })
    const again = await world.buy(ann.browser, world.noon)
    const next = await world.classAt('20:00', undefined, { band: 'late' })
    const second = await beginMove(ann.browser, again.id, next)
    const what = { source: 'booking-move', moveId: second.id } as const
    const { savedCards, sessionKey } = await ann.browser.send(api.checkout.prepare, what)
    const savedCardId = String(savedCards[0]?.id)
    const paid = await ann.browser.send(api.checkout.authorise, { ...what, sessionKey, savedCardId })
    await world.complete(ann.browser, paid.transactionUuid, second.id)
    expect((await world.bookingOf(again.id)).occurrenceId).toBe(next.id)
    await world.audit()
  })

  it('works for a visitor, whose order shows the payment', async () => {
    const visitor = world.app.browser()
    const booking = await world.buy(visitor, world.ten)
    const begun = await visitor.send(api.moves.beginOfOrder, {
      completeOrderId: booking.orderId,
      bookingId: booking.id,
      to: world.late.publicId,
      price: 945,
    })
    const stranger = world.app.browser()
    expect(await refusal(stranger.send(api.moves.payment, { moveId: begun.id }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(payForMove(stranger, begun.id))).toMatchObject({ status: 404 })
    await payForMove(visitor, begun.id)
    expect(await world.orderOf(visitor, booking.orderId)).toMatchObject({
      total: 945,
      payments: [{ amount: 845 }, { amount: 100 }],
    })
    await visitor.send(api.bookings.cancelOfOrder, {
      completeOrderId: booking.orderId,
      bookingIds: [booking.id],
    })
    await driveMoves(world)
    expect(await companyPayments(db)).toEqual(['refunded 0', 'refunded 0'])
    await world.audit()
  })
})
