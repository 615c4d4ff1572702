import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hireTenders } from '#contract/hireTypes.ts'
import { orderSourceIds } from '#contract/orderSources.ts'
import { countedTenders, refundDestinationIds, tenderIds, tenders } from '#contract/tenders.ts'
import { refundTo } from '#messages/account/payments.ts'
import { tenders as words } from '#messages/shared/tenders.ts'
import { refundPlaces, tenderNames } from '#server/messages/en/tenders.ts'
import { testDatabase } from '#test/support/database.ts'

/** The values that the database accepts in a column, by the table that has it; empty where it accepts any. */
const acceptedIn = async (column: string): Promise<Record<string, string[]>> => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ table: string; check: string | null }>`
    select c.table_name as table, (
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.table_name::regclass and k.contype = 'c' and k.conkey = array[c.ordinal_position::int2]
      ) as check
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = ${column}`.execute(db)
  return Object.fromEntries(
    rows.map(({ table, check }) => [
      table,
      [...(check ?? '').matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value).toSorted(),
    ]),
  )
}

describe('what the database stores is what the contract lists', () => {
  it('of tenders, wherever one is stored', async () => {
    const all = tenderIds.toSorted()
    expect(await acceptedIn('tender_type')).toEqual({
      order_payment: all,
      till_entry: all,
      till_count: countedTenders.toSorted(),
      hire_payment: hireTenders.toSorted(),
    })
  })

  it('of destinations of refunds', async () => {
    expect(await acceptedIn('destination')).toEqual({ refund: refundDestinationIds.toSorted() })
  })

  it('of sources of orders and baskets', async () => {
    const all = orderSourceIds.toSorted()
    // An invoice that is paid is no order.
    const ofOrders = all.filter((id) => id !== 'hire-invoice')
    expect(await acceptedIn('source')).toMatchObject({ basket: all, customer_order: ofOrders })
  })
})

describe('tenders', () => {
  it('have words of their own wherever they are displayed', () => {
    for (const id of tenderIds) {
      const texts = [tenderNames[id], ...Object.values(words[id])]
      expect(texts).not.toContain(id)
      expect(texts.every((text) => text !== '')).toBe(true)
    }
    for (const id of refundDestinationIds) expect([refundTo[id], refundPlaces[id]]).not.toContain(id)
  })

  it('are counted in an order of their own', () => {
    const places = tenderIds.map((id) => tenders[id].counted)
    expect(new Set(places).size).toBe(places.length)
  })
})
