import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataHeld } from '#contract/privacy.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { someCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let browser: TestBrowser
let customerId: number

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  ;({ id: customerId, browser } = await centre.customer({ firstName: 'Ann', email: 'ann@example.test' }))
})

const overview = (by = browser) => by.send(api.privacy.overview, {})
const data = (by = browser) => by.send(api.privacy.data, {})
const wantNews = (marketingConsent: boolean, by = browser) =>
  by.send(api.customers.changeDetails, { marketingConsent })

describe('consent history', () => {
  it('has each change of marketing consent with its date', async () => {
    expect(await overview()).toMatchObject({ news: false, newsHistory: [], terms: [] })
    await wantNews(true)
    centre.app.clock.forward(3_600_000)
    await wantNews(true)
    await wantNews(false)
    expect(await overview()).toMatchObject({
      news: false,
      newsHistory: [
        { given: false, at: '2027-03-01T10:00:00Z', how: 'details' },
        { given: true, at: '2027-03-01T09:00:00Z', how: 'details' },
      ],
    })
  })

  it('includes consent and terms of registration, and marks what staff did at the desk', async () => {
    const terms = {
      operatorId: centre.operatorId,
      slug: 'house',
      name: 'House rules',
      html: '<p>Be kind.</p>',
    }
    await db.insertInto('terms').values(terms).execute()
    const bea = centre.app.browser()
    const { user } = await bea.send(api.customers.register, {
      firstName: 'Bea',
      lastName: 'Example',
      email: 'bea@example.test',
      password: 'a heron on the lock gate',
      dateOfBirth: '1990-05-01',
      marketingConsent: true,
      termsAccepted: true,
      clientId: 'demo',
      source: 'bookings',
    })
    const desk = centre.app.browser()
    await desk.logIn((await aCustomer(db, centre.operatorId, { role: 'staff' })).id)
    await desk.send(api.customers.changeDetails, {
      marketingConsent: false,
      selectedUserId: user.id,
    })
    expect(await overview(bea)).toMatchObject({
      news: false,
      newsHistory: [
        { given: false, how: 'desk' },
        { given: true, at: '2027-03-01T09:00:00Z', how: 'registering' },
      ],
      terms: [{ name: 'House rules', acceptedAt: '2027-03-01T09:00:00Z', how: 'registering' }],
    })
  })

  it("requires a login and shows one's own", async () => {
    expect(await refusal(overview(centre.app.browser()))).toMatchObject({ status: 401 })
    await wantNews(true)
    expect((await overview((await centre.customer()).browser)).newsHistory).toEqual([])
  })
})

describe('the data of a customer', () => {
  it('are complete, in one document', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await aChildOf(db, centre.operatorId, customerId)
    await someCredit(db, { operatorId: centre.operatorId, customerId, amount: 500 }, monday)
    await centre.add(browser, session)
    await centre.book(browser, customerId)
    await wantNews(true)
    await browser.send(api.bookings.makeFeed, {})
    const held = await data()
    expect(held).toMatchObject({
      madeAt: '2027-03-01T09:00:00Z',
      operator: 'Demo Leisure',
      details: { firstName: 'Ann', email: 'ann@example.test', registeredAt: '2026-01-01T00:00:00Z' },
      linkedPeople: [
        { firstName: 'Tom', relation: 'child', direction: 'books_for', dateOfBirth: '2017-06-01' },
      ],
      bookings: [{ simpleName: 'Yoga', status: 'booked' }],
      orders: [{ total: 500, lines: [], payments: [], refunds: [] }],
      money: { credit: { balance: 500 } },
      consents: [{ given: true, how: 'details' }],
      calendarFeed: { madeAt: '2027-03-01T09:00:00Z' },
      sessions: [{ startedAt: '2027-03-01T09:00:00Z' }],
    })
    // Every part of the contract is present, if only as an empty list.
    expect(Object.keys(held).toSorted()).toEqual(Object.keys(dataHeld.shape).toSorted())
  })

  it("exclude other people's", async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await centre.add(browser, session)
    await centre.book(browser, customerId)
    const { browser: ben } = await centre.customer({ firstName: 'Ben', email: 'ben@example.test' })
    expect(await data(ben)).toMatchObject({ bookings: [], orders: [], linkedPeople: [] })
    expect(await refusal(data(centre.app.browser()))).toMatchObject({ status: 401 })
  })

  it('are given to a customer by a supervisor who has selected them, which the audit log keeps', async () => {
    const staffOf = async (staffLevel: 'desk' | 'supervisor') => {
      const desk = centre.app.browser({ site: 'desk' })
      await desk.logIn((await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel })).id)
      return desk
    }
    const [atDesk, supervisor] = [await staffOf('desk'), await staffOf('supervisor')]
    for (const read of [
      (desk: TestBrowser) => desk.send(api.privacy.data, { selectedUserId: customerId }),
      (desk: TestBrowser) => desk.send(api.privacy.customerData, { customerId }),
    ]) {
      expect(await refusal(read(atDesk))).toMatchObject({ status: 403 })
      expect((await read(supervisor)).details).toMatchObject({ id: customerId, email: 'ann@example.test' })
    }
    const { id: elsewhere } = await aCustomer(db, (await anOperator(db, { slug: 'another' })).id)
    const reading = supervisor.send(api.privacy.customerData, { customerId: elsewhere })
    expect(await refusal(reading)).toMatchObject({ status: 404 })
    const acts = await db
      .selectFrom('auditEntry')
      .select('forCustomerId')
      .where('act', '=', 'data given to the customer')
      .execute()
    expect(acts).toEqual([{ forCustomerId: customerId }, { forCustomerId: customerId }])
    // What a customer decides themselves is never answered with one's own.
    const overview = await supervisor.fetch(`/api/my-account/privacy?selected_user_id=${customerId}`)
    expect(overview.status).toBe(403)
  })

  it('can be requested five times an hour by each person', async () => {
    for (let times = 0; times < 5; times += 1) await data()
    expect(await refusal(data())).toMatchObject({ status: 429, code: 'too_many' })
    await data((await centre.customer()).browser)
    centre.app.clock.forward(3_600_000)
    await data()
  })
})
