import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBasket } from '#server/baskets/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { creditOf } from './balance.ts'
import { expireCredit, grantCredit, refundSpent } from './grant.ts'
import {
  lockCreditAccounts,
  releaseReservation,
  reserveCredit,
  shrinkReserved,
  spendReserved,
  sweepExpiredCredit,
} from './reserve.ts'
import type { CreditType } from './rules.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let shop: Shop
let actor: Actor
let customerId: number
let basketId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  shop = await openShop(db, { now })
  actor = await shop.buyer({ customer: true })
  customerId = actor.customerId ?? 0
  basketId = (await findBasket(db, actor))?.id ?? 0
})

// After every test the balance equals the sum of the entries.
afterEach(async () => {
  const wrong = await wrongWithCredit(db)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
})

const grant = (amount: number, more: { type?: CreditType; expiresOn?: string; importKey?: string } = {}) =>
  transact(db, (tx) =>
    grantCredit(
      tx,
      {
        operatorId: shop.operatorId,
        customerId,
        type: 'general',
        amount,
        expiresOn: null,
        description: 'A present',
        from: 'grant',
        ...more,
      },
      shop.clock.now(),
    ),
  )

const reserve = (amount: number, type: CreditType = 'general', of = basketId) =>
  transact(db, (tx) => {
    const at = shop.clock.now()
    return reserveCredit(tx, { basketId: of, customerId, type, amount, reservedUntil: at }, at)
  })

const credit = () => creditOf(db, customerId, shop.clock.now(), basketId)

