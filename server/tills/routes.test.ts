import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff, aTill, wrongWithTills } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>

const newWorld = async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z'), capacity: 200, price: 500 })
}

beforeEach(newWorld)

const atDesk = async (staffLevel: 'desk' | 'supervisor', firstName: string) => {
  const person = await aMemberOfStaff(db, world.operator.id, {
    staffLevel,
    firstName,
    homeVenueId: world.venue.id,
  })
  const browser = app.browser({ site: 'desk' })
  await browser.logIn(person.id)
  return { ...person, browser }
}

type Tender = {
  tenderType: 'cash' | 'offline-voucher' | 'cheque' | 'credit'
  amount: number
  reference?: string
}

const sell = async (
  browser: TestBrowser,
  to: number | null,
  payments: Tender[],
  id = world.occurrence.id,
) => {
  await browser.send(api.baskets.add, { items: [{ id }], selectedUserId: to })
  return browser.send(api.checkout.payAtDesk, { selectedUserId: to, payments })
}

const takings = (browser: TestBrowser, who: 'mine' | 'all' = 'mine', date = '2027-02-28') =>
  browser.send(api.tills.takings, { venue: 'demo-centre', date, who })

describe('a till', () => {
  it('is selected after login, and counted separately', async () => {
    const sam = await atDesk('supervisor', 'Sam')
    const first = await aTill(db, world.venue.id, 'Reception 1')
    await aTill(db, world.venue.id, 'Reception 2')
    expect(await sam.browser.send(api.tills.list, {})).toMatchObject({
      current: null,
      tills: [{ name: 'Reception 1', venueSlug: 'demo-centre' }, { name: 'Reception 2' }],
    })
    await sell(sam.browser, null, [{ tenderType: 'cash', amount: 500 }])
    const { current } = await sam.browser.send(api.tills.stand, { tillId: first.id })
    expect(current).toMatchObject({ id: first.id, name: 'Reception 1' })
    await sell(sam.browser, null, [{ tenderType: 'cash', amount: 500 }])
    expect((await takings(sam.browser)).tills).toMatchObject([
      { id: null, name: 'No till', cash: { raw: 500 } },
      { id: first.id, name: 'Reception 1', cash: { raw: 500 } },
    ])
    await sam.browser.send(api.tills.stand, { tillId: null })
    expect((await sam.browser.send(api.tills.list, {})).current).toBeNull()
    expect((await refusal(sam.browser.send(api.tills.stand, { tillId: 999_999 }))).status).toBe(404)
  })
})

describe('takings', () => {
  it("are one's own for the desk and everyone's for a supervisor; customers see none", async () => {
    const sam = await atDesk('desk', 'Sam')
    const ines = await atDesk('supervisor', 'Ines')
    await sell(sam.browser, null, [{ tenderType: 'cash', amount: 500 }])
    await sell(ines.browser, null, [{ tenderType: 'cheque', amount: 500, reference: '12' }])
    expect(await takings(sam.browser)).toMatchObject({
      net: { raw: 500 },
      tenders: [
        {
          tenderType: 'cash',
          count: 1,
          taken: { raw: 500 },
          givenBack: { raw: 0 },
          net: { formatted: '£5.00' },
        },
      ],
      people: [{ userId: sam.id, name: 'Sam Deskford' }],
    })
    expect(await refusal(takings(sam.browser, 'all'))).toMatchObject({
      status: 403,
      message: 'You can only see your own takings.',
    })
    expect(await takings(ines.browser, 'all')).toMatchObject({
      net: { raw: 1000 },
      tenders: [{ tenderType: 'cash' }, { tenderType: 'cheque' }],
      people: [{ name: 'Ines Deskford' }, { name: 'Sam Deskford' }],
      entries: [
        { name: 'Sam Deskford', tenderType: 'cash', customer: null },
        { name: 'Ines Deskford', tenderType: 'cheque', reference: '12', time: '10:00' },
      ],
    })
    expect((await takings(ines.browser, 'all', '2027-02-27')).entries).toEqual([])
    const elsewhere = ines.browser.send(api.tills.takings, { venue: 'nowhere', date: '2027-02-28' })
    expect((await refusal(elsewhere)).status).toBe(404)
    const customer = app.browser()
    await customer.logIn((await aCustomer(db, world.operator.id)).id)
    expect((await refusal(takings(customer))).code).toBe('forbidden')
    expect((await refusal(customer.send(api.tills.list, {}))).code).toBe('forbidden')
    expect((await refusal(customer.send(api.tills.stand, { tillId: null }))).code).toBe('forbidden')
  })

  it('H04: match the ledgers to the penny after any day at the desk', async () => {
    await fc.assert(
      fc.asyncProperty(aDay, async (sales) => {
        await newWorld()
        const people = [
          await atDesk('desk', 'Sam'),
          await atDesk('desk', 'Kim'),
          await atDesk('supervisor', 'Ines'),
        ]
        await sellAll(people, sales)
        expect(await wrongWithTills(db)).toEqual([])
        expect(await wrongWithCredit(db)).toEqual([])
        await compareWithLedger(people)
      }),
      { numRuns: 2 },
    )
  }, 120_000)
})

type Person = Awaited<ReturnType<typeof atDesk>>

