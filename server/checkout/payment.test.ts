import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { unreachable } from '#test/support/failingServices.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { cardEnding, completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import type { CheckoutServices } from './payment.ts'
import { reconcilePayments } from './reconcile.ts'

const now = new Date('2027-03-01T09:00:00Z')
let db: Database

beforeAll(async () => {
  ;({ db } = await testDatabase())
})
beforeEach(() => emptyTables(db))

/** The invariants after every scenario. */
const expectSound = async (shop: Shop): Promise<void> => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await leftOpen(db)).toEqual([])
  expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
}

const count = async (
  table: 'customer_order' | 'booking' | 'notice' | 'payment_transaction',
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

const statuses = async (): Promise<string[]> =>
  (await db.selectFrom('paymentTransaction').select('status').orderBy('id').execute()).map(
    (row) => row.status,
  )

const taken = async (): Promise<number> => {
  const { rows } = await sql<{
    sum: number
  }>`select coalesce(sum(captured - refunded), 0) as sum from demo_card_payment`.execute(db)
  return rows[0]?.sum ?? 0
}

describe('an unreachable provider', () => {
  const error = () => new CardsUnavailable(new Error('no route'))

  test.each(['open', 'authorise'] as const)(
    'at %s: refused, nothing authorised, and the basket is open at once',
    async (call) => {
      for (const when of ['before', 'after'] as const) {
        await emptyTables(db)
        const shop = await openShop(db, { now })
        const actor = await shop.buyer()
        const cards = unreachable(shop.cards, (name) => (name === call ? when : null), error)
        const refusal = await payWith(shop, actor, cardEnding.accepted, { ...shop.services, cards }).catch(
          (e: unknown) => e,
        )
        expect(refusal).toMatchObject({ code: 'provider_unavailable' })
        // At once, with the same basket and another card.
        const { transactionUuid } = await payWith(shop, actor)
        await completeWith(shop, actor, transactionUuid)
        await driveToTheEnd(shop)
        await expectSound(shop)
        expect([await count('customer_order'), await taken()]).toEqual([1, 500])
      }
    },
  )

  test.each(['before', 'after'] as const)(
    'at capture (%s): the order is confirmed and captured later, once',
    async (when) => {
      const shop = await openShop(db, { now })
      const actor = await shop.buyer()
      let isDown = true
      const cards = unreachable(shop.cards, (name) => (name === 'capture' && isDown ? when : null), error)
      const services = { ...shop.services, cards }
      const { transactionUuid } = await payWith(shop, actor, cardEnding.accepted, services)
      expect(await completeWith(shop, actor, transactionUuid, services)).toMatchObject({ status: 'success' })
      await reconcilePayments(services, shop.clock.now())
      expect(await leftOpen(db)).not.toEqual([])
      isDown = false
      await driveToTheEnd(shop, services)
      await expectSound(shop)
      expect(await taken()).toBe(500)
    },
  )

  test('an authorisation that expired before capture: the booking is valid and staff see that it is unpaid', async () => {
    const shop = await openShop(db, { now })
    const actor = await shop.buyer()
    const { transactionUuid } = await payWith(shop, actor)
    const cards = unreachable(shop.cards, (name) => (name === 'capture' ? 'before' : null), error)
    await completeWith(shop, actor, transactionUuid, { ...shop.services, cards })
    await shop.cards.void({ transactionUuid, reference: transactionUuid })
    await driveToTheEnd(shop)
    expect(await db.selectFrom('orderPayment').select(['status', 'amount']).execute()).toEqual([
      { status: 'failed', amount: 500 },
    ])
    expect(await count('booking')).toBe(1)
    expect(shop.logged.some(({ message }) => message === 'an order could not be charged')).toBe(true)
  })

  test('a capture instead of a release is refunded in full, and the buyer is notified', async () => {
    const shop = await openShop(db, { now, classes: [{ capacity: 1 }] })
    const { transactionUuid } = await payWith(shop, await shop.buyer())
    shop.clock.forward(31 * 60_000)
    await shop.buyer()
    await shop.cards.capture({ transactionUuid, reference: transactionUuid, amount: 500 })
    await driveToTheEnd(shop)
    expect(await statuses()).toEqual(['refunded'])
    expect(await taken()).toBe(0)
    await expectSound(shop)
    expect((await db.selectFrom('notice').select('data').executeTakeFirst())?.data).toMatchObject({
      reason: 'refunded',
    })
  })
})

describe('a provider that answers too late', () => {
  /** Minutes pass while reconciliation runs, before or after the provider carries out its calls. */
  const slowly = (shop: Shop, when: 'before' | 'after'): CheckoutServices['cards'] =>
    new Proxy(shop.cards, {
      get: (target, key) =>
        key === 'authorise'
          ? async (ask: Parameters<typeof target.authorise>[0]) => {
              const result = when === 'after' ? await target.authorise(ask) : null
              for (let minutes = 0; minutes < 4; minutes += 1) {
                shop.clock.forward(61_000)
                await reconcilePayments(shop.services, shop.clock.now())
              }
              return result ?? target.authorise(ask)
            }
          : (Reflect.get(target, key) as unknown),
    })

  test('before authorising: the payment is voided, and the basket is open again', async () => {
    const shop = await openShop(db, { now })
    const actor = await shop.buyer()
    const cards = slowly(shop, 'before')
    const late = await payWith(shop, actor, cardEnding.accepted, { ...shop.services, cards })
    expect(late.transactionStatus).toBe('aborted')
    expect(await statuses()).toEqual(['aborted'])
    const { transactionUuid } = await payWith(shop, actor)
    await completeWith(shop, actor, transactionUuid)
    await expectSound(shop)
    expect([await count('customer_order'), await taken()]).toEqual([1, 500])
  })

  test('after authorising: the order was made earlier and remains', async () => {
    const shop = await openShop(db, { now })
    const actor = await shop.buyer()
    const cards = slowly(shop, 'after')
    const late = await payWith(shop, actor, cardEnding.accepted, { ...shop.services, cards })
    expect(late.transactionStatus).toBe('completed')
    expect(await completeWith(shop, actor, late.transactionUuid)).toMatchObject({ status: 'success' })
    await driveToTheEnd(shop)
    await expectSound(shop)
    expect([await count('customer_order'), await taken()]).toEqual([1, 500])
  })

  test('after a challenge: it can no longer be continued', async () => {
    const shop = await openShop(db, { now })
    const cards = slowly(shop, 'after')
    const late = await payWith(shop, await shop.buyer(), cardEnding.challengedAndPassed, {
      ...shop.services,
      cards,
    })
    expect(late).toMatchObject({ transactionStatus: 'aborted', scaUrl: null })
    await driveToTheEnd(shop)
    await expectSound(shop)
  })
})

test('a failing payment does not delay the others', async () => {
  const shop = await openShop(db, { now })
  const [stuck, fine] = [await shop.buyer(), await shop.buyer()]
  const first = await payWith(shop, stuck, cardEnding.pending)
  await payWith(shop, fine)
  shop.clock.forward(61_000)
  const cards = new Proxy(shop.cards, {
    get: (target, key) =>
      key === 'status'
        ? async (requested: { reference: string }) => {
            if (requested.reference === first.transactionUuid) throw new Error('a fault of the company')
            return target.status({ ...requested, site: '' })
          }
        : (Reflect.get(target, key) as unknown),
  })
  await reconcilePayments({ ...shop.services, cards }, shop.clock.now())
  expect(await statuses()).toEqual(['pending', 'completed'])
  expect(shop.logged.map(({ message }) => message)).toContain('a payment is stuck')
})
