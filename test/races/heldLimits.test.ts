/**
 * Calls of one person that add at once, together more than the person may hold, on PostgreSQL: those that came first
 * stay, and the others are refused. Where each counts before it takes its place, all of them are within the limit.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { put, read } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'

const most = 4

let opened: Opened
let centre: Centre
let app: TestApp
let classes: string[]

beforeAll(async () => {
  opened = await openCopy()
})
afterAll(() => opened.close())

beforeEach(async () => {
  centre = await aCentre(opened.db)
  const yoga = await centre.yoga()
  classes = []
  for (let hour = 8; hour < 18; hour += 1)
    classes.push((await centre.aClassOf(yoga, `${String(hour).padStart(2, '0')}:00`)).publicId)
  const settings = { CUSTOMER_ITEMS: String(most), VISITOR_ITEMS: String(most) }
  app = testApp(opened.db, { now: centre.app.clock.now(), settings })
})

const aPerson = async (isVerified: boolean): Promise<TestBrowser> => {
  const browser = app.browser({ headers: { 'x-rendering-for': '203.0.113.9' } })
  const more = isVerified ? {} : { emailVerifiedAt: null }
  await browser.logIn((await aCustomer(opened.db, centre.operatorId, more)).id)
  return browser
}

/** Adds the other classes at once. @returns those that were added, of all that are in the basket */
const addTogether = async (browser: TestBrowser, already: number): Promise<string[]> => {
  const [before, together] = [classes.slice(0, already), classes.slice(already)]
  for (const id of before) await put(browser, { id })
  const answers = await Promise.all(together.map((id) => outcome(put(browser, { id }))))
  expect(new Set(answers)).toEqual(new Set(['ok', 'too_many']))
  return [...before, ...together.filter((_, index) => answers[index] === 'ok')]
}

describe.each([
  ['a customer with a proved address', true],
  ['a customer without', false],
])('%s', (_, isVerified) => {
  it.each([0, 1, 3])(
    'with %i classes holds as many as they may, and what was added stays',
    async (already) => {
      const browser = await aPerson(isVerified)
      const added = await addTogether(browser, already)
      const { items } = await read(browser)
      const ids = items.map(({ cartableResource }) => String(cartableResource?.id))
      expect(ids.toSorted()).toEqual(added.toSorted())
      expect(items).toHaveLength(most)
      expect(await wrongWithPlaces(opened.db, app.clock.now())).toEqual([])
    },
  )
})

it('control: each counts before it takes its place, and all are within the limit', async () => {
  const { holds } = app.services
  const browser = await aPerson(true)
  for (const id of classes.slice(0, most - 1)) await put(browser, { id })
  const wanted = await opened.db
    .selectFrom('occurrence')
    .innerJoin('pricingOption', 'pricingOption.activityId', 'occurrence.activityId')
    .select(['occurrence.id as occurrenceId', 'pricingOption.id as pricingOptionId'])
    .where('publicId', 'in', classes.slice(most - 1))
    .execute()
  await Promise.all(
    wanted.map(async (item) => {
      const { cartId, items } = await read(browser)
      if (items.length >= most) return
      await holds.takePlaces({
        basketId: cartId ?? 0,
        heldUntil: new Date(app.clock.now().getTime() + 600_000),
        items: [
          {
            ...item,
            places: 1,
            idForm: 'v2',
            ticketTypeId: null,
            quantity: 1,
            unitPrice: 500,
            purchasedForId: null,
            customerReference: null,
            personId: null,
            mayOverlap: false,
          },
        ],
      })
    }),
  )
  expect((await read(browser)).items.length).toBeGreaterThan(most)
})
