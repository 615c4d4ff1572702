import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { on } from '#test/support/centre.ts'
import {
  aMovableClassWithAnn,
  beginMove,
  companyPayments,
  driveMoves,
  payForMove,
} from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { cancelBookingsOfCancelledOccurrences } from './cancel.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  ;({ db, world, ann } = await aMovableClassWithAnn())
})

describe('a move to a dearer time that comes to nothing', () => {
  it('stays where it is when the card is declined, and can be paid with another', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    expect(await refusal(payForMove(ann.browser, id, cardEnding.declined))).toMatchObject({
      code: 'card_declined',
      status: 402,
    })
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world.ten.id)
    await payForMove(ann.browser, id)
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world.late.id)
    expect(await companyPayments(db)).toEqual(['captured 845', 'declined 0', 'captured 100'])
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
    expect((await world.bookingOf(booking.id)).occurrenceId).toBe(world.ten.id)
    expect(await companyPayments(db)).toEqual(['captured 845', 'voided 0'])
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

  it('tries no more cards after too many were declined', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    for (let count = 0; count < 20; count += 1)
      expect(await refusal(payForMove(ann.browser, id, cardEnding.declined))).toMatchObject({ status: 402 })
    expect(await refusal(payForMove(ann.browser, id))).toMatchObject({ code: 'too_many' })
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
    expect((await companyPayments(db)).at(-1)).toBe('voided 0')
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
    expect((await world.orderOf(ann.browser, booking.orderId)).payments).toHaveLength(1)
    await world.audit()
  })
})
