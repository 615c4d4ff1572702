/**
 * Many strangers who add a ticket of one session with one member's reference at the same moment, on PostgreSQL. One of
 * them buys at the member's price. With the lines not compared when they are priced all of them must, or the test
 * proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listItems } from '#server/baskets/find.ts'
import { lineToPrice } from '#server/baskets/reprice.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { calculatePrices } from '#server/pricing/price.ts'
import { findByReferences } from '#server/pricing/references.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const strangers = 8
const hours = ['09:00', '11:00', '13:00', '15:00', '17:00']

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})

afterAll(() => opened.close())

type World = { app: TestApp; operatorId: number; reference: string; adultId: string; sessionIds: string[] }

const build = async (): Promise<World> => {
  const centre = await aCentre(db)
  const { adult, sessions } = await centre.swim(hours)
  const member = await aCustomer(db, centre.operatorId)
  const plan = await aPlan(db, centre.venue)
  await aMembership(db, { plan, venue: centre.venue, customerIds: [member.id] })
  return {
    app: testApp(db, { now }),
    operatorId: centre.operatorId,
    reference: member.reference,
    adultId: adult.publicId,
    sessionIds: sessions.map(({ publicId }) => publicId),
  }
}

/** Baskets of strangers who have all got past the check that the reference is free. */
const addTogether = async (world: World, id: string): Promise<TestBrowser[]> => {
  const browsers: TestBrowser[] = []
  for (let i = 0; i < strangers; i += 1) {
    const browser = world.app.browser()
    await browser.logIn((await aCustomer(db, world.operatorId)).id)
    browsers.push(browser)
  }
  const written = ['', '\t', '\u00a0', '\ufeff'].map((character) => world.reference + character)
  const added = await Promise.allSettled(
    browsers.map((browser, nth) => {
      const customerReference = written[nth % written.length] ?? ''
      return browser.send(api.baskets.add, { items: [{ id, ticketId: world.adultId, customerReference }] })
    }),
  )
  return browsers.filter((_, index) => added[index]?.status === 'fulfilled')
}

/** The lines of strangers at the member's price, were each priced on its own. */
const countFreeOnTheirOwn = async ({ operatorId, reference }: World): Promise<number> => {
  const members = await findByReferences(db, operatorId, [reference], [])
  const { rows } = await sql<{ basketId: number; customerId: number }>`
    select b.id as basket_id, b.customer_id from basket b
    join basket_item i on i.basket_id = b.id and i.customer_reference is not null`.execute(db)
  let free = 0
  for (const { basketId, customerId } of rows) {
    const buyer = { operatorId, customerId, linkedIds: [], isStaff: false, isLoginNeeded: false }
    const lines = (await listItems(db, basketId)).map((item) =>
      lineToPrice(item, buyer, members, new Set(), now),
    )
    const priced = await calculatePrices(db, lines, true, now)
    free += priced.filter(({ total }) => total === 0).length
  }
  return free
}

it('one reference gives one ticket of a session, however many add it at once', async () => {
  const world = await build()
  let together = 0
  for (const id of world.sessionIds) {
    const browsers = await addTogether(world, id)
    together += browsers.length
    if (browsers.length === 0) continue
    const baskets = await Promise.all(browsers.map((browser) => browser.send(api.baskets.read, {})))
    const prices = baskets.map(({ items }) => items[0]?.price.raw)
    expect(prices.filter((price) => price === 0)).toHaveLength(1)
    await Promise.allSettled(browsers.map((browser) => complete(browser)))
  }
  expect(await countFreeOnTheirOwn(world)).toBe(together)
  expect(together).toBeGreaterThan(hours.length)
  const { rows } = await sql<{ free: number }>`
    select count(*)::int as free from booking k join basket_item i on i.id = k.basket_item_id
    join occurrence o on o.id = i.occurrence_id
    where i.customer_reference is not null group by o.id`.execute(db)
  expect(rows.map(({ free }) => free)).toEqual(hours.map(() => 1))
})
