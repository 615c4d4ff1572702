/**
 * Payments that are started and completed together, on two nodes at once, on PostgreSQL. What keeps them apart is taken
 * out in the controls, where it must go wrong.
 */
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeItems } from '#server/baskets/remove.ts'
import { authorise } from '#server/checkout/authorise.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { copyDatabase, emptyTables } from '#test/support/database.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { authoriseBody, completeWith, driveToTheEnd, payWith, typedCard } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const buyers = 16

/** Two nodes on one database. */
type Nodes = { db: Database; other: Database; close: () => Promise<void> }

const openNodes = async (): Promise<Nodes> => {
  const url = await copyDatabase()
  const node = (): Promise<Opened> => openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '6' }))
  const [one, two] = [await node(), await node()]
  return {
    db: one.db,
    other: two.db,
    close: async () => {
      await one.close()
      await two.close()
    },
  }
}

const rewrite = async (db: Database, name: string, change: (source: string) => string): Promise<void> => {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(p.oid) as source from pg_proc p where p.proname = ${name}`.execute(db)
  const source = rows[0]?.source ?? ''
  const changed = change(source)
  if (changed === source) throw new Error(`${name} is as it was.`)
  await sql.raw(changed).execute(db)
}

const allowed = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const openPaidShop = async (db: Database): Promise<Shop> =>
  openShop(db, { now, classes: [{ capacity: 1000 }, { capacity: 1000 }] })

/** Everyone has paid, and both nodes make the order of each. @returns the ids that each payment was answered with */
const completeOnBoth = async ({ db, other }: Nodes): Promise<{ shop: Shop; orderIds: number[][] }> => {
  const shop = await openPaidShop(db)
  const paid = await Promise.all(
    Array.from({ length: buyers }, async () => {
      const actor = await shop.buyer({ of: [0, 1] })
      return { actor, ...(await payWith(shop, actor)) }
    }),
  )
  const nodes = [shop.services, { ...shop.services, db: other }]
  const orderIds = await Promise.all(
    paid.map(({ actor, transactionUuid }) =>
      Promise.all(
        nodes.map(async (node) => (await completeWith(shop, actor, transactionUuid, node)).completeOrderId),
      ),
    ),
  )
  return { shop, orderIds }
}

const countOrders = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from customer_order`.execute(db)
  return rows[0]?.count ?? 0
}

/** Each pays while taking a line out of the basket. @returns the lines that were paid for after they were taken out */
const payWhileRemoving = async ({ db, other }: Nodes): Promise<{ shop: Shop; wrong: number }> => {
  const shop = await openPaidShop(db)
  await Promise.all(
    Array.from({ length: buyers }, async (_, index) => {
      const actor = await shop.buyer({ of: [0, 1] })
      const card = await typedCard(shop, actor)
      const { rows } = await sql<{ id: number }>`
        select bi.id from basket_item bi join basket b on b.id = bi.basket_id
        where b.uuid = ${actor.basketUuid}::uuid order by bi.id`.execute(db)
      const removed = rows.slice(0, 1).map(({ id }) => id)
      await Promise.all([
        allowed(authorise(shop.services, actor, authoriseBody(card), now)),
        wait(index).then(() =>
          allowed(transact(other, (tx) => removeItems(tx, actor, { itemIds: removed, isFinal: true }, now))),
        ),
      ])
    }),
  )
  const { rows: wrong } = await sql`
    select bi.id from payment_transaction t, jsonb_array_elements(t.agreement->'sale'->'lines') l
    join basket_item bi on bi.id = (l->>'itemId')::int
    where t.status = 'authorised' and bi.removed_at is not null`.execute(db)
  return { shop, wrong: wrong.length }
}

describe('payments in batches', () => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await openNodes()
  })
  beforeEach(() => emptyTables(nodes.db))
  afterAll(() => nodes.close())

  const expectSound = async (shop: Shop): Promise<void> => {
    await driveToTheEnd(shop)
    expect(await wrongWithMoney(nodes.db)).toEqual([])
    expect(await leftOpen(nodes.db)).toEqual([])
    expect(await wrongWithPlaces(nodes.db, shop.clock.now())).toEqual([])
  }

  it('E04: completed on two nodes at once, each payment is one order with one e-mail', async () => {
    const { shop, orderIds } = await completeOnBoth(nodes)
    expect(orderIds.map((ids) => new Set(ids).size)).toEqual(orderIds.map(() => 1))
    expect(await countOrders(nodes.db)).toBe(buyers)
    const { rows } = await sql`
      select n.id from notice n join job j on j.unique_key = n.id::text where n.kind = 'booking_confirmed'`.execute(
      nodes.db,
    )
    expect(rows).toHaveLength(buyers)
    await expectSound(shop)
  })

  it('a batch in which places are gone makes the other orders', async () => {
    const shop = await openPaidShop(nodes.db)
    const paid = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const actor = await shop.buyer({ of: [index % 2] })
        return { actor, ...(await payWith(shop, actor)) }
      }),
    )
    const cancelled = shop.occurrences[1]?.id ?? 0
    await sql`update occurrence set status = 'cancelled' where id = ${cancelled}`.execute(nodes.db)
    const codes = await Promise.all(
      paid.map(async ({ actor, transactionUuid }) => {
        try {
          await completeWith(shop, actor, transactionUuid)
          return 'done'
        } catch (error) {
          return error instanceof Refusal ? error.code : 'failed'
        }
      }),
    )
    expect(codes).toEqual(['done', 'place_lost', 'done', 'place_lost', 'done', 'place_lost'])
    await expectSound(shop)
  })

  it('nothing that left the basket is paid for', async () => {
    for (let round = 0; round < 5; round += 1) {
      await emptyTables(nodes.db)
      const { shop, wrong } = await payWhileRemoving(nodes)
      expect(wrong).toBe(0)
      shop.clock.forward(61_000)
      await reconcilePayments(shop.services, shop.clock.now())
      await expectSound(shop)
    }
  })

  describe('controls', () => {
    let unguarded: Nodes
    beforeAll(async () => {
      unguarded = await openNodes()
      const { db } = unguarded
      await sql`alter table customer_order drop constraint customer_order_basket_id_key`.execute(db)
      await sql`alter table booking drop constraint booking_basket_item_id_key, drop constraint booking_hold_id_key`.execute(
        db,
      )
      await sql`alter table order_payment drop constraint order_payment_transaction_id_key`.execute(db)
      await rewrite(db, 'lock_payments', (source) =>
        source.replaceAll(/for (no key )?update( skip locked)?/g, ''),
      )
      await rewrite(db, 'start_payments', (source) =>
        source.replace(`and basket_version(b.id) = s.value->>'version'`, ''),
      )
    })
    afterAll(() => unguarded.close())

    it('without the locks, payments become several orders', async () => {
      let made = 0
      for (let tries = 0; tries < 30; tries += 1) {
        await emptyTables(unguarded.db)
        await completeOnBoth(unguarded)
        made = await countOrders(unguarded.db)
        if (made > buyers) break
      }
      expect(made).toBeGreaterThan(buyers)
    })

    it('without the comparison of versions, a line that left the basket is paid for', async () => {
      let wrong = 0
      for (let tries = 0; tries < 30; tries += 1) {
        await emptyTables(unguarded.db)
        wrong = (await payWhileRemoving(unguarded)).wrong
        if (wrong > 0) break
      }
      expect(wrong).toBeGreaterThan(0)
    })
  })
})
