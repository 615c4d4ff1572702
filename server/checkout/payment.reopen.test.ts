import { beforeEach, expect, it } from 'vitest'
import { freeHolds } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { reopenBasket } from './sql.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

let db: Database
let shop: Shop

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  // Another operator, whose baskets hold for longer.
  await anOperator(db, { slug: 'other', basketHoldSeconds: 3000 })
  shop = await openShop(db, { now, slug: 'own', classes: [{}, {}, {}, {}] })
})

/** A basket of a customer with a line of each of the shop's classes, the holds until so many minutes from now. */
const aBasket = async (
  status: 'open' | 'paymentProcessing' | 'paymentComplete',
  heldForMinutes: readonly number[],
) => {
  const actor = await shop.buyer({ customer: true, of: heldForMinutes.map((_, index) => index) })
  const basket = await db
    .updateTable('basket')
    .set({ status })
    .where('customerId', '=', actor.customerId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeReservations(db, async (tx) => {
    for (const [index, minutes] of heldForMinutes.entries()) {
      const occurrenceId = shop.occurrences[index]?.id ?? 0
      await tx
        .updateTable('hold')
        .set({ heldUntil: inMinutes(minutes) })
        .where('basketId', '=', basket.id)
        .where('occurrenceId', '=', occurrenceId)
        .execute()
    }
  })
  return { ...basket, personId: actor.customerId ?? 0 }
}

const reopen = async (basket: { id: number }) => {
  await transact(db, (tx) => reopenBasket(tx, basket.id, now))
  return stateOf(basket)
}

const stateOf = async ({ id }: { id: number }) => {
  const { status } = await db
    .selectFrom('basket')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const holds = await db
    .selectFrom('hold')
    .select('heldUntil')
    .where('basketId', '=', id)
    .orderBy('occurrenceId')
    .execute()
  const minutes = holds.map(({ heldUntil }) => ((heldUntil?.getTime() ?? 0) - now.getTime()) / 60_000)
  return { status, minutes }
}

it('a basket whose payment came to nothing keeps for ten minutes what it holds, and nothing that has lapsed', async () => {
  const basket = await aBasket('paymentProcessing', [30, 0, -1])
  expect(await reopen(basket)).toEqual({ status: 'open', minutes: [10, 0, -1] })
})

it('a basket whose payment came to nothing leaves those of others as they are, and what it has given back', async () => {
  const [basket, other] = [
    await aBasket('paymentProcessing', [30, 5]),
    await aBasket('paymentProcessing', [30]),
  ]
  const released = db.selectFrom('hold').select('id').where('heldUntil', '=', inMinutes(5))
  await freeHolds(db, [(await released.executeTakeFirstOrThrow()).id], 'released', now)
  expect(await reopen(basket)).toEqual({ status: 'open', minutes: [10, 5] })
  expect(await stateOf(other)).toEqual({ status: 'paymentProcessing', minutes: [30] })
})

it('a basket that is not being paid stays as it is', async () => {
  const [open, complete] = [await aBasket('open', [5]), await aBasket('paymentComplete', [5])]
  expect(await reopen(open)).toEqual({ status: 'open', minutes: [5] })
  expect(await reopen(complete)).toEqual({ status: 'paymentComplete', minutes: [5] })
})

it('a place that was taken from an offer is held as long as the offer was', async () => {
  const basket = await aBasket('paymentProcessing', [30, 30, 30, 30])
  const { id: otherId } = await aCustomer(db, shop.operatorId)
  const entry = (index: number, minutes: number, more: object = {}) => ({
    occurrenceId: shop.occurrences[index]?.id ?? 0,
    personId: basket.personId,
    joinedById: basket.personId,
    idForm: 'v2' as const,
    places: 1,
    state: 'taken' as const,
    joinedAt: inMinutes(-60),
    offerExpiresAt: inMinutes(minutes),
    endedAt: now,
    ...more,
  })
  await db
    .insertInto('waitlistEntry')
    .values([
      entry(0, 100),
      // Another person's, one that came to nothing, and one of another time.
      entry(1, 200, { personId: otherId }),
      entry(2, 300, { state: 'passed' }),
      entry(3, 400, { endedAt: inMinutes(-1) }),
    ])
    .execute()
  expect((await reopen(basket)).minutes).toEqual([100, 10, 10, 10])
})
