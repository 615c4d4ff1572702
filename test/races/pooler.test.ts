/**
 * The server behind pgbouncer, in both of its modes: buyers who pay at once for the last places. Left out where pgbouncer
 * is not installed; the gate installs it.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { copyDatabase } from '#test/support/database.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { pgbouncer, startPooler } from '#test/support/pooler.ts'
import { openShop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')

describe.skipIf(pgbouncer() === undefined)('behind pgbouncer', () => {
  it.each(['session', 'transaction'] as const)('in %s mode places are sold once and paid', async (mode) => {
    const pooler = await startPooler(await copyDatabase(), mode)
    const settings = readConfig({ DATABASE_URL: pooler.url, DATABASE_POOL: '6', DATABASE_POOLING: mode })
    // Two nodes, whose statements meet on the connections of the pooler.
    const [{ db, close }, other] = [await openDatabase(settings), await openDatabase(settings)]
    try {
      const shop = await openShop(db, { now, classes: [{ capacity: 5 }] })
      const elsewhere = { ...shop, services: { ...shop.services, db: other.db } }
      const purchases = await Promise.allSettled(
        Array.from({ length: 8 }, async (_, n) => {
          const actor = await shop.buyer()
          const node = n % 2 === 0 ? shop : elsewhere
          const { transactionUuid } = await payWith(node, actor)
          await completeWith(node, actor, transactionUuid)
        }),
      )
      await driveToTheEnd(shop)
      expect(purchases.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer_order`.execute(db)
      expect(rows).toEqual([{ n: 5 }])
      expect([
        ...(await wrongWithMoney(db)),
        ...(await leftOpen(db)),
        ...(await wrongWithPlaces(db, now)),
      ]).toEqual([])
    } finally {
      await close()
      await other.close()
      await pooler.stop()
    }
  })
})
