import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { readyToPay } from '#test/support/batchedPayments.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer, closeAccount } from '#test/support/factories/customers.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { startPayments } from './sql.ts'
import type { Starting } from './sql.ts'

const now = new Date('2027-03-01T09:00:00Z')
const until = new Date('2027-03-01T09:30:00Z')

let db: Database
let shop: Shop

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  shop = await openShop(db, { now, classes: [{}, {}] })
})

const ready = (actor: Actor): Promise<Starting> => readyToPay(db, actor, now)

const addCredit = async ({ payment: { basketId } }: Starting, state: 'reserved' | 'returned') => {
  const { id: customerId } = await aCustomer(db, shop.operatorId)
  await db
    .insertInto('creditReservation')
    .values({ basketId, customerId, type: 'general', amount: 100, reservedUntil: now, createdAt: now, state })
    .execute()
}

const startAll = async (starting: readonly Starting[]) => {
  const started = await startPayments(db, starting, { until, isRenewal: true }, now)
  return starting.map(({ payment }) => started.get(payment.uuid))
}

it('payments are started together for baskets that are open, as they were read and without credit', async () => {
  const first = await ready(await shop.buyer())
  const returned = await ready(await shop.buyer())
  const withCredit = await ready(await shop.buyer())
  await addCredit(returned, 'returned')
  await addCredit(withCredit, 'reserved')
  const actor = await shop.buyer()
  const changed = await ready(actor)
  await shop.add(actor, [1])
  const payer = await shop.buyer()
  const { basketUuid } = payer
  await db
    .updateTable('basket')
    .set({ status: 'paymentProcessing' })
    .where('uuid', '=', basketUuid ?? '')
    .execute()
  const paying = await ready(payer)
  const answers = await startAll([first, returned, withCredit, changed, paying])
  expect(answers.map((answer) => answer !== undefined)).toEqual([true, true, false, false, false])
  const baskets = await db
    .selectFrom('basket')
    .select('id')
    .where('renewalsUsed', '=', 1)
    .where('status', '=', 'paymentProcessing')
    .orderBy('id')
    .execute()
  expect(baskets.map(({ id }) => id)).toEqual([first.payment.basketId, returned.payment.basketId])
})

it('a payment whose places are gone is answered with them, and the others are started', async () => {
  const [made, lost] = [await ready(await shop.buyer()), await ready(await shop.buyer({ of: [1] }))]
  await db
    .updateTable('occurrence')
    .set({ status: 'cancelled' })
    .where('id', '=', shop.occurrences[1]?.id ?? 0)
    .execute()
  const [itemId] = lost.itemIds
  expect(await startAll([lost, made])).toEqual([
    [{ itemId, outcome: 'cancelled' }],
    expect.objectContaining({ uuid: made.payment.uuid, status: 'started' }),
  ])
  const started = await db.selectFrom('paymentTransaction').select('uuid').execute()
  expect(started).toEqual([{ uuid: made.payment.uuid }])
  const held = await db.selectFrom('hold').select('basketId').where('heldUntil', '=', until).execute()
  expect(held).toEqual([{ basketId: made.payment.basketId }])
})

it('the payment of a basket that the caller has locked is started whatever has been read, and with credit', async () => {
  const starting = await ready(await shop.buyer())
  await addCredit(starting, 'reserved')
  expect(await startAll([{ ...starting, version: null }])).toEqual([
    expect.objectContaining(starting.payment),
  ])
})

it('no payment is started for an account that was closed meanwhile', async () => {
  const actor = await shop.buyer({ customer: true })
  const starting = await ready(actor)
  await closeAccount(db, actor.customerId, now)
  await expect(startAll([starting])).rejects.toThrow('has been closed')
})
