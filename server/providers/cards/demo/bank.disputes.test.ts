import { beforeEach, expect, it } from 'vitest'
import { periodicJobs } from '#server/jobs.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToBuy, authorise, complete } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { cardEnding } from '#test/support/payments.ts'
import { api } from '#web/platform/api.ts'

const minute = 60_000
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let shop: ClassToBuy
let staff: TestBrowser
let staffId: number
let browser: TestBrowser

beforeEach(async () => {
  shop = await aClassToBuy()
  const { db, app, operator } = shop
  await db.updateTable('activity').set({ freeCancelMinutes: 240 }).execute()
  staff = app.browser({ site: 'desk' })
  staffId = (await aCustomer(db, operator.id, { role: 'staff', staffLevel: 'supervisor' })).id
  browser = await shop.buyer((await aCustomer(db, operator.id)).id)
})

/** Pays with a card and lets the shop take the money. */
const pay = async (card: string): Promise<{ cancel: () => Promise<unknown> }> => {
  const { transactionUuid } = await authorise(browser, card)
  const { completeOrderId } = await complete(browser, transactionUuid)
  const [booking] = (await browser.send(api.bookings.order, { completeOrderId })).bookings
  await runJobs()
  return { cancel: () => browser.send(api.bookings.cancel, { bookingId: booking?.id ?? 0 }) }
}

const runJobs = async (): Promise<void> => {
  const { db, app } = shop
  const jobs = periodicJobs({
    db,
    clock: app.clock,
    log,
    services: { ...app.services, mail: null },
  })
  for (const name of ['payment reconciliation', 'reports of the card company'])
    await jobs.find((job) => job.name === name)?.run(app.clock.now())
}

const credit = async (): Promise<number> =>
  (await shop.db.selectFrom('creditLot').select('available').execute()).reduce(
    (sum, { available }) => sum + available,
    0,
  )

const listed = async () => {
  await staff.logIn(staffId)
  const { disputes } = await staff.send(api.tills.takings, { venue: shop.venue.slug, date: '2027-02-28' })
  return disputes.map(({ amount, status, frozen }) => [amount.raw, status, frozen.raw])
}

it('a payment with the card for it is disputed a minute later: its credit is frozen, staff see it, and it is lost', async () => {
  const { cancel } = await pay(cardEnding.disputed)
  await cancel()
  expect([await credit(), await listed()]).toEqual([845, []])
  shop.app.clock.forward(minute)
  for (let times = 0; times < 2; times += 1) await runJobs()
  expect([await credit(), await listed()]).toEqual([0, [[845, 'open', 845]]])
  shop.app.clock.forward(60 * minute)
  for (let times = 0; times < 2; times += 1) await runJobs()
  expect([await credit(), await listed()]).toEqual([0, [[845, 'lost', 0]]])
})

it.each([
  ['was with another card', cardEnding.accepted, 'captured'],
  ['was let go of', cardEnding.disputed, 'voided'],
] as const)('nothing is reported where the payment %s', async (_, card, state) => {
  await pay(card)
  await shop.db.updateTable('demoCardPayment').set({ state }).execute()
  shop.app.clock.forward(minute)
  await runJobs()
  expect(await listed()).toEqual([])
})
