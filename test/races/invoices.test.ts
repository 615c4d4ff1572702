/**
 * Many invoices at once, on PostgreSQL: their numbers have no gaps, also where some fail, and an invoice is paid once. In the
 * last part the row that counts is not waited for, and a number is given twice.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { takeInvoiceNumber } from '#server/hirers/sql/invoices.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { openCopy } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { outcome } from '#test/support/outcome.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database
let world: HallToHire

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})
beforeEach(async () => {
  world = await aHallToHire(db)
})
afterAll(() => opened.close())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('numbers have no gaps under 200 invoices of which every third fails', async () => {
  const numbers: number[] = []
  await Promise.all(
    upTo(200).map(async (nth) => {
      const write = transact(db, async (tx) => {
        const number = await takeInvoiceNumber(tx, world.operator.id)
        if (nth % 3 === 0) throw new Error('It fails.')
        return number
      })
      numbers.push(
        ...(await write.then(
          (number) => [number],
          () => [],
        )),
      )
    }),
  )
  expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(134))
})

it('a hire is invoiced once and the invoice paid once, however many press at once', async () => {
  const { id: hireId } = await world.hire()
  const press = () => outcome(world.office.send(api.hirers.invoice, { hireId, until: '2027-03-31' }))
  expect((await Promise.all(upTo(4).map(press))).toSorted()).toEqual([
    'nothing_to_invoice',
    'nothing_to_invoice',
    'nothing_to_invoice',
    'ok',
  ])
  const { invoices } = await world.office.send(api.hirers.invoices, { until: '2027-03-31' })
  expect(invoices).toMatchObject([{ number: 1 }])
  const invoiceId = invoices[0]?.id ?? 0
  const pay = () =>
    outcome(world.office.send(api.hirers.pay, { invoiceId, tender: 'transfer', amount: 12_000 }))
  expect((await Promise.all(upTo(4).map(pay))).toSorted()).toEqual([
    'already_paid',
    'already_paid',
    'already_paid',
    'ok',
  ])
  expect(await db.selectFrom('hirePayment').select('amount').execute()).toEqual([{ amount: 12_000 }])
})

it('negative control: by a query and a write, a number is given twice', async () => {
  await transact(db, (tx) => takeInvoiceNumber(tx, world.operator.id))
  const numbers = await Promise.all(
    upTo(8).map(() =>
      transact(db, async (tx) => {
        const { rows } = await sql<{ next: number }>`
          select last_number + 1 as next from hire_invoice_number where operator_id = ${world.operator.id}`.execute(
          tx,
        )
        const next = rows[0]?.next ?? 0
        await sql`update hire_invoice_number set last_number = ${next} where operator_id = ${world.operator.id}`.execute(
          tx,
        )
        return next
      }),
    ),
  )
  expect(new Set(numbers).size).toBeLessThan(numbers.length)
})
