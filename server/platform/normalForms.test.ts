import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import type { Database } from './database.ts'

let db: Database
let operatorId: number
let customerId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  customerId = (await aCustomer(db, operatorId)).id
})

const store = async (column: string, value: string): Promise<string> => {
  try {
    await sql`update customer set ${sql.ref(column)} = ${value} where id = ${customerId}`.execute(db)
    return 'stored'
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error)
  }
}

const invisible = [
  '\t',
  '\n',
  '\u0085',
  '\u00a0',
  '\u2003',
  '\u2028',
  '\u3000',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u{e0001}',
]

describe('the database', () => {
  it.each([
    ['reference', 'QM-10005', ['qm-10005', 'QM 10005', ' QM-10005', 'ＱＭ-10005']],
    [
      'email',
      'ann@example.test',
      ['Ann@example.test', 'ann @example.test', 'ann@exämple.test', 'ａnn@example.test'],
    ],
    ['phone', '01632 960123', [' 01632 960123', '01632  960123', '01632 960123 ']],
    ['postcode', 'OL16 1AB', ['ol16 1ab', 'OL16  1AB', ' OL16 1AB']],
  ])('refuses a %s that is not in its normal form', async (column, normal, others) => {
    for (const value of [
      ...others,
      ...invisible.flatMap((character) => [normal + character, character + normal]),
    ])
      expect([value, await store(column, value)]).toEqual([
        value,
        expect.stringMatching(`^customer_${column}_`),
      ])
    expect(await store(column, normal)).toBe('stored')
  })

  it('takes letters of any language before the @', async () => {
    expect(await store('email', 'jörg@xn--exmple-cua.test')).toBe('stored')
  })

  it('has checks for every column that holds an address or a number of the operator', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct col.table_name || '.' || col.column_name as name
      from information_schema.columns col
      join information_schema.tables t using (table_schema, table_name)
      where col.table_schema = 'public' and t.table_type = 'BASE TABLE' and col.data_type = 'text'
        and (col.column_name ~ '(^|_)(email|postcode|access_code|customer_reference)$'
          or col.column_name = 'reference' and col.table_name in ('customer', 'membership', 'package', 'customer_order'))
        and not exists (select 1 from pg_constraint c where c.conrelid = col.table_name::regclass
          and c.conname = col.table_name || '_' || col.column_name || '_normal')
      order by 1`.execute(db)
    // Of the venue itself, from its files.
    expect(rows.map(({ name }) => name)).toEqual(['venue.postcode'])
  })
})
