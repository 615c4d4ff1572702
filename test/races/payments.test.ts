/**
 * Many who pay, complete and drive the same payments at once, on PostgreSQL. What keeps them apart is taken out
 * in the last part, where it must go wrong, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBasketWithItems } from '#server/baskets/find.ts'
import { mergeBasket } from '#server/baskets/merge.ts'
import { placeOrder } from '#server/bookings/orders.ts'
import { complete } from '#server/checkout/complete.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { transactionBy } from '#server/checkout/sql.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import type { Opened } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { inARow } from '#test/support/inARow.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import {
  answerBank,
  cardEnding,
  completeBody,
  completeWith,
  driveToTheEnd,
  payWith,
} from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const many = Array.from({ length: 8 }, (_, index) => index)

const count = async ({ db }: Opened, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What came of a call: its answer, or the code it was refused with. */
const outcome = async <T>(call: Promise<T>): Promise<T | string> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('payments', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  const expectSound = async (shop: Shop): Promise<void> => {
    expect(await wrongWithMoney(opened.db)).toEqual([])
    expect(await leftOpen(opened.db)).toEqual([])
    expect(await wrongWithPlaces(opened.db, shop.clock.now())).toEqual([])
  }

  it('E04: completed eight times at once, a payment is one order and every answer is the same', async () => {
    const shop = await openShop(opened.db, { now })
    for (let round = 0; round < 10; round += 1) {
      const actor = await shop.buyer()
      const { transactionUuid } = await payWith(shop, actor)
      const answers = await Promise.all(many.map(() => completeWith(shop, actor, transactionUuid)))
      expect(new Set(answers.map((answer) => answer.completeOrderId)).size).toBe(1)
      expect(await count(opened, 'customer_order')).toBe(round + 1)
    }
    await expectSound(shop)
  })

  it('E13: the same for an order that costs nothing', async () => {
    const shop = await openShop(opened.db, { now, classes: [{ price: 0 }] })
    const actor = await shop.buyer()
    const answers = await Promise.all(many.map(() => completeWith(shop, actor)))
    expect(new Set(answers.map((answer) => answer.completeOrderId)).size).toBe(1)
    expect(await count(opened, 'customer_order')).toBe(1)
    await expectSound(shop)
  })

  it('the client and four drivers at once make one order and take the money once', async () => {
    const shop = await openShop(opened.db, { now, classes: [{ capacity: 100 }] })
    const buyers = await Promise.all(many.map(() => shop.buyer()))
    const paid = await Promise.all(
      buyers.map(async (actor) => ({
        actor,
        ...(await payWith(shop, actor, cardEnding.challengedAndPassed)),
      })),
    )
    for (const { scaData } of paid) await answerBank(shop, scaData)
    // The drivers see the bank's answers, and a minute later complete what the clients complete at that moment.
    shop.clock.forward(11_000)
    await Promise.all([1, 2, 3, 4].map(() => reconcilePayments(shop.services, shop.clock.now())))
    shop.clock.forward(61_000)
    await Promise.all([
      ...[1, 2, 3, 4].map(() => reconcilePayments(shop.services, shop.clock.now())),
      ...paid.map(({ actor, transactionUuid }) => completeWith(shop, actor, transactionUuid)),
    ])
    expect(await count(opened, 'customer_order')).toBe(many.length)
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
    await driveToTheEnd(shop)
    await expectSound(shop)
  })

  it('one basket paid with eight cards at once is paid once', async () => {
    const shop = await openShop(opened.db, { now })
    const actor = await shop.buyer()
    const answers = await Promise.all(many.map(() => outcome(payWith(shop, actor))))
    const authorised = answers.filter((answer) => typeof answer === 'object')
    expect(new Set(authorised.map((answer) => answer.transactionUuid)).size).toBe(1)
    for (const refused of answers.filter((answer) => typeof answer === 'string')) expect(refused).toBe('busy')
    await Promise.all(authorised.map(({ transactionUuid }) => completeWith(shop, actor, transactionUuid)))
    const { rows } = await sql<{ sum: number }>`select sum(captured) as sum from demo_card_payment`.execute(
      opened.db,
    )
    expect(rows[0]?.sum).toBe(500)
    await driveToTheEnd(shop)
    await expectSound(shop)
  })

  it('a login that waits for an order to be made gives its lines to the next basket', async () => {
    const shop = await openShop(opened.db, { now, classes: [{}, {}] })
    const customer = await shop.buyer({ customer: true })
    const visitor = await shop.buyer({ of: [1] })
    const customerId = customer.customerId ?? 0
    const paid = sql`update basket set status = 'paymentComplete' where customer_id = ${customerId}`
    const owner = { customerId, loginDigest: null }
    const login = { operatorId: shop.operatorId, uuid: visitor.basketUuid ?? '', owner }
    await inARow(opened.db, paid, [() => transact(opened.db, (tx) => mergeBasket(tx, login, now))])
    expect((await findBasketWithItems(opened.db, customer))?.items).toMatchObject([
      { occurrenceId: shop.occurrences[1]?.id },
    ])
  })

  it('a login that finds no basket while another call makes one gives its lines to that', async () => {
    const shop = await openShop(opened.db, { now, classes: [{}, {}] })
    const customer = await shop.buyer({ customer: true })
    const visitor = await shop.buyer({ of: [1] })
    const customerId = customer.customerId ?? 0
    await sql`update basket set status = 'paymentComplete' where customer_id = ${customerId}`.execute(
      opened.db,
    )
    const made = sql`
      insert into basket (operator_id, customer_id, created_at, updated_at)
        values (${shop.operatorId}, ${customerId}, ${now}, ${now})`
    const owner = { customerId, loginDigest: null }
    const login = { operatorId: shop.operatorId, uuid: visitor.basketUuid ?? '', owner }
    await inARow(opened.db, made, [() => transact(opened.db, (tx) => mergeBasket(tx, login, now))])
    expect((await findBasketWithItems(opened.db, customer))?.items).toMatchObject([
      { occurrenceId: shop.occurrences[1]?.id },
    ])
  })

  it('late payers who all lost their hold: as many orders as places, the others let go and told', async () => {
    const shop = await openShop(opened.db, { now, classes: [{ capacity: 8 }] })
    const late = await Promise.all(many.map(() => shop.buyer()))
    const payments = await Promise.all(
      late.map(async (actor) => ({ actor, ...(await payWith(shop, actor)) })),
    )
    await opened.db.updateTable('occurrence').set({ capacity: 8 }).execute()
    shop.clock.forward(31 * 60_000)
    await sweepLapsedHolds(opened.db, shop.clock.now())
    await opened.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    const answers = await Promise.all([
      ...payments.map(({ actor, transactionUuid }) => outcome(completeWith(shop, actor, transactionUuid))),
      reconcilePayments(shop.services, shop.clock.now()),
    ])
    expect(answers.filter((answer) => answer === 'place_lost')).toHaveLength(5)
    await driveToTheEnd(shop)
    expect(await count(opened, 'customer_order')).toBe(3)
    const notices = await opened.db.selectFrom('notice').select('kind').execute()
    expect(notices.filter(({ kind }) => kind === 'payment_voided')).toHaveLength(5)
    await expectSound(shop)
  })

  it('no one waits in a ring: paying, completing, giving up, driving and sweeping the same places at once', async () => {
    const classes = [{ capacity: 30 }, { capacity: 30 }, { capacity: 30 }]
    const shop = await openShop(opened.db, { now, classes })
    const work = many.flatMap((index) =>
      [cardEnding.accepted, cardEnding.challengedAndPassed, cardEnding.declined].map(async (card) => {
        const actor = await shop.buyer({ of: index % 2 === 0 ? [0, 1, 2] : [2, 1, 0] })
        const paid = await outcome(payWith(shop, actor, card))
        if (typeof paid === 'string') return
        if (paid.transactionStatus === 'challenge') {
          if (index % 3 === 0) await outcome(payWith(shop, actor))
          else await answerBank(shop, paid.scaData)
        }
        await outcome(complete(shop.services, actor, completeBody(paid.transactionUuid), shop.clock.now()))
      }),
    )
    const helpers = many.map(async () => {
      await reconcilePayments(shop.services, shop.clock.now())
      await sweepLapsedHolds(opened.db, shop.clock.now())
    })
    await Promise.all([...work, ...helpers])
    await driveToTheEnd(shop)
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
    await expectSound(shop)
  })

  it('control: without the locks and the unique basket, one payment becomes several orders', async () => {
    const unguarded = await openCopy()
    try {
      await sql`alter table customer_order drop constraint customer_order_basket_id_key`.execute(unguarded.db)
      await sql`alter table booking drop constraint booking_basket_item_id_key, drop constraint booking_hold_id_key`.execute(
        unguarded.db,
      )
      const shop = await openShop(unguarded.db, { now })
      const { transactionUuid } = await payWith(shop, await shop.buyer())
      const transaction = await transactionBy(unguarded.db, transactionUuid)
      if (transaction === undefined) throw new Error('The payment is not there.')
      const { agreement, operatorId, basketId, customerId } = transaction
      const withoutLock = () =>
        transact(unguarded.db, (tx) =>
          placeOrder(tx, { ...agreement, operatorId, basketId, customerId, payments: [] }, now),
        )
      await Promise.all(many.map(withoutLock))
      expect(await count(unguarded, 'customer_order')).toBe(many.length)
      expect(await wrongWithMoney(unguarded.db)).not.toEqual([])
    } finally {
      await unguarded.close()
    }
  })
})
