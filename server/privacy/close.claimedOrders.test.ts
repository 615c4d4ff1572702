import { afterEach, beforeEach, expect, it } from 'vitest'
import { authorise, billing, complete, typeCard } from '#test/support/buying.ts'
import { anAccountHolder, day, email } from '#test/support/closing.ts'
import type { AccountHolder } from '#test/support/closing.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { cardEnding } from '#test/support/payments.ts'
import { tracesOf } from '#test/support/traces.ts'
import { api } from '#web/platform/api.ts'

let holder: AccountHolder

beforeEach(async () => {
  holder = await anAccountHolder()
})
afterEach(() => holder.removeFolder())

it('closing an account leaves nothing of payments that were declined before its order was claimed', async () => {
  const { db, app, centre, customerId } = holder
  const yoga = await centre.yoga({ price: 845 })
  await aPricingOption(db, yoga.activity.id, { slug: 'late', price: 945, band: 'late' })
  const startsAt = new Date(app.clock.now().getTime() + 2 * day)
  const session = { activity: yoga.activity, locationId: yoga.studio.id, startsAt }
  const [early, late] = [
    await anOccurrence(db, session, { name: 'Yoga', capacity: 5 }),
    await anOccurrence(
      db,
      { ...session, startsAt: new Date(startsAt.getTime() + 3 * 3_600_000) },
      { name: 'Yoga', capacity: 5, band: 'late' },
    ),
  ]
  const visitor = app.browser()
  const me = { email, billingFirstName: 'Quilliam', billingLastName: 'Zebrafish' }
  await visitor.send(api.baskets.add, { items: [{ id: early.publicId }] })
  await authorise(visitor, cardEnding.declined, me).catch(() => null)
  const { transactionUuid } = await authorise(visitor, cardEnding.accepted, me)
  const { completeOrderId } = await complete(visitor, transactionUuid)
  const [booking] = (await visitor.send(api.bookings.order, { completeOrderId })).bookings
  const move = await visitor.send(api.moves.beginOfOrder, {
    completeOrderId,
    bookingId: booking?.id ?? 0,
    to: late.publicId,
    price: 945,
  })
  const what = { source: 'booking-move', moveId: move.id } as const
  const card = await typeCard(visitor, cardEnding.declined, what)
  await visitor.send(api.checkout.authorise, { ...billing, ...me, ...card, ...what }).catch(() => null)
  await holder.runJobs()
  await visitor.logIn(customerId)
  await db
    .updateTable('customer')
    .set({ emailVerifiedAt: app.clock.now() })
    .where('id', '=', customerId)
    .execute()
  await visitor.send(api.bookings.claim, { completeOrderId })
  app.clock.forward(4 * day)
  const words = ['Quilliam', 'Zebrafish', email]
  expect(await db.selectFrom('paymentTransaction').select('id').execute()).toHaveLength(3)
  await visitor.logIn(customerId)
  await holder.close({ giveUpWhatIsLeft: true }, visitor)
  await holder.runJobs()
  expect(await tracesOf(db, words)).toEqual([])
})
