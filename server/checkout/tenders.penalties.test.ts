import { beforeEach, expect, it } from 'vitest'
import { aDebtor, minute, read } from '#test/support/baskets.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
})

/** A customer with a penalty of £3.00 in their basket, and with credit that pays for it. */
const withCreditApplied = async (amount: number) => {
  const { db, operatorId, app } = centre
  const { id, browser, owe } = await aDebtor(centre)
  const penaltyId = await owe()
  await someCredit(db, { operatorId, customerId: id, type: 'general', amount: 500 }, app.clock.now())
  await browser.send(api.baskets.add, { items: [{ id: penaltyId, type: 'penalty' }] })
  await browser.send(api.credits.apply, { creditsToReserve: [{ amount, type: 'general' }] })
  return browser
}

it('credit applied to penalties alone is reserved for as long as a place would be held', async () => {
  const browser = await withCreditApplied(300)
  const paid = { balance: 0, payments: [{ type: 'general', amount: 300 }] }
  expect(await read(browser)).toMatchObject(paid)
  centre.app.clock.forward(9 * minute)
  expect(await read(browser)).toMatchObject(paid)
  centre.app.clock.forward(minute)
  expect(await read(browser)).toMatchObject({ balance: 300, payments: [] })
})

it('credit applied to penalties alone pays its part of the order, and the card the rest', async () => {
  const browser = await withCreditApplied(100)
  const { balance } = await read(browser)
  const { transactionUuid, amount } = await authorise(browser)
  expect([balance, amount]).toEqual([200, 200])
  const { completeOrderId } = await complete(browser, transactionUuid)
  expect((await browser.send(api.bookings.order, { completeOrderId })).payments).toMatchObject([
    { tenderType: 'credit', amount: 100 },
    { tenderType: 'card', amount: 200 },
  ])
  expect(await wrongWithCredit(centre.db)).toEqual([])
})
