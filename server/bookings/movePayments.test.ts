import { beforeEach, describe, expect, it } from 'vitest'
import { renewPlaces } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { on } from '#test/support/centre.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import {
  aMovableClassWithAnn,
  beginMove,
  companyPayments,
  driveMoves,
  move,
  payForMove,
} from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  ;({ db, world, ann } = await aMovableClassWithAnn())
})

describe('a place held for a move to a dearer time', () => {
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
    expect(await companyPayments(db)).toEqual(['captured 845'])
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

  it('may overlap the old time, and takes what is on offer there', async () => {
    const overlapping = await world.classAt('10:30', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    await payForMove(ann.browser, (await beginMove(ann.browser, booking.id, overlapping)).id)
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(overlapping.id)
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
    const [bob, cat] = [await world.customer(), await world.customer()]
    await world.buy(bob.browser, evening, { ticketId: adult.publicId })
    const ticket = { id: swim.publicId, ticketId: family.publicId }
    const { items } = await cat.browser.send(api.baskets.add, { items: [ticket] })
    await db.updateTable('ticketType').set({ places: 5 }).where('id', '=', family.id).execute()
    const { id } = await beginMove(ann.browser, booking.id, evening, 1600)
    // Also where its time was up, but not what others have in their baskets.
    const inMinutes = (minutes: number) => new Date(world.app.clock.now().getTime() + minutes * 60_000)
    const { basketItemId } = await db
      .selectFrom('bookingMove')
      .select('basketItemId')
      .executeTakeFirstOrThrow()
    const lines = [...items.map((item) => item.id), basketItemId]
    expect(await transact(db, (tx) => renewPlaces(tx, lines, inMinutes(21), inMinutes(11)))).toEqual([])
    await payForMove(ann.browser, id)
    expect([await world.placesOf(swim), await world.placesOf(evening)]).toEqual([5, 5])
    await world.audit()
  })

  it('stays where the venue wants fewer places than are taken meanwhile, and goes to no other afterwards', async () => {
    const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    const { id: moveId } = await beginMove(ann.browser, booking.id, last)
    await db.updateTable('occurrence').set({ plannedCapacity: 0 }).where('id', '=', last.id).execute()
    const { completed } = await payForMove(ann.browser, moveId)
    expect(completed).not.toBeNull()
    expect(await world.placesOf(last)).toBe(1)
    await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    const { capacity } = await db
      .selectFrom('occurrence')
      .select('capacity')
      .where('id', '=', last.id)
      .executeTakeFirstOrThrow()
    expect(capacity).toBe(0)
  })

  it('does not count beside the booking towards a weekly limit', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await db.updateTable('activity').set({ weeklyLimit: 1 }).execute()
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    expect((await beginMove(ann.browser, booking.id, world.late)).id).toBe(id)
    await payForMove(ann.browser, id)
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
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
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(evening.id)
    await world.audit()
  })

  it('is given back at once, to who waits for it, when the booking moves elsewhere', async () => {
    const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
    const other = await world.classAt('20:00', undefined, { capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    await world.add(world.app.browser(), other)
    world.app.clock.forward(300_000)
    const { id } = await beginMove(ann.browser, booking.id, last)
    const [bob, cat] = [await world.customer(), await world.customer()]
    for (const [who, session] of [
      [bob, last],
      [cat, other],
    ] as const)
      await who.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: who.id } })
    // The place that Cat waits for has come free in a basket, which is for a call about that session to see.
    world.app.clock.forward(301_000)
    await move(ann.browser, booking.id, world.noon)
    expect(await bob.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    expect(await cat.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'waiting' }])
    expect(await ann.browser.send(api.moves.payment, { moveId: id })).toMatchObject({
      status: 'ended',
      heldUntil: null,
    })
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({ code: 'basket_empty' })
    await world.audit()
  })

  it('stands on no floor that another time for it needs', async () => {
    const { activity, courts, slots } = await world.badminton(['10:00'])
    await aPricingOption(db, activity.id, { slug: 'late', price: 700, band: 'late' })
    const slotAt = (time: string, band: string) =>
      anOccurrence(db, { activity, locationId: courts[0]?.id ?? 0, startsAt: on(time) }, { band })
    const [dearer, halfPast] = [await slotAt('18:00', 'late'), await slotAt('18:30', '')]
    const booking = await world.buy(ann.browser, slots[0] ?? dearer)
    await beginMove(ann.browser, booking.id, dearer, 700)
    const { times } = await ann.browser.send(api.moves.times, { bookingId: booking.id })
    expect(times.map(({ startsAt }) => startsAt.format24Hour)).toEqual(['18:00', '18:30'])
    await move(ann.browser, booking.id, halfPast, 500)
    expect([await world.placesOf(dearer), await world.placesOf(halfPast)]).toEqual([0, 1])
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

  it('is no day to choose once it is held no longer and another person has it', async () => {
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
})
