/** A desk that checks a person in while their booking is being cancelled, on PostgreSQL. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { openCopy } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { outcome } from '#test/support/outcome.ts'
import { aWaitingCall } from '#test/support/locks.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T17:30:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

it('nobody is checked in with a booking that is being cancelled', async () => {
  const opened = await openCopy()
  onTestFinished(() => opened.close())
  const { db } = opened
  const app = testApp(db, { now })
  const world = await aBookableClass(db, { startsAt, price: 500 })
  const desk = app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, world.operator.id)).id)
  await desk.send(api.baskets.add, { items: [{ id: world.occurrence.id }] })
  await desk.send(api.checkout.payAtDesk, { payments: [{ tenderType: 'cash', amount: 500 }] })
  const { id: bookingId } = await db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
  let marking: Promise<string> = Promise.resolve('')
  // What a cancellation does: it locks the order, reads the booking and marks it in the end.
  await transact(db, async (tx) => {
    await sql`select 1 from customer_order for no key update`.execute(tx)
    marking = outcome(desk.send(api.attendance.mark, { bookingId, status: 'attended' }))
    await aWaitingCall(db)
    await sql`update booking set status = 'cancelled', cancelled_at = ${now} where id = ${bookingId}`.execute(
      tx,
    )
  })
  expect(await marking).toBe('booking_cancelled')
})
