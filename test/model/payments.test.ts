/**
 * Long random sequences of buying: cards of every kind, the bank's answers, clients that complete, vanish or die
 * in the middle of a call, drivers that die too, and time that passes. Two places for three buyers, two of whom
 * have credit, which pays alone or with a card. The model is what a buyer may rely on: what they were told, and what
 * the books of money, credit and places must say whenever one looks (I1, I2, I3, I6).
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { creditOf } from '#server/credits/balance.ts'
import { sweepExpiredCredit } from '#server/credits/reserve.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { caseCount } from '#test/support/cases.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { completeWith, driveToTheEnd } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { takeStep } from './paymentsRun.ts'
import type { Buyer } from './paymentsRun.ts'
import { buyers, examples, steps } from './paymentsSteps.ts'

const opening = new Date('2027-03-01T09:00:00Z')
const price = 500
const capacity = 2
/** Pence of credit that a customer begins with, of both kinds. */
const creditGiven = 800

const giveCredit = async (shop: Shop, { actor: { customerId } }: Buyer): Promise<void> => {
  if (customerId === null) return
  const of = { operatorId: shop.operatorId, customerId }
  await someCredit(shop.db, { ...of, amount: 250, expiresOn: '2027-06-01' }, opening)
  await someCredit(shop.db, { ...of, amount: 350 }, opening)
  await someCredit(shop.db, { ...of, amount: 200, type: 'membership' }, opening)
}

/** What each of the buyers with credit has had, has spent and has: nothing is lost on the way. */
const expectCreditReserved = async (shop: Shop, everybody: readonly Buyer[]): Promise<void> => {
  for (const { actor } of everybody) {
    if (actor.customerId === null) continue
    const { general, membership } = await creditOf(shop.db, actor.customerId, shop.clock.now())
    const { rows } = await sql<{ spent: number }>`
      select coalesce(sum(p.amount), 0)::int as spent
      from order_payment p join customer_order o on o.id = p.order_id
      where o.customer_id = ${actor.customerId} and p.tender_type = 'credit'`.execute(shop.db)
    expect(general.balance + membership.balance + (rows[0]?.spent ?? 0)).toBe(creditGiven)
  }
}

const sums = async (db: Database) => {
  const { rows } = await sql<{ orders: number; moved: number; held: number }>`
    select (select count(*) from customer_order) as orders,
      (select coalesce(sum(captured - refunded), 0) from demo_card_payment) as moved,
      (select count(*) from hold where state = 'held') as held`.execute(db)
  return rows[0] ?? { orders: 0, moved: 0, held: 0 }
}

const creditSpent = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(amount), 0)::int as spent from order_payment where tender_type = 'credit'`.execute(db)
  return rows[0]?.spent ?? 0
}

describe('payments', () => {
  let db: Database
  beforeAll(async () => {
    ;({ db } = await testDatabase())
  })

  it('come to a sound end whatever happens on the way, wherever a process dies', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await emptyTables(db)
        const shop = await openShop(db, { now: opening, classes: [{ capacity, price }] })
        const everybody: Buyer[] = []
        for (let index = 0; index < buyers; index += 1) {
          const actor = await shop.buyer({ customer: index > 0, of: index < 2 ? [0] : [] })
          everybody.push({ actor, payments: [] })
        }
        for (const buyer of everybody) await giveCredit(shop, buyer)
        for (const one of taken) {
          await takeStep(shop, everybody, one)
          expect(await wrongWithMoney(db)).toEqual([])
          expect(await wrongWithCredit(db)).toEqual([])
          await expectCreditReserved(shop, everybody)
          expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
        }

        await driveToTheEnd(shop)
        expect(await leftOpen(db)).toEqual([])
        expect(await wrongWithMoney(db)).toEqual([])
        const { orders, moved } = await sums(db)
        expect(orders).toBeLessThanOrEqual(capacity)
        expect(moved + (await creditSpent(db))).toBe(orders * price)
        for (const { status } of await db.selectFrom('paymentTransaction').select('status').execute())
          seen.add(status)
        for (const { tenderType } of await db.selectFrom('orderPayment').select('tenderType').execute())
          seen.add(tenderType)
        // What a buyer was told of an order is so to the end.
        for (const { actor, payments } of everybody) {
          for (const { uuid, orderId } of payments) {
            if (orderId === null) continue
            expect(await completeWith(shop, actor, uuid)).toMatchObject({ completeOrderId: orderId })
          }
        }
        // Every hold has ended, one way and once (I3).
        shop.clock.forward(86_400_000)
        await sweepLapsedHolds(db, shop.clock.now())
        expect((await sums(db)).held).toBe(0)
        // No basket that was left alone keeps anybody's credit.
        for (const { actor } of everybody) {
          if (actor.customerId === null) continue
          const { general, membership } = await creditOf(db, actor.customerId, shop.clock.now())
          expect([general.free, membership.free]).toEqual([general.balance, membership.balance])
        }
        await sweepExpiredCredit(db, shop.clock.now())
        expect(await wrongWithCredit(db)).toEqual([])
        expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
      }),
      { numRuns: caseCount(30), examples },
    )
    // The sequences are worth something only while they meet every end there is.
    expect([...seen]).toEqual(
      expect.arrayContaining(['completed', 'failed', 'aborted', 'voided', 'credit', 'card']),
    )
  })
})
