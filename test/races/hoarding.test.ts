/**
 * One visitor who holds every place with ever new baskets, and 500 customers who come in the same hour, on PostgreSQL.
 * With the limits taken out the visitor must keep most places, or the test proves nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPlaces } from '#server/holds/service.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})

afterAll(() => opened.close())

const minute = 60_000
const customers = 500
const hours = ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00']

/** Thirty courts of a day and two classes of twenty. */
const aDay = async (): Promise<string[]> => {
  const centre = await aCentre(db)
  const { slots } = await centre.badminton(hours)
  const yoga = await centre.yoga()
  const classes = [
    await centre.aClassOf(yoga, '10:00', { capacity: 20 }),
    await centre.aClassOf(yoga, '14:00', { capacity: 20 }),
  ]
  return [...slots, ...classes].map(({ publicId }) => publicId)
}

const isRefused = (): null => null

/** Adds whatever it can, in as many baskets as it takes, and renews all it has. */
const aHoarder = (app: TestApp, places: readonly string[]) => {
  const baskets: TestBrowser[] = []
  const newBrowser = () => app.browser({ headers: { 'x-rendering-for': '203.0.113.9' } })
  return async (): Promise<void> => {
    for (const browser of baskets) await browser.send(api.baskets.renew, {}).catch(isRefused)
    let browser = newBrowser()
    for (const id of places) {
      for (let tries = 0; tries < 2; tries += 1) {
        const basket = await browser.send(api.baskets.add, { items: [{ id }] }).catch(isRefused)
        if (basket !== null && !baskets.includes(browser)) baskets.push(browser)
        if (basket === null || basket.items.length >= 10) browser = newBrowser()
        if (basket === null) break
      }
    }
  }
}

/** Looks at some places, holds the first that is free, and pays at once. */
const aCustomerFrom = async (app: TestApp, address: string, wanted: readonly string[]): Promise<boolean> => {
  const browser = app.browser({ headers: { 'x-rendering-for': address } })
  for (const id of wanted) {
    const basket = await browser.send(api.baskets.add, { items: [{ id }] }).catch(isRefused)
    if (basket === null) continue
    const itemIds = basket.items.map((item) => item.id)
    const lost = await transact(db, (tx) => confirmPlaces(tx, itemIds, app.clock.now()))
    if (lost.length === 0) return true
  }
  return false
}

/** The share of all places that customers have booked after an hour. */
const shareOfCustomers = async (settings: Record<string, string>): Promise<number> => {
  const places = await aDay()
  const app = testApp(db, { now: new Date('2027-03-01T09:00:00Z'), settings })
  const hoard = aHoarder(app, places)
  let seed = 7
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const rounds = 12
  for (let round = 0; round < rounds; round += 1) {
    await hoard()
    const coming = Math.ceil(customers / rounds)
    const visits = Array.from({ length: coming }, (_, index) => {
      const wanted = Array.from({ length: 8 }, () => places[Math.floor(random() * places.length)] ?? '')
      return aCustomerFrom(app, `198.51.${100 + round}.${index}`, wanted)
    })
    await Promise.all(visits)
    app.clock.forward(5 * minute)
  }
  const { capacity } = await db
    .selectFrom('occurrence')
    .select((eb) => eb.fn.sum<number>('capacity').as('capacity'))
    .executeTakeFirstOrThrow()
  const booked = await db.selectFrom('hold').select('id').where('state', '=', 'confirmed').execute()
  expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
  return booked.length / capacity
}

describe('a visitor who holds every place', () => {
  it('leaves at least 95 % of the places to 500 customers', async () => {
    expect(await shareOfCustomers({})).toBeGreaterThanOrEqual(0.95)
  })

  it('keeps most of them where nothing is limited', async () => {
    const without = {
      VISITOR_ITEMS: '1000',
      NETWORK_ITEMS: '100000',
      NETWORK_PLACES: '100000',
      VISITOR_PLACES: '1000',
      VISITOR_ADDS: '100000',
      NETWORK_ADDS: '100000',
      SHORT_HOLD_SECONDS: '600',
      PLACE_SECONDS: '1000000',
    }
    expect(await shareOfCustomers(without)).toBeLessThan(0.5)
  })
})
