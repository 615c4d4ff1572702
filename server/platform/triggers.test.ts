import { beforeEach, expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { completeWith, payWith } from '#test/support/payments.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { openShop } from '#test/support/shop.ts'
import type { Database } from './database.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
})

/** A payment of £5.00 for a booking. */
const aPayment = async () => {
  const shop = await openShop(db, { now })
  const actor = await shop.buyer()
  await completeWith(shop, actor, (await payWith(shop, actor)).transactionUuid)
  const payment = await db
    .selectFrom('orderPayment')
    .innerJoin('booking', 'booking.orderId', 'orderPayment.orderId')
    .select(['orderPayment.id', 'orderPayment.orderId', 'booking.id as bookingId'])
    .orderBy('orderPayment.id', 'desc')
    .executeTakeFirstOrThrow()
  return { shop, ...payment }
}

it('no more is given back of a payment than was paid', async () => {
  const { id: paymentId, orderId, bookingId } = await aPayment()
  const give = (amount: number) =>
    db
      .insertInto('refund')
      .values({ orderId, bookingId, paymentId, destination: 'desk', amount, status: 'done', createdAt: now })
      .execute()
  await give(300)
  await give(200)
  await expect(give(1)).rejects.toThrow('more is given back than was paid')
})

it('of the entries of a till, only the reason of what was given back may be taken out', async () => {
  const { shop, id: paymentId, orderId, bookingId } = await aPayment()
  const { id: venueId } = await db.selectFrom('venue').select('id').executeTakeFirstOrThrow()
  const { id: actorId } = await aCustomer(db, shop.operatorId)
  const entry = { operatorId: shop.operatorId, venueId, localDate: '2027-03-01', actorId, at: now, orderId }
  const add = async (more: { amount: number; paymentId?: number; bookingId?: number }): Promise<number> =>
    (
      await db
        .insertInto('tillEntry')
        .values({ ...entry, tenderType: 'cheque', reference: '123', ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const refer = (id: number, reference: string | null) =>
    db.updateTable('tillEntry').set({ reference }).where('id', '=', id).execute()
  const [taken, given] = [await add({ amount: 500, paymentId }), await add({ amount: -100, bookingId })]
  const refused = 'An entry of the ledger is never changed'
  await expect(refer(taken, null)).rejects.toThrow(refused)
  await expect(refer(given, '456')).rejects.toThrow(refused)
  await refer(given, null)
})

it('terms have changed when their text has', async () => {
  const { id: operatorId } = await anOperator(db)
  const text = { operatorId, slug: 'house', name: 'House rules', html: '<p>Be kind.</p>' }
  const changedAt = new Date('2020-01-01T00:00:00Z')
  await db
    .insertInto('terms')
    .values({ ...text, changedAt })
    .execute()
  const write = async (html: string): Promise<Date> =>
    (await db.updateTable('terms').set({ html }).returning('changedAt').executeTakeFirstOrThrow()).changedAt
  expect(await write(text.html)).toEqual(changedAt)
  expect(await write('<p>Be quick.</p>')).not.toEqual(changedAt)
})

it('an account that was never there is not said to be closed', async () => {
  const { id: operatorId } = await anOperator(db)
  await aCustomer(db, operatorId)
  const basket = db
    .insertInto('basket')
    .values({ operatorId, customerId: 1, createdAt: now, updatedAt: now })
    .execute()
  await expect(basket).rejects.toThrow('foreign key')
})

it('a session with places taken is written by the functions of places alone', async () => {
  const venue = await aVenue(db, { operatorId: (await anOperator(db)).id })
  const activity = await anActivity(db, venue.id)
  const { id } = await anOccurrence(db, {
    activity,
    locationId: (await aLocation(db, venue.id)).id,
    startsAt: now,
  })
  const { id: _, ...row } = await db
    .selectFrom('occurrence')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const taken = (publicId: string) => ({ ...row, publicId, compositeKey: publicId, placesTaken: 1 })
  await expect(db.insertInto('occurrence').values(taken('AQGa')).execute()).rejects.toThrow(
    'is written by the functions',
  )
  await writeReservations(db, (tx) => tx.insertInto('occurrence').values(taken('AQGb')).execute())
})
