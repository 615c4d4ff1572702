/**
 * Payments that are started and completed together while another call has a lock of one, on PostgreSQL: that one is
 * left for later, and none of the others waits for it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeOrders } from '#server/checkout/finish.ts'
import { startPayments } from '#server/checkout/sql.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { aDecidedPayment, readyToPay } from '#test/support/batchedPayments.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { whileLocked } from '#test/support/locks.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const until = new Date('2027-03-01T09:30:00Z')

let opened: Opened
let db: Database
let shop: Shop

beforeAll(async () => {
  opened = await openCopy()
  db = opened.db
})
beforeEach(async () => {
  await emptyTables(db)
  shop = await openShop(db, { now, classes: [{}, {}] })
})
afterAll(() => opened.close())

it('payments are started without those whose basket is locked', async () => {
  const [locked, other] = [
    await readyToPay(db, await shop.buyer(), now),
    await readyToPay(db, await shop.buyer({ of: [1] }), now),
  ]
  const started = await whileLocked(db, { table: 'basket', id: locked.payment.basketId }, (tx) =>
    startPayments(tx, [locked, other], { until, isRenewal: true }, now),
  )
  expect([...started.keys()]).toEqual([other.payment.uuid])
})

it.each(['basket', 'payment_transaction'] as const)(
  'orders are made without those whose %s is locked',
  async (table) => {
    const paid = [await aDecidedPayment(shop), await aDecidedPayment(shop, { of: [1] })] as const
    const [locked, other] = paid
    const id = table === 'basket' ? locked.basketId : locked.paymentId
    const payments = paid.map(({ payment }) => payment)
    const done = await whileLocked(db, { table, id }, (tx) => makeOrders(tx, payments, { waits: false }, now))
    expect([...done.keys()]).toEqual([other.paymentId])
  },
)
