import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderPlaced } from '#server/bookings/orders.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { aDecidedPayment } from '#test/support/batchedPayments.ts'
import type { Paid } from '#test/support/batchedPayments.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer, closeAccount } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { cardEnding } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { makeOrders } from './finish.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const free = 1

let db: Database
let shop: Shop

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  shop = await openShop(db, { now, classes: [{ capacity: 100 }, { capacity: 100, price: 0 }] })
})

const pay = (
  options: Parameters<Shop['buyer']>[0] = {},
  { at = shop, card = cardEnding.accepted }: { at?: Shop; card?: string } = {},
): Promise<Paid> => aDecidedPayment(at, options, card)

const addCredit = async ({ basketId }: Paid, state: 'reserved' | 'returned'): Promise<void> => {
  const { id: customerId } = await aCustomer(db, shop.operatorId)
  await db
    .insertInto('creditReservation')
    .values({ basketId, customerId, type: 'general', amount: 100, reservedUntil: now, createdAt: now, state })
    .execute()
}

const addBenefit = async ({ itemId }: Paid, state: 'reserved' | 'returned'): Promise<void> => {
  const { id } = await aCustomer(db, shop.operatorId)
  const venue = await db.selectFrom('venue').selectAll().executeTakeFirstOrThrow()
  const plan = await aPlan(db, venue)
  const { memberIds } = await aMembership(db, { plan, venue, customerIds: [id] })
  const values = { benefitId: plan.benefits[0]?.id ?? 0, memberId: memberIds[0], countedOn: '2027-03-02' }
  await db
    .insertInto('benefitUse')
    .values({ ...values, basketItemId: itemId, state, createdAt: now })
    .execute()
}

const addVisit = async ({ itemId }: Paid, state: 'reserved' | 'returned'): Promise<void> => {
  const { id: customerId } = await aCustomer(db, shop.operatorId)
  const { id } = await aPackage(db, { operatorId: shop.operatorId, customerId, activityIds: [] })
  const values = { packageId: id, usedOn: '2027-03-02', basketItemId: itemId, state, createdAt: now }
  await db.insertInto('packageUse').values(values).execute()
}

const makeStaff = ({ actor }: Paid) =>
  db
    .updateTable('customer')
    .set({ role: 'staff', staffLevel: 'desk' })
    .where('id', '=', actor.customerId)
    .execute()

const sellToVisitor = ({ paymentId, order }: Paid) => {
  order.customerId = null
  return db.updateTable('paymentTransaction').set({ customerId: null }).where('id', '=', paymentId).execute()
}

const completeAll = (paid: readonly Paid[]) =>
  transact(db, (tx) =>
    makeOrders(
      tx,
      paid.map(({ payment }) => payment),
      { waits: true },
      now,
    ),
  )

/** The order that an answer has. */
const orderIdOf = (answer: object | undefined): unknown => {
  const { done } = { done: null, ...answer } as { done: { id: number } | null }
  return done?.id
}

const statusOf = async ({ paymentId }: Paid) =>
  (await db.selectFrom('paymentTransaction').select('status').where('id', '=', paymentId).executeTakeFirst())
    ?.status