const spend = async (...credits: { type: CreditType; amount: number }[]): Promise<number> => {
  const { id } = await db
    .insertInto('customerOrder')
    .values({
      operatorId: shop.operatorId,
      basketId,
      customerId,
      reference: `ONS-${basketId}`,
      placedAt: now,
      total: 0,
      taxTotal: 0,
      itemHash: '',
      items: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transact(db, async (tx) => {
    await lockCreditAccounts(tx, basketId)
    await tx
      .insertInto('orderPayment')
      .values(
        credits.map(({ type, amount }) => ({
          orderId: id,
          tenderType: 'credit',
          creditType: type,
          amount,
          paidAt: now,
        })),
      )
      .execute()
    const spent = { basketId, customerId, orderId: id, description: 'Order', credits }
    await spendReserved(tx, spent, shop.clock.now())
  })
  return id
}

const lots = () =>
  db.selectFrom('creditLot').select(['available', 'reserved', 'expiresOn']).orderBy('id').execute()

describe('the balance', () => {
  it('is the granted credit by type', async () => {
    await grant(2000)
    await grant(300, { type: 'membership' })
    expect(await credit()).toEqual({
      general: { balance: 2000, free: 2000 },
      membership: { balance: 300, free: 300 },
    })
  })

  it("excludes expired credit from the first minute of the next day in the operator's time zone", async () => {
    await grant(500, { expiresOn: '2027-03-01' })
    shop.clock.set(new Date('2027-03-01T23:59:59Z'))
    expect((await credit()).general.balance).toBe(500)
    shop.clock.set(new Date('2027-03-02T00:00:00Z'))
    expect((await credit()).general).toEqual({ balance: 0, free: 0 })
    await expireCredit(db, shop.clock.now())
    await expireCredit(db, shop.clock.now())
    expect(await lots()).toEqual([{ available: 0, reserved: 0, expiresOn: '2027-03-01' }])
  })

  it('is granted once for one import key', async () => {
    expect(await grant(500, { importKey: 'welcome' })).not.toBeNull()
    expect(await grant(500, { importKey: 'welcome' })).toBeNull()
    expect((await credit()).general.balance).toBe(500)
  })
})

describe('reserving', () => {
  it('takes the first to expire first, and does not change the balance', async () => {
    await grant(500)
    await grant(300, { expiresOn: '2027-03-05' })
    await reserve(400)
    expect(await lots()).toEqual([
      { available: 400, reserved: 100, expiresOn: null },
      { available: 0, reserved: 300, expiresOn: '2027-03-05' },
    ])
    expect((await credit()).general).toEqual({ balance: 800, free: 800 })
    expect((await creditOf(db, customerId, now)).general).toEqual({ balance: 800, free: 400 })
  })

  it('E07: replaces what was reserved of the type, and 0 or less removes it', async () => {
    await grant(500)
    await grant(500, { type: 'membership' })
    await reserve(400)
    await reserve(100, 'membership')
    expect(await reserve(500)).toBe(500)
    expect((await creditOf(db, customerId, now)).general.free).toBe(0)
    expect(await reserve(0)).toBe(0)
    expect((await creditOf(db, customerId, now)).general.free).toBe(500)
    expect(await reserve(-5, 'membership')).toBe(0)
    expect((await creditOf(db, customerId, now)).membership.free).toBe(500)
  })

  it('is refused beyond the balance, and the reservation stays', async () => {
    await grant(500)
    await reserve(400)
    await expect(reserve(501)).rejects.toMatchObject({ code: 'credit_not_applicable' })
    expect((await creditOf(db, customerId, now)).general.free).toBe(100)
  })

  it("a lapsed basket's credit is available to another at once, before and after the cleanup job", async () => {
    await grant(500)
    await reserve(500)
    shop.clock.forward(599_000)
    await sweepExpiredCredit(db, shop.clock.now())
    expect((await creditOf(db, customerId, shop.clock.now())).general.free).toBe(0)
    shop.clock.forward(1000)
    expect((await creditOf(db, customerId, shop.clock.now())).general.free).toBe(500)
    const other = await findBasket(db, await shop.buyer({ customer: true }))
    await reserve(500, 'general', other?.id ?? 0)
    expect((await creditOf(db, customerId, shop.clock.now())).general.free).toBe(0)
    shop.clock.forward(600_000)
    await sweepExpiredCredit(db, shop.clock.now())
    expect(await lots()).toEqual([{ available: 500, reserved: 0, expiresOn: null }])
  })

  it('shrinks to a total, membership credit stays longest', async () => {
    await grant(500)
    await grant(300, { type: 'membership' })
    await reserve(500)
    await reserve(300, 'membership')
    await transact(db, (tx) => shrinkReserved(tx, basketId, 400, now))
    expect(await lots()).toMatchObject([{ reserved: 100 }, { reserved: 300 }])
    await transact(db, (tx) => shrinkReserved(tx, basketId, 250, now))
    expect(await lots()).toMatchObject([{ reserved: 0 }, { reserved: 250 }])
    await transact(db, (tx) => releaseReservation(tx, basketId, now))
    expect(await lots()).toMatchObject([{ available: 500 }, { available: 300 }])
  })

  it('outlives the last day of the credit while the basket is live', async () => {
    await grant(500, { expiresOn: '2027-03-01' })
    await reserve(500)
    await writeReservations(db, (tx) => sql`update hold set held_until = '2027-03-02T09:00:00Z'`.execute(tx))
    shop.clock.set(new Date('2027-03-02T08:00:00Z'))
    await expireCredit(db, shop.clock.now())
    expect((await credit()).general).toEqual({ balance: 500, free: 500 })
    await spend({ type: 'general', amount: 500 })
    expect(await credit()).toMatchObject({ general: { balance: 0 } })
  })
})

describe('spending and refunding', () => {
  it('spends what was agreed to, and releases the rest of the reservation', async () => {
    await grant(500)
    await grant(300, { type: 'membership' })
    await reserve(500)
    await reserve(300, 'membership')
    await spend({ type: 'general', amount: 450 })
    expect(await credit()).toEqual({
      general: { balance: 50, free: 50 },
      membership: { balance: 300, free: 300 },
    })
  })

  it('refuses to spend what is not reserved', async () => {
    await grant(500)
    await reserve(400)
    await expect(spend({ type: 'general', amount: 401 })).rejects.toThrow('not reserved')
  })

  it('refunds to the lots it came from, and no more than was spent', async () => {
    await grant(300, { expiresOn: '2027-03-05' })
    await grant(500)
    await reserve(600)
    const orderId = await spend({ type: 'general', amount: 600 })
    const refund = (amount: number) =>
      transact(db, (tx) => refundSpent(tx, { orderId, amount, description: 'Cancelled' }, shop.clock.now()))
    expect(await refund(250)).toEqual({ general: 250, membership: 0 })
    // Credit without an expiry date comes first, so that the least is lost.
    expect(await lots()).toMatchObject([{ available: 0 }, { available: 450 }])
    expect((await credit()).general.balance).toBe(450)
    expect(await refund(1000)).toEqual({ general: 350, membership: 0 })
    expect(await lots()).toMatchObject([{ available: 300 }, { available: 500 }])
    expect(await refund(1)).toEqual({ general: 0, membership: 0 })
  })

  it('refunded credit of an expired lot can be used for another thirty days', async () => {
    await grant(300, { expiresOn: '2027-03-05' })
    await reserve(300)
    const orderId = await spend({ type: 'general', amount: 300 })
    shop.clock.set(new Date('2027-03-10T09:00:00Z'))
    const given = await transact(db, (tx) =>
      refundSpent(tx, { orderId, amount: 300, description: 'Cancelled' }, shop.clock.now()),
    )
    expect(given).toEqual({ general: 300, membership: 0 })
    expect((await credit()).general).toEqual({ balance: 300, free: 300 })
    expect(await lots()).toMatchObject([{ available: 0 }, { available: 300, expiresOn: '2027-04-09' }])
    const again = await transact(db, (tx) =>
      refundSpent(tx, { orderId, amount: 300, description: 'Cancelled' }, shop.clock.now()),
    )
    expect(again).toEqual({ general: 0, membership: 0 })
  })
})

describe('the ledger', () => {
  it('is append-only, never overspent, and refuses unbalanced movements', async () => {
    await grant(500)
    await expect(sql`update credit_entry set amount = 1`.execute(db)).rejects.toThrow('never changed')
    const lotId = (await db.selectFrom('creditLot').select('id').executeTakeFirstOrThrow()).id
    const moving = (...amounts: number[]) =>
      transact(db, async (tx) => {
        for (const amount of amounts) {
          const movement = await tx
            .insertInto('creditMovement')
            .values({ kind: 'grant', at: now, description: '' })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .insertInto('creditEntry')
            .values({ movementId: movement.id, lotId, account: 'available', amount })
            .execute()
        }
      })
    await expect(moving(1)).rejects.toThrow('does not balance')
    // Nor do two that make up for each other.
    await expect(moving(1, -1)).rejects.toThrow('does not balance')
    const overspent = sql`update credit_lot set available = available - 501`.execute(db)
    await expect(overspent).rejects.toThrow('credit_not_negative')
  })
})
