/**
 * One visitor who holds every place with ever new baskets, and customers who come in the same hour, five or more for each place,
 * on PostgreSQL: 500 of them in `npm run test:all`, at a smaller venue in the gate. With the limits taken out the visitor must keep most places, or the test proves nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPlaces } from '#server/holds/places.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
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
const hours = ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00']

/** Three courts at each hour and two classes. */
const aDay = async ({ courtHours, placesOfClass: capacity }: Course): Promise<string[]> => {
  const centre = await aCentre(db)
  const { slots } = await centre.badminton(hours.slice(0, courtHours))
  const yoga = await centre.yoga()
  const classes = [
    await centre.aClassOf(yoga, '10:00', { capacity }),
    await centre.aClassOf(yoga, '14:00', { capacity }),
  ]
  return [...slots, ...classes].map(({ publicId }) => publicId)
}

const isRefused = (): null => null

type Course = {
  courtHours: number
  placesOfClass: number
  customers: number
  addressOf: (basket: number) => string
  /** It renews all it has; without, it holds again what has lapsed. */
  renews: boolean
  /** How many places of one class it wants in a round, and how many lines it puts into one basket. */
  ofEach: number
  largestBasket: number
  rounds: number
  minutesEach: number
  /** Customers have an account with a proved address, and log in. */
  haveAccounts: boolean
}

const isWhole = process.env['TEST_ALL'] !== undefined

/** A visitor with one address, in the hour after a release. */
const oneNetwork: Course = {
  ...(isWhole
    ? { courtHours: 10, placesOfClass: 20, customers: 500 }
    : { courtHours: 3, placesOfClass: 6, customers: 105 }),
  addressOf: () => '203.0.113.9',
  renews: true,
  ofEach: 2,
  largestBasket: 10,
  rounds: 12,
  minutesEach: 5,
  haveAccounts: false,
}

/** A visitor with a network for every basket, through three hours. */
const manyNetworks: Course = {
  ...(isWhole
    ? { courtHours: 3, placesOfClass: 10, customers: 180 }
    : { courtHours: 2, placesOfClass: 4, customers: 84 }),
  addressOf: (basket) => `203.0.${basket % 200}.${Math.floor(basket / 200)}`,
  renews: false,
  ofEach: 10,
  largestBasket: 1,
  rounds: 18,
  minutesEach: 10,
  haveAccounts: true,
}

/** Adds whatever it can, in as many baskets as it takes. */
const aHoarder = (
  app: TestApp,
  places: readonly string[],
  { addressOf, renews, ofEach, largestBasket }: Course,
) => {
  const baskets: TestBrowser[] = []
  let made = 0
  const newBrowser = () => {
    made += 1
    return app.browser({ headers: { 'x-rendering-for': addressOf(made) } })
  }
  return async (): Promise<void> => {
    if (renews) for (const browser of baskets) await browser.send(api.baskets.renew, {}).catch(isRefused)
    let browser = newBrowser()
    for (const id of places) {
      for (let tries = 0; tries < ofEach; tries += 1) {
        const basket = await browser.send(api.baskets.add, { items: [{ id }] }).catch(isRefused)
        if (basket !== null && !baskets.includes(browser)) baskets.push(browser)
        if (basket === null || basket.items.length >= largestBasket) browser = newBrowser()
        if (basket === null) break
      }
    }
  }
}

/** Looks at some places, holds the first that is free, and pays at once. */
const aCustomerFrom = async (
  app: TestApp,
  address: string,
  wanted: readonly string[],
  account: number | null,
): Promise<boolean> => {
  const browser = app.browser({ headers: { 'x-rendering-for': address } })
  if (account !== null) await browser.logIn(account)
  for (const id of wanted) {
    const basket = await browser.send(api.baskets.add, { items: [{ id }] }).catch(isRefused)
    if (basket === null) continue
    const itemIds = basket.items.map((item) => item.id)
    const lost = await transact(db, (tx) => confirmPlaces(tx, itemIds, app.clock.now()))
    if (lost.length === 0) return true
  }
  return false
}

/** The share of all places that customers have booked in the end. */
const shareOfCustomers = async (
  settings: Record<string, string>,
  course: Course = oneNetwork,
): Promise<number> => {
  const places = await aDay(course)
  const { id: operatorId } = await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  const app = testApp(db, { now: new Date('2027-03-01T09:00:00Z'), settings })
  const { rounds, minutesEach, haveAccounts, customers } = course
  const hoard = aHoarder(app, places, course)
  let seed = 7
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let round = 0; round < rounds; round += 1) {
    await hoard()
    const coming = Math.ceil(customers / rounds)
    const visits = Array.from({ length: coming }, async (_, index) => {
      const wanted = Array.from({ length: 8 }, () => places[Math.floor(random() * places.length)] ?? '')
      const account = haveAccounts ? (await aCustomer(db, operatorId)).id : null
      return aCustomerFrom(app, `198.51.${100 + round}.${index}`, wanted, account)
    })
    await Promise.all(visits)
    app.clock.forward(minutesEach * minute)
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
  it('leaves at least 95 % of the places to customers', async () => {
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
      NETWORK_SHARE: '100',
    }
    expect(await shareOfCustomers(without)).toBeLessThan(0.5)
  })

  it('leaves them to customers who log in, when it comes from ever new networks', async () => {
    expect(await shareOfCustomers({}, manyNetworks)).toBeGreaterThanOrEqual(0.95)
  })

  it('keeps most of them from ever new networks where no log-in is needed', async () => {
    expect(await shareOfCustomers({ LOGIN_PLACE_SECONDS: '1000000' }, manyNetworks)).toBeLessThan(0.5)
  })
})
