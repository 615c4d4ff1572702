import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { updateMembershipStatuses } from '#server/memberships/change.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { callOffOccurrence, restoreOccurrence, settleCallOffs } from '#server/timetable/callOff.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aDeskToPayAt } from '#test/support/deskPayments.ts'
import { closeAccount, recordedEvents, recordEvents } from '#test/support/events.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aMovableClass, driveMoves, move } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  world = await aMovableClass(db)
  const { operatorId } = world
  await recordEvents(db, operatorId, (await aMemberOfStaff(db, operatorId)).id)
})

/** The types of what was recorded since the last call of this. */
const newTypes = async (): Promise<string[]> => {
  const events = await recordedEvents(db)
  await db.deleteFrom('domainEvent').execute()
  return events.map(({ type }) => type)
}

describe('an event is recorded with what happens', () => {
  it('when a booking is made, paid, moved, called off with its session, and refunded', async () => {
    const { browser, id: annId } = await world.customer()
    const { id, orderId } = await world
      .buy(browser, world.ten)
      .then(async (booking) =>
        db.selectFrom('booking').selectAll().where('id', '=', booking.id).executeTakeFirstOrThrow(),
      )
    const order = await db
      .selectFrom('customerOrder')
      .select('reference')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const about = { subjectKind: 'booking', subjectId: id, reference: order.reference }
    const paid = {
      type: 'order.paid',
      subjectKind: 'order',
      subjectId: orderId,
      reference: order.reference,
      data: { status: 'confirmed' },
    }
    const made = {
      type: 'booking.created',
      ...about,
      data: { order_id: orderId, session_id: world.ten.id, status: 'booked' },
    }
    const registered = { type: 'customer.registered', subjectKind: 'customer', subjectId: annId }
    const first = await recordedEvents(db)
    expect(first).toHaveLength(3)
    expect(first[0]).toMatchObject(registered)
    expect(first).toEqual(expect.arrayContaining([paid, made]))
    await db.deleteFrom('domainEvent').execute()

    await move(browser, id, world.noon)
    expect(await recordedEvents(db)).toEqual([
      {
        type: 'booking.moved',
        ...about,
        data: {
          order_id: orderId,
          session_id: world.noon.id,
          from_session_id: world.ten.id,
          status: 'booked',
        },
      },
    ])
    await db.deleteFrom('domainEvent').execute()

    const at = world.app.clock.now()
    const callOff = () =>
      transact(db, (tx) => callOffOccurrence(tx, world.noon.id, { reason: '', offers: [] }, at))
    await callOff()
    await transact(db, (tx) => restoreOccurrence(tx, world.noon.id, at))
    const later = await callOff()
    // It can still be taken back: nothing leaves the house.
    expect(await newTypes()).toEqual([])
    await settleCallOffs(db, later)
    expect(await newTypes()).toEqual(['session.called_off'])
    await cancelBookingsOfCancelledOccurrences(db, later)
    expect(await recordedEvents(db)).toMatchObject([
      {
        type: 'booking.cancelled',
        ...about,
        data: { status: 'cancelled_by_venue', session_id: world.noon.id },
      },
    ])
    await db.deleteFrom('domainEvent').execute()
    // The card company is asked first.
    await driveMoves(world)
    expect(await recordedEvents(db)).toMatchObject([
      { type: 'order.refunded', subjectId: orderId, data: { booking_id: id, to: 'card' } },
    ])
  })

  it('when a customer cancels, and is given credit at once', async () => {
    const { browser } = await world.customer()
    const { id } = await world.buy(browser, world.ten)
    await newTypes()
    await browser.fetch(`/api/activities/bookings/${id}/?source=bookings`, { method: 'DELETE' })
    expect((await newTypes()).toSorted()).toEqual(['booking.cancelled', 'order.refunded'])
  })

  it('when the files cancel a session, which nobody can take back', async () => {
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', world.ten.id).execute()
    await db.updateTable('occurrence').set({ status: 'withdrawn' }).where('id', '=', world.noon.id).execute()
    expect(await recordedEvents(db)).toMatchObject([
      {
        type: 'session.called_off',
        subjectKind: 'session',
        subjectId: world.ten.id,
        reference: world.ten.publicId,
        data: { venue_id: world.venue.id, status: 'cancelled' },
      },
    ])
  })

  it('when a membership starts and ends, not where it is never paid for', async () => {
    const ann = await world.customer()
    await newTypes()
    const plan = await aPlan(db, world.venue)
    const of = { plan, venue: world.venue, customerIds: [ann.id] as const }
    await aMembership(db, of, { status: 'active' })
    await aMembership(db, of, { status: 'pending', startsOn: '2027-01-01' })
    await aMembership(db, of, { status: 'active', startsOn: '2026-01-01', endsOn: '2026-12-31' })
    const unpaid = await aMembership(db, of, { status: 'awaiting_payment' })
    await db.updateTable('membership').set({ status: 'ended' }).where('id', '=', unpaid.id).execute()
    expect(await newTypes()).toEqual(['membership.started', 'membership.started'])
    await db.updateTable('membership').set({ collectedHere: true }).execute()
    await updateMembershipStatuses(db, world.app.clock.now())
    expect((await newTypes()).toSorted()).toEqual(['membership.ended', 'membership.started'])
  })

  it('when an account is closed, without a name or number', async () => {
    const { id } = await world.customer()
    await newTypes()
    await closeAccount(db, id, world.app.clock.now())
    expect(await recordedEvents(db)).toEqual([
      { type: 'customer.closed', subjectKind: 'customer', subjectId: id, reference: null, data: {} },
    ])
  })

  it('not when what happens is undone', async () => {
    await transact(db, async (tx) => {
      await tx.updateTable('occurrence').set({ status: 'cancelled' }).execute()
      throw new Error('undone')
    }).catch(() => undefined)
    expect(await recordedEvents(db)).toEqual([])
  })
})

it('an order to be paid on arrival is paid once it is', async () => {
  const shop = await aDeskToPayAt()
  await recordEvents(shop.db, shop.operator.id, shop.staff.id)
  await shop.addFor(null)
  await shop.pay(null, [{ tenderType: 'at_venue', amount: 845 }], {
    firstName: 'Rae',
    lastName: 'Winder',
    phone: '01632 960001',
  })
  expect((await recordedEvents(shop.db)).map(({ type }) => type)).toEqual(['booking.created'])
  const { id: bookingId } = await shop.db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
  await shop.desk.send(api.bookings.takePayment, { bookingId, tenderType: 'cash', amount: 845 })
  expect((await recordedEvents(shop.db)).map(({ type }) => type)).toEqual(['booking.created', 'order.paid'])
})
