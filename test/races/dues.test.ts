/**
 * Desks that take at once what a partner's customer pays at the venue, on PostgreSQL. Without the row locks the same
 * race puts the money into the till more than once.
 */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { openCopy } from '#test/support/database.ts'
import { aWaitingCall } from '#test/support/locks.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const desks = 8

const aPartnersWorld = async () => {
  const opened = await openCopy()
  onTestFinished(() => opened.close())
  const { db } = opened
  const world = await openPartners(db, { now, startsAt, capacity: 200, price: 650 })
  await db.updateTable('activity').set({ prepayment: 'unavailable' }).execute()
  const placed = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  /** An order of the partner that is paid at the venue. */
  const place = async (): Promise<number> => {
    const body = orderOf('Order', [placed], { ...paidWith(6.5), payment: undefined })
    expect((await world.fitFinder.send('PUT', `/orders/${aUuid()}`, body)).status).toBe(201)
    const { id } = await db
      .selectFrom('customerOrder')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  const taken = async (): Promise<number> => (await db.selectFrom('tillEntry').select('id').execute()).length
  /** Eight desks that are logged in, and take the money of one new order when they are called. */
  const openDesks = async (on: Database): Promise<() => Promise<string[]>> => {
    const app = testApp(on, { now })
    const browsers = Array.from({ length: desks }, () => app.browser({ site: 'desk' }))
    for (const browser of browsers) await browser.logIn(world.supervisor.id)
    return async () => {
      const orderId = await place()
      return Promise.all(
        browsers.map((desk, index) =>
          outcome(
            desk.send(api.openBooking.collectDue, {
              orderId,
              tenderType: index % 2 === 0 ? 'cash' : 'card_terminal',
            }),
          ),
        ),
      )
    }
  }
  const aDeskWithAnOrder = async () => {
    const browser = world.app.browser({ site: 'desk' })
    await browser.logIn(world.supervisor.id)
    const orderId = await place()
    const collect = () =>
      outcome(browser.send(api.openBooking.collectDue, { orderId, tenderType: 'cash' as const }))
    return { orderId, collect }
  }
  return { db, openDesks, aDeskWithAnOrder, taken }
}

it('what is due is taken once, whichever desk is first', async () => {
  const { db, openDesks, taken } = await aPartnersWorld()
  const race = await openDesks(db)
  for (let round = 1; round <= 3; round += 1) {
    const outcomes = await race()
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'already_settled')).toHaveLength(desks - 1)
    expect(await taken()).toBe(round)
  }
  expect(await wrongWithMoney(db)).toEqual([])
})

it('what is cancelled while a desk waits to take it is not taken', async () => {
  const { db, aDeskWithAnOrder, taken } = await aPartnersWorld()
  const { orderId, collect } = await aDeskWithAnOrder()
  let collecting: Promise<string> = Promise.resolve('')
  await transact(db, async (tx) => {
    await sql`select 1 from customer_order where id = ${orderId} for no key update`.execute(tx)
    await sql`update booking set status = 'cancelled', cancelled_at = ${now} where order_id = ${orderId}`.execute(
      tx,
    )
    collecting = collect()
    await aWaitingCall(db)
  })
  expect(await collecting).toBe('nothing_due')
  expect(await taken()).toBe(0)
})

it('control: without the row locks it is taken more than once, where nothing else keeps the calls apart', async () => {
  const { db, openDesks, taken } = await aPartnersWorld()
  await sql`alter table till_entry drop constraint till_entry_payment_id_key`.execute(db)
  const race = await openDesks(withoutRowLocks(db))
  let rounds = 0
  do {
    await race()
    rounds += 1
  } while (rounds < 15 && (await taken()) === rounds)
  expect(await taken()).toBeGreaterThan(rounds)
})
