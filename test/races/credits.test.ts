/**
 * One customer's credit wanted from several sides at once, on PostgreSQL. What keeps them apart is taken out in the
 * last part, where it must go wrong, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBasket } from '#server/baskets/find.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { applyCreditTenders } from '#server/checkout/tenders.ts'
import { creditOf } from '#server/credits/balance.ts'
import { expireCredit } from '#server/credits/grant.ts'
import { sweepExpiredCredit } from '#server/credits/reserve.ts'
import { drawFromLots } from '#server/credits/rules.ts'
import { addReservation, lotsOf, postMovement } from '#server/credits/sql.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const desks = Array.from({ length: 8 }, (_, index) => index)

const outcome = async <T>(call: Promise<T>): Promise<T | string> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** Eight members of staff, each with a basket of their own, who have all selected the same customer. */
const concurrentFor = async (shop: Shop, amount: number) => {
  const customer = await aCustomer(shop.db, shop.operatorId)
  await someCredit(shop.db, { operatorId: shop.operatorId, customerId: customer.id, amount }, now)
  const actors: Actor[] = []
  for (const _ of desks) {
    const clerk = await shop.buyer({ customer: true, of: [] })
    await shop.db.updateTable('customer').set({ role: 'staff' }).where('id', '=', clerk.customerId).execute()
    const { person } = clerk
    const rights = rightsOf([{ role: 'desk', venueId: null, instructorId: null }])
    actors.push(
      await shop.add(
        {
          ...clerk,
          isStaff: true,
          customerId: customer.id,
          person: person === null ? null : { ...person, rights },
        },
        [actors.length % shop.occurrences.length],
      ),
    )
  }
  return { customerId: customer.id, actors }
}

const apply = (db: Database, actor: Actor, amount: number, at: Date) => {
  const body = {
    creditsToReserve: [{ amount, type: 'general' as const }],
    cartSource: 'activity-booking' as const,
  }
  return transact(db, (tx) => applyCreditTenders(tx, actor, body, at))
}

const classes = desks.map(() => ({ capacity: 20, price: 500 }))

describe('credit', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  const expectSound = async (): Promise<void> => {
    expect(await wrongWithCredit(opened.db)).toEqual([])
    expect(await wrongWithMoney(opened.db)).toEqual([])
    expect(await leftOpen(opened.db)).toEqual([])
  }

  it('E07: of one sum, eight baskets that want all of it at once one gets it', async () => {
    for (let round = 0; round < 10; round += 1) {
      await emptyTables(opened.db)
      const shop = await openShop(opened.db, { now, classes })
      const { actors, customerId } = await concurrentFor(shop, 500)
      const answers = await Promise.all(actors.map((actor) => outcome(apply(opened.db, actor, 500, now))))
      expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(1)
      expect(answers.filter((answer) => answer === 'credit_not_applicable')).toHaveLength(desks.length - 1)
      expect((await creditOf(opened.db, customerId, now)).general).toEqual({ balance: 500, free: 0 })
      await expectSound()
    }
  })

  it('E08 E13: applied, paid alone and with a card from eight baskets at once, it is spent once to the penny', async () => {
    for (let round = 0; round < 5; round += 1) {
      await emptyTables(opened.db)
      const shop = await openShop(opened.db, { now, classes })
      const { actors, customerId } = await concurrentFor(shop, 1300)
      await Promise.all(
        actors.map(async (actor, index) => {
          await outcome(apply(opened.db, actor, index % 2 === 0 ? 500 : 200, now))
          if (index % 2 === 0) await outcome(completeWith(shop, actor))
          else {
            const paid = await outcome(payWith(shop, actor))
            if (typeof paid !== 'string') await outcome(completeWith(shop, actor, paid.transactionUuid))
          }
          await reconcilePayments(shop.services, shop.clock.now())
          await sweepExpiredCredit(opened.db, shop.clock.now())
        }),
      )
      await driveToTheEnd(shop)
      const { rows } = await sql<{ spent: number }>`
        select coalesce(sum(amount), 0)::int as spent from order_payment where tender_type = 'credit'`.execute(
        opened.db,
      )
      const { general } = await creditOf(opened.db, customerId, shop.clock.now())
      expect(general.balance + (rows[0]?.spent ?? 0)).toBe(1300)
      expect(rows[0]?.spent).toBeGreaterThan(0)
      expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
      await expectSound()
    }
  })

  it('a reservation that has lapsed is given back once, by sweepers and takers at the same moment', async () => {
    const shop = await openShop(opened.db, { now, classes })
    const { actors, customerId } = await concurrentFor(shop, 500)
    const [first, ...others] = actors
    if (first === undefined) throw new Error('There is nobody.')
    await apply(opened.db, first, 500, now)
    const later = new Date(now.getTime() + 601_000)
    await writeReservations(opened.db, (tx) =>
      sql`update hold set held_until = ${new Date(later.getTime() + 600_000)}
        where basket_id <> (select id from basket where customer_id = ${first.person?.id ?? 0})`.execute(tx),
    )
    const answers = await Promise.all([
      ...others.map((actor) => outcome(apply(opened.db, actor, 500, later))),
      ...desks.map(() => sweepExpiredCredit(opened.db, later)),
      ...desks.map(() => expireCredit(opened.db, later)),
    ])
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    expect((await creditOf(opened.db, customerId, later)).general).toEqual({ balance: 500, free: 0 })
    await expectSound()
  })

  it('control: without the lock and the rule of the books, one sum is given to several baskets', async () => {
    const unguarded = await openCopy()
    try {
      await sql`alter table credit_lot drop constraint credit_not_negative`.execute(unguarded.db)
      const shop = await openShop(unguarded.db, { now, classes })
      const { actors, customerId } = await concurrentFor(shop, 500)
      await Promise.all(actors.map((actor) => takeWithoutLock(unguarded.db, actor, customerId, 500)))
      const { count } = await unguarded.db
        .selectFrom('creditReservation')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBeGreaterThan(1)
      const [lot] = await unguarded.db.selectFrom('creditLot').select('available').execute()
      expect(lot?.available).toBeLessThan(0)
    } finally {
      await unguarded.close()
    }
  })
})

/** What reserving does, but for the lock of the purse. All look before anybody takes. */
const takeWithoutLock = (db: Database, actor: Actor, customerId: number, amount: number) =>
  transact(db, async (tx) => {
    const basket = await findBasket(tx, actor)
    if (basket === null) throw new Error('There is no basket.')
    const lots = await lotsOf(tx, customerId, basket.id, now)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const parts = drawFromLots(
      lots.map(({ id, available, expiresOn }) => ({ lotId: id, amount: available, expiresOn })),
      amount,
    )
    if (parts === null) return
    const type = 'general' as const
    const reservation = { basketId: basket.id, customerId, type, amount, reservedUntil: now, createdAt: now }
    const reservationId = await addReservation(tx, reservation)
    await postMovement(tx, { kind: 'reserve', at: now, description: 'Reserved for a basket' }, [
      { from: 'available', to: 'reserved', parts, reservationId },
    ])
  })
