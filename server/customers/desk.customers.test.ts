import { expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { isCustomerOf } from './desk.ts'

it('finds a customer only with their own operator', async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const own = await anOperator(db)
  const other = await anOperator(db, { slug: 'other' })
  const bo = await aCustomer(db, other.id)
  expect(await isCustomerOf(db, bo.id, other.id)).toBe(true)
  expect(await isCustomerOf(db, bo.id, own.id)).toBe(false)
  expect(await isCustomerOf(db, 999_999, other.id)).toBe(false)
})