describe('payments that are completed together', () => {
  it('are those that are authorised, whatever there is to them, each once', async () => {
    const paid = [
      await pay(),
      await pay(),
      await pay(),
      await pay(),
      await pay(),
      await pay({ customer: true }),
    ]
    const [, credit, benefit, visit, used, sold] = paid as [Paid, Paid, Paid, Paid, Paid, Paid]
    await addCredit(credit, 'reserved')
    await addBenefit(benefit, 'reserved')
    await addVisit(visit, 'reserved')
    await addBenefit(used, 'returned')
    await makeStaff(sold)
    const pending = await pay({}, { card: cardEnding.pending })

    const made = await completeAll([...paid, pending])
    for (const one of paid) {
      expect(made.get(one.paymentId)).toMatchObject({ current: { status: 'completed' } })
      expect(await statusOf(one)).toBe('completed')
    }
    expect(made.get(pending.paymentId)).toMatchObject({ done: null, current: { status: 'pending' } })
    expect(await statusOf(pending)).toBe('pending')
    const again = await completeAll(paid)
    expect(paid.map(({ paymentId }) => orderIdOf(again.get(paymentId)))).toEqual(
      paid.map(({ paymentId }) => orderIdOf(made.get(paymentId))),
    )
    const orders = await db.selectFrom('customerOrder').select('id').execute()
    expect(orders).toHaveLength(paid.length)
  })

  it('leave out what is refused: its benefit was taken back, or its place is gone', async () => {
    const [made, discounted, lost] = [await pay(), await pay(), await pay({ of: [free] })]
    await addBenefit(discounted, 'returned')
    await db.updateTable('basketItem').set({ discount: 100 }).where('id', '=', discounted.itemId).execute()
    const cancelled = shop.occurrences[free]?.id ?? 0
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    const answers = await completeAll([discounted, lost, made])
    expect(answers.get(made.paymentId)).toMatchObject({ current: { status: 'completed' } })
    for (const one of [discounted, lost]) {
      expect(answers.get(one.paymentId)).toMatchObject({ code: 'place_lost' })
      expect(await statusOf(one)).toBe('authorised')
    }
    const confirmed = db.selectFrom('hold').select('basketId').where('state', '=', 'confirmed')
    expect(await confirmed.execute()).toEqual([{ basketId: made.basketId }])
  })

  it('are captured next, unless there was nothing to pay', async () => {
    await completeAll([await pay(), await pay({ of: [free] })])
    const payments = await db
      .selectFrom('paymentTransaction')
      .select(['amount', 'nextAttemptAt', 'capturedAt'])
      .orderBy('id')
      .execute()
    expect(payments).toEqual([
      { amount: 500, nextAttemptAt: now, capturedAt: null },
      { amount: 0, nextAttemptAt: null, capturedAt: now },
    ])
  })
})

type Placed = Omit<OrderPlaced, 'lost' | 'basketUuid'>

const placeAll = async (paid: readonly Paid[]): Promise<Placed[]> => {
  const orders = JSON.stringify(paid.map(({ order }) => order))
  const { rows } =
    await sql<Placed>`select * from place_orders(${orders}::jsonb, ${now}) order by basket_id`.execute(db)
  return rows
}

/** Puts a line into the basket of a payment, held until an instant, as logging in does. */
const addLate = async ({ basketId }: Pick<Paid, 'basketId'>, until = 30): Promise<number> => {
  const { basketUuid } = await shop.buyer()
  const line = await db
    .selectFrom('basketItem')
    .innerJoin('basket', 'basket.id', 'basketItem.basketId')
    .select(['basketItem.id', 'holdId'])
    .where('uuid', '=', basketUuid)
    .executeTakeFirstOrThrow()
  await db.updateTable('basketItem').set({ basketId }).where('id', '=', line.id).execute()
  await transact(db, async (tx) => {
    await sql`select move_holds(array[${line.id}::int], ${basketId}), open_reservation_guard()`.execute(tx)
    await tx
      .updateTable('hold')
      .set({ heldUntil: inMinutes(until) })
      .where('id', '=', line.holdId)
      .execute()
  })
  return line.id
}

const basketOf = async (itemId: number): Promise<number | undefined> =>
  (await db.selectFrom('basketItem').select('basketId').where('id', '=', itemId).executeTakeFirst())?.basketId

