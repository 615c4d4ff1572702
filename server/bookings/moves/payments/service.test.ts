import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancellation/service.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { on } from '#test/support/centre.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aMovableClass, beginMove, driveMoves, move, payForMove } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { answerCard, cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  world = await aMovableClass(db)
  ann = await world.customer({ email: 'ann@example.test' })
})

const orderOf = (browser: TestBrowser, completeOrderId: number) =>
  browser.send(api.bookings.order, { completeOrderId })
const bookingOf = (id: number) =>
  db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** What the company has of each payment, in the order in which they began. */
const company = async () => {
  const payments = await db
    .selectFrom('paymentTransaction as t')
    .innerJoin('demoCardPayment as d', 'd.reference', 't.providerReference')
    .select(['d.state', 'd.captured', 'd.refunded'])
    .orderBy('t.id')
    .execute()
  return payments.map(({ state, captured, refunded }) => `${state} ${captured - refunded}`)
}

describe('a move to a dearer time', () => {
  it('holds the new place while the old one stays, and moves when the difference is paid', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const before = await orderOf(ann.browser, booking.orderId)
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
    const after = await orderOf(ann.browser, booking.orderId)
    expect(after).toMatchObject({
      reference: before.reference,
      total: 945,
      taxTotal: (await bookingOf(booking.id)).tax,
      items: [{ price: { raw: 945 }, cartableResource: { startsAt: { format24Hour: '18:00' } } }],
      bookings: [{ id: booking.id, accessCode: booking.accessCode, price: '£9.45' }],
      payments: [
        { tenderType: 'card', amount: 845 },
        { tenderType: 'card', amount: 100 },
      ],
    })
    expect(await company()).toEqual(['captured 845', 'captured 100'])
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
    expect(await company()).toEqual(['refunded 0', 'refunded 0'])
    expect((await orderOf(ann.browser, booking.orderId)).status).toBe('refunded')
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
    expect(await company()).toEqual(['captured 595', 'captured 100'])
    // And dearer again: what it cost less before is not lost from the sum of the order.
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, world.late)).id)
    expect(await orderOf(ann.browser, booking.orderId)).toMatchObject({
      total: 1195,
      items: [{ price: { raw: 1195 } }],
      bookings: [{ price: '£9.45' }],
    })
    await world.audit()
  })

  it('stays where it is when the card is declined, and can be paid with another', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    expect(await refusal(payForMove(ann.browser, id, cardEnding.declined))).toMatchObject({
      code: 'card_declined',
      status: 402,
    })
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world.ten.id)
    await payForMove(ann.browser, id)
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
    expect(await company()).toEqual(['captured 845', 'declined 0', 'captured 100'])
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
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world[where].id)
    await driveMoves(world)
    await world.audit()
  })

  it('completes without its payer, whose page is gone', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    world.app.clock.forward(61_000)
    await driveMoves(world)
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
    expect(await company()).toEqual(['captured 845', 'captured 100'])
    await world.audit()
  })

  it('is not paid when the hold has run out, and is begun anew', async () => {
    const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, last)
    world.app.clock.forward(3_600_000)
    await ann.browser.logIn(ann.id)
    expect(await ann.browser.send(api.moves.payment, { moveId: id })).toMatchObject({ heldUntil: null })
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({ code: 'basket_changed' })
    const bob = await world.customer()
    const rival = await world.buy(bob.browser, world.ten)
    const theirs = await beginMove(bob.browser, rival.id, last)
    expect(await refusal(beginMove(ann.browser, booking.id, last))).toMatchObject({ code: 'held' })
    await bob.browser.send(api.moves.abandon, { moveId: theirs.id })
    const again = await beginMove(ann.browser, booking.id, last)
    expect(again.id).not.toBe(id)
    await payForMove(ann.browser, again.id)
    await world.audit()
  })

  it('lets the money go when the place is lost while the bank decides', async () => {
    const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, last)
    const { authorised } = await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    world.app.clock.forward(31 * 60_000)
    const visitor = world.app.browser()
    await world.add(visitor, last)
    await ann.browser.logIn(ann.id)
    expect(await refusal(world.complete(ann.browser, authorised.transactionUuid, id))).toMatchObject({
      code: 'place_lost',
      message: "Your booking hasn't moved, and we haven't charged your card.",
      validationMessages: { items: [expect.stringContaining('last place')] },
    })
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world.ten.id)
    expect(await company()).toEqual(['captured 845', 'voided 0'])
    await world.sendMails()
    const mail = await db
      .selectFrom('notice')
      .select(['subject', 'textBody'])
      .where('kind', '=', 'payment_voided')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toContain("Your booking hasn't moved: ")
    expect(mail.textBody).toContain('Your booking is still at its old time.')
    await world.audit()
  })

  it('gives the new place back at once when the booking is cancelled', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    expect([await world.placesOf(world.ten), await world.placesOf(world.late)]).toEqual([0, 0])
    expect(await ann.browser.send(api.moves.payment, { moveId: id })).toMatchObject({
      status: 'ended',
      heldUntil: null,
      booking: { status: 'cancelled' },
    })
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({ code: 'basket_empty' })
    await world.audit()
  })

  const changed = 'Your booking has changed since you chose this time.'
  it.each([
    [
      'the booking is cancelled',
      changed,
      async (booking: { id: number }) => {
        await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
      },
    ],
    [
      'the booking moves elsewhere',
      changed,
      async (booking: { id: number }) => {
        await ann.browser.send(api.moves.move, { bookingId: booking.id, to: world.noon.publicId, price: 845 })
      },
    ],
    [
      'the venue calls the new session off',
      'The venue has cancelled the new time.',
      async () => {
        await db
          .updateTable('occurrence')
          .set({ status: 'cancelled' })
          .where('id', '=', world.late.id)
          .execute()
        await cancelBookingsOfCancelledOccurrences(db, world.app.clock.now())
      },
    ],
    [
      'the venue changes the new time',
      'The venue has changed the new time since you chose it.',
      async () => {
        await db
          .updateTable('occurrence')
          .set({ startsAt: on('18:30'), endsAt: on('19:30') })
          .where('id', '=', world.late.id)
          .execute()
      },
    ],
    [
      'the price changes',
      'The price of the new time has changed since you chose it.',
      async () => {
        await db.updateTable('pricingOption').set({ price: 995 }).where('band', '=', 'late').execute()
      },
    ],
  ])('lets the money go and says why when, during the payment, %s', async (_, why, change) => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    const { authorised } = await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    await change(booking)
    expect(await refusal(world.complete(ann.browser, authorised.transactionUuid, id))).toMatchObject({
      code: 'place_lost',
      message: "Your booking hasn't moved, and we haven't charged your card.",
    })
    await driveMoves(world)
    expect((await company()).at(-1)).toBe('voided 0')
    await world.sendMails()
    const { textBody } = await db
      .selectFrom('notice')
      .select('textBody')
      .where('kind', '=', 'payment_voided')
      .executeTakeFirstOrThrow()
    expect(textBody).toContain(why)
    // A cancelled booking is at no time, and one that moved is at another.
    if (why === changed) expect(textBody).not.toContain('still at its old time')
    else expect(textBody).toContain('still at its old time')
    expect((await orderOf(ann.browser, booking.orderId)).payments).toHaveLength(1)
    await world.audit()
  })

  it('authorises no card at another price than the one on the page', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    expect(await refusal(beginMove(ann.browser, booking.id, world.late, 935))).toMatchObject({
      code: 'price_changed',
      message: expect.stringContaining('£9.45') as string,
    })
    expect(await refusal(beginMove(ann.browser, booking.id, world.noon, 845))).toMatchObject({
      code: 'price_changed',
    })
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    await db.updateTable('pricingOption').set({ price: 995 }).where('band', '=', 'late').execute()
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({
      code: 'basket_changed',
      message: 'The price of the new time has changed since you chose it.',
    })
    expect(await company()).toEqual(['captured 845'])
    await world.audit()
  })

  it('holds one place of a booking at a time, and answers the same choice again', async () => {
    const evening = await world.classAt('18:30', undefined, { band: 'late' })
    const booking = await world.buy(ann.browser, world.ten)
    const first = await beginMove(ann.browser, booking.id, world.late)
    expect((await beginMove(ann.browser, booking.id, world.late)).id).toBe(first.id)
    const key = 'one-key-for-both'
    const args = { bookingId: booking.id, to: evening.publicId, price: 945 }
    const second = await ann.browser.send(api.moves.begin, args, { idempotencyKey: key })
    expect((await ann.browser.send(api.moves.begin, args, { idempotencyKey: key })).id).toBe(second.id)
    expect(second.id).not.toBe(first.id)
    expect([await world.placesOf(world.late), await world.placesOf(evening)]).toEqual([0, 1])
    expect(await refusal(payForMove(ann.browser, first.id))).toMatchObject({ code: 'basket_empty' })
    expect(await ann.browser.send(api.moves.abandon, { moveId: second.id })).toMatchObject({
      status: 'ended',
    })
    expect(await world.placesOf(evening)).toBe(0)
    await world.audit()
  })

  it('chooses anew while the bank waits for an answer, but not while it decides', async () => {
    const evening = await world.classAt('18:30', undefined, { band: 'late' })
    const booking = await world.buy(ann.browser, world.ten)
    const first = await beginMove(ann.browser, booking.id, world.late)
    await payForMove(ann.browser, first.id, cardEnding.challengedAndPassed, { isCompleted: false })
    const second = await beginMove(ann.browser, booking.id, evening)
    await payForMove(ann.browser, second.id, cardEnding.pending, { isCompleted: false })
    expect(await refusal(beginMove(ann.browser, booking.id, world.late))).toMatchObject({
      code: 'busy',
      message: expect.stringContaining('A payment for moving this booking') as string,
    })
    expect(await refusal(ann.browser.send(api.moves.abandon, { moveId: second.id }))).toMatchObject({
      code: 'busy',
    })
    await driveMoves(world)
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
    expect(await company()).toEqual(['captured 845', 'captured 100'])
    await world.audit()
  })

  it('may overlap the old time, and takes what is on offer there', async () => {
    const overlapping = await world.classAt('10:30', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, overlapping)).id)
    expect((await bookingOf(booking.id)).occurrenceId).toBe(overlapping.id)
    await world.audit()
  })

  it('holds the places that its tickets were sold with, also where they have others by now', async () => {
    const { activity, family, adult, sessions, sessionAt } = await world.swim()
    const evening = await sessionAt('18:00')
    const late = { band: 'late', slug: 'late' }
    await aPricingOption(db, activity.id, { ...late, price: 1600, ticketTypeId: family.id })
    await aPricingOption(db, activity.id, { ...late, slug: 'late-2', price: 700, ticketTypeId: adult.id })
    const five = { band: 'late', capacity: 5 }
    await db.updateTable('occurrence').set(five).where('id', '=', evening.id).execute()
    const swim = sessions[0] ?? evening
    const booking = await world.buy(ann.browser, swim, { ticketId: family.publicId })
    await world.buy((await world.customer()).browser, evening, { ticketId: adult.publicId })
    await db.updateTable('ticketType').set({ places: 5 }).where('id', '=', family.id).execute()
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, evening, 1600)).id)
    expect([await world.placesOf(swim), await world.placesOf(evening)]).toEqual([0, 5])
    await world.audit()
  })

  it('does not count beside the booking towards a weekly limit', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await db.updateTable('activity').set({ weeklyLimit: 1 }).execute()
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    expect((await beginMove(ann.browser, booking.id, world.late)).id).toBe(id)
    await payForMove(ann.browser, id)
    expect((await bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
    await world.audit()
  })

  it('is no other booking at its time, where another time is chosen after all', async () => {
    const evening = await world.classAt('18:30', undefined, { band: '' })
    const last = await world.classAt('19:30', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    await beginMove(ann.browser, booking.id, last)
    const { times } = await ann.browser.send(api.moves.times, { bookingId: booking.id })
    expect(times.map(({ startsAt }) => startsAt.format24Hour)).toEqual([
      '07:00',
      '12:00',
      '18:00',
      '18:30',
      '19:30',
    ])
    await beginMove(ann.browser, booking.id, world.late)
    await move(ann.browser, booking.id, evening)
    expect((await bookingOf(booking.id)).occurrenceId).toBe(evening.id)
    await world.audit()
  })

  it('can be chosen again by a visitor, though it is the last place of its day', async () => {
    const last = await world.classAt('10:00', '2027-03-06', { band: 'late', capacity: 1 })
    const visitor = world.app.browser()
    const { id: bookingId, orderId: completeOrderId } = await world.buy(visitor, world.ten)
    const which = { bookingId, completeOrderId }
    const held = await visitor.send(api.moves.beginOfOrder, { ...which, to: last.publicId, price: 945 })
    const found = await visitor.send(api.moves.timesOfOrder, { ...which, date: '2027-03-06' })
    expect(found.times).toMatchObject([{ id: last.publicId, spaces: 1 }])
    const again = await visitor.send(api.moves.beginOfOrder, { ...which, to: last.publicId, price: 945 })
    expect(again.id).toBe(held.id)
  })

  it('is no day to choose once it is held no longer and somebody else has it', async () => {
    const last = await world.classAt('10:00', '2027-03-06', { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    await beginMove(ann.browser, booking.id, last)
    const daysToChoose = async () =>
      (await ann.browser.send(api.moves.times, { bookingId: booking.id })).days.length
    const before = await daysToChoose()
    world.app.clock.forward(601_000)
    await world.buy((await world.customer()).browser, last)
    expect(await daysToChoose()).toBe(before - 1)
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
    const { payments, total } = await orderOf(ann.browser, booking.orderId)
    expect([total, payments.map(({ amount }) => amount)]).toEqual([845, [845]])
    await world.audit()
  })

  it('tries no more cards after too many were declined', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    for (let count = 0; count < 20; count += 1)
      expect(await refusal(payForMove(ann.browser, id, cardEnding.declined))).toMatchObject({ status: 402 })
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({ code: 'too_many' })
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
    expect((await bookingOf(again.id)).occurrenceId).toBe(next.id)
    await world.audit()
  })

  it('is for the buyer alone, and not after free changes have ended', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    const bob = await world.customer()
    expect(await refusal(beginMove(bob.browser, booking.id, world.late))).toMatchObject({ status: 404 })
    expect(await refusal(bob.browser.send(api.moves.payment, { moveId: id }))).toMatchObject({ status: 404 })
    expect(await refusal(bob.browser.send(api.moves.abandon, { moveId: id }))).toMatchObject({ status: 404 })
    expect(await refusal(payForMove(bob.browser, id))).toMatchObject({ status: 404 })
    world.app.clock.forward(on('07:00').getTime() - world.app.clock.now().getTime())
    await ann.browser.logIn(ann.id)
    expect(await refusal(beginMove(ann.browser, booking.id, world.late))).toMatchObject({
      code: 'past_cutoff',
    })
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
    expect(await orderOf(visitor, booking.orderId)).toMatchObject({
      total: 945,
      payments: [{ amount: 845 }, { amount: 100 }],
    })
    await visitor.send(api.bookings.cancelOfOrder, {
      completeOrderId: booking.orderId,
      bookingIds: [booking.id],
    })
    await driveMoves(world)
    expect(await company()).toEqual(['refunded 0', 'refunded 0'])
    await world.audit()
  })
})
