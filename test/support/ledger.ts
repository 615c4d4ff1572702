import { sql } from 'kysely'
import { expect } from 'vitest'
import { emptyTables, testDatabase } from './database.ts'
import { leftOpen, wrongWithMoney } from './money.ts'
import type { Shop } from './shop.ts'
import { wrongWithPlaces } from './places.ts'

/** When the payments of these tests begin. */
export const now = new Date('2027-03-01T09:00:00Z')

/** Empties the database, and reads what payments leave in it. */
export const anEmptyLedger = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  return {
    db,
    /** The invariants after every scenario. */
    expectSound: async (shop: Shop): Promise<void> => {
      expect(await wrongWithMoney(db)).toEqual([])
      expect(await leftOpen(db)).toEqual([])
      expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
    },
    count: async (
      table: 'customer_order' | 'booking' | 'notice' | 'payment_transaction',
    ): Promise<number> => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from ${sql.table(table)}`.execute(db)
      return rows[0]?.count ?? 0
    },
    /** The statuses of all payments, in the order they were begun. */
    statuses: async (): Promise<string[]> =>
      (await db.selectFrom('paymentTransaction').select('status').orderBy('id').execute()).map(
        (row) => row.status,
      ),
    /** Pence that the card company has taken and not given back. */
    taken: async (): Promise<number> => {
      const { rows } = await sql<{
        sum: number
      }>`select coalesce(sum(captured - refunded), 0) as sum from demo_card_payment`.execute(db)
      return rows[0]?.sum ?? 0
    },
  }
}

export type Ledger = Awaited<ReturnType<typeof anEmptyLedger>>