describe('orders that are placed together', () => {
  it('have each its own venues and payments, and say what is left to do for each', async () => {
    const other = await openShop(db, { now, slug: 'other' })
    const paid = [await pay(), await pay({}, { at: other })]
    for (let plain = 0; plain < 5; plain += 1) paid.push(await pay())
    for (let named = 0; named < 3; named += 1) paid.push(await pay({ customer: true }))
    const [returned, returnedVisit, benefit, visit, discounted, staff, sold, customer] = paid.slice(2) as [
      Paid,
      Paid,
      Paid,
      Paid,
      Paid,
      Paid,
      Paid,
      Paid,
    ]
    await addBenefit(returned, 'returned')
    await addVisit(returnedVisit, 'returned')
    await addBenefit(benefit, 'reserved')
    await addVisit(visit, 'reserved')
    // What took it off is gone: the order is refused.
    await db.updateTable('basketItem').set({ discount: 1 }).where('id', '=', discounted.itemId).execute()
    await makeStaff(staff)
    await makeStaff(sold)
    await sellToVisitor(sold)
    // Of no account either, but from a customer's basket.
    await sellToVisitor(customer)
    const answers = await placeAll(paid)
    expect(answers.map(({ basketId }) => basketId)).toEqual(paid.map(({ basketId }) => basketId))
    expect(answers.flatMap(({ orderId, forfeited }) => (orderId === null ? [forfeited] : []))).toEqual([
      [discounted.itemId],
    ])
    const placed = answers.filter(({ orderId }) => orderId !== null)
    const made = paid.filter((one) => one !== discounted)
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(made.length)
    const venues = placed.map(({ venueIds }) => venueIds ?? [])
    expect(venues.map((ids) => ids.length)).toEqual(made.map(() => 1))
    expect(venues[1]).not.toEqual(venues[0])
    for (const { orderId, paymentIds } of placed) {
      const own = await db.selectFrom('orderPayment').select('id').where('orderId', '=', orderId).execute()
      expect(paymentIds).toEqual(own.map(({ id }) => id))
    }
    const withUses = [benefit, visit]
    expect(placed.map(({ hasUses }) => hasUses)).toEqual(made.map((one) => withUses.includes(one)))
    expect(placed.map(({ isSoldByStaff }) => isSoldByStaff)).toEqual(made.map((one) => one === sold))
  })

  it('are none of an account that was closed while it paid', async () => {
    const paid = await pay({ customer: true })
    await closeAccount(db, paid.actor.customerId, now)
    await expect(placeAll([paid])).rejects.toThrow('has been closed')
  })

  it('leave to the next basket what came to a customer while they paid, and was still held then', async () => {
    const [paid, other] = [await pay({ customer: true }), await pay({ customer: true })]
    // A payment that was given up began before the second line lapsed.
    await db
      .insertInto('paymentTransaction')
      .columns([
        'uuid',
        'operatorId',
        'basketId',
        'provider',
        'amount',
        'status',
        'agreement',
        'createdAt',
        'updatedAt',
      ])
      .expression(
        sql`select gen_random_uuid(), operator_id, basket_id, provider, amount, 'voided', agreement, ${inMinutes(-20)}::timestamptz, updated_at
          from payment_transaction where id = ${paid.paymentId}`,
      )
      .execute()
    const [held, lapsed, atTheStart] = [await addLate(paid), await addLate(paid, -1), await addLate(paid, 0)]
    const removed = await addLate(paid)
    await db.updateTable('basketItem').set({ removedAt: now }).where('id', '=', removed).execute()
    await placeAll([paid])
    const next = await basketOf(held)
    const ofCustomer = await db
      .selectFrom('basket')
      .select('customerId')
      .where('id', '=', next ?? 0)
      .executeTakeFirst()
    expect(next).not.toBe(paid.basketId)
    expect(ofCustomer?.customerId).toBe(paid.actor.customerId)
    for (const itemId of [paid.itemId, lapsed, atTheStart, removed])
      expect(await basketOf(itemId)).toBe(paid.basketId)
    expect(await basketOf(other.itemId)).toBe(other.basketId)
  })

  it('leave the lines where they are when no order is made, or it needed no payment', async () => {
    const [first, refused, unpaid] = [
      await pay({ customer: true }),
      await pay({ customer: true }),
      await pay({ customer: true }),
    ]
    const late = [await addLate(refused), await addLate(unpaid)]
    await db
      .updateTable('paymentTransaction')
      .set({ status: 'voided' })
      .where('id', '=', unpaid.paymentId)
      .execute()
    unpaid.order.payments = []
    refused.order.reference = first.order.reference
    await placeAll([first])
    expect((await placeAll([refused, unpaid])).map(({ orderId }) => orderId === null)).toEqual([true, false])
    expect([await basketOf(late[0] ?? 0), await basketOf(late[1] ?? 0)]).toEqual([
      refused.basketId,
      unpaid.basketId,
    ])
  })
})