const aSale = fc.record({
  seller: fc.integer({ min: 0, max: 2 }),
  buyer: fc.integer({ min: 0, max: 2 }),
  price: fc.integer({ min: 1, max: 4000 }),
  parts: fc.array(
    fc.record({
      tenderType: fc.constantFrom('cash', 'offline-voucher', 'cheque', 'credit'),
      share: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 4 },
  ),
  minutes: fc.integer({ min: 0, max: 5 }),
  undo: fc.constantFrom('no', 'no', 'terms', 'full', 'cash'),
})
const aDay = fc.array(aSale, { minLength: 3, maxLength: 8 })
type Sale = typeof aSale extends fc.Arbitrary<infer S> ? S : never

/** Each sale uses a session of its own, so that sales do not compete for places. */
const sellAll = async (people: readonly Person[], sales: readonly Sale[]) => {
  const operatorId = world.operator.id
  const customers = [await aCustomer(db, operatorId), await aCustomer(db, operatorId)]
  for (const { id: customerId } of customers)
    await someCredit(db, { operatorId, customerId, amount: 100_000 }, now)
  for (const [index, { seller, buyer, price, parts, minutes, undo }] of sales.entries()) {
    app.clock.set(new Date(app.clock.now().getTime() + Math.min(minutes, 2) * 60_000))
    await db.updateTable('pricingOption').set({ price }).execute()
    const session = await anOccurrence(
      db,
      {
        activity: world.activity,
        locationId: world.studio.id,
        startsAt: new Date(Date.parse('2027-03-01T06:00:00Z') + index * 3_600_000),
      },
      { capacity: 50 },
    )
    const to = customers[buyer]?.id ?? null
    const person = people[seller]
    if (person === undefined) throw new Error('Nobody sells.')
    const { completeOrderId } = await sell(
      person.browser,
      to,
      tendersOf(price, parts, to !== null),
      session.id,
    )
    if (undo === 'no') continue
    const { id: bookingId } = await db
      .selectFrom('booking')
      .select('id')
      .where('orderId', '=', completeOrderId)
      .executeTakeFirstOrThrow()
    const by = undo === 'terms' ? person : (people[2] ?? person)
    const refund = undo === 'full' ? 'full' : 'terms'
    await by.browser.send(api.bookings.cancelAtDesk, {
      bookingId,
      refund,
      to: undo === 'cash' ? 'cash' : 'terms',
    })
  }
  // Half of the refunds due at the desk are paid out.
  for (const [index, { refundId }] of (
    await takings(people[2]?.browser ?? app.browser(), 'all')
  ).due.entries()) {
    if (index % 2 === 0) await people[2]?.browser.send(api.bookings.handOut, { refundId })
  }
}

/** The ledgers of orders and refunds, summed independently of the desk's books. */
const compareWithLedger = async (people: readonly Person[]) => {
  const all = await takings(people[2]?.browser ?? app.browser(), 'all')
  const paid = await db
    .selectFrom('orderPayment')
    .select(['tenderType', ({ fn }) => fn.sum<string>('amount').as('sum')])
    .groupBy('tenderType')
    .execute()
  expect(
    all.tenders.filter(({ taken }) => taken.raw > 0).map(({ tenderType, taken }) => [tenderType, taken.raw]),
  ).toEqual(expect.arrayContaining(paid.map(({ tenderType, sum: pence }) => [tenderType, Number(pence)])))
  const refunds = await db.selectFrom('refund').select(['destination', 'amount', 'status']).execute()
  const back = (destination: string) =>
    refunds
      .filter((one) => one.destination === destination && one.status === 'done')
      .reduce((pence, { amount }) => pence + amount, 0)
  const givenBack = (tenderType: string) =>
    all.tenders
      .filter((one) => one.tenderType === tenderType)
      .reduce((pence, one) => pence + one.givenBack.raw, 0)
  expect(givenBack('credit')).toBe(back('credit'))
  expect(givenBack('cash')).toBe(back('desk'))
  const owed = refunds
    .filter(({ status }) => status === 'due')
    .reduce((pence, { amount }) => pence + amount, 0)
  expect(all.due.reduce((pence, { amount }) => pence + amount.raw, 0)).toBe(owed)
  const orders = await db
    .selectFrom('customerOrder')
    .select(({ fn }) => fn.sum<string>('total').as('sum'))
    .executeTakeFirstOrThrow()
  expect(all.net.raw).toBe(Number(orders.sum) - back('credit') - back('desk'))
  expect(sum(all.people)).toBe(all.net.raw)
  expect(sum(all.tills)).toBe(all.net.raw)
  for (const { browser, id } of people) {
    const theirs = all.people.find(({ userId }) => userId === id)?.net.raw ?? 0
    expect((await takings(browser)).net.raw).toBe(theirs)
  }
}

const sum = (parts: readonly { net: { raw: number } }[]) => parts.reduce((all, { net }) => all + net.raw, 0)

/** A price divided among these tenders; cash covers the rest. A walk-in has no credit. */
const tendersOf = (
  price: number,
  parts: readonly { tenderType: string; share: number }[],
  hasCredit: boolean,
): Tender[] => {
  let left = price
  const tenders: Tender[] = []
  for (const [index, { tenderType, share }] of parts.entries()) {
    const amount = Math.min(left, Math.floor((price * share) / 100))
    const used = tenderType === 'credit' && !hasCredit ? 'cash' : tenderType
    if (used === 'credit' && tenders.some((tender) => tender.tenderType === 'credit')) continue
    left -= amount
    tenders.push({ tenderType: used as Tender['tenderType'], amount, reference: `N${index}` })
  }
  return [...tenders, { tenderType: 'cash', amount: left }]
}
