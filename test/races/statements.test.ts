/** How many statements a connection prepares, and how many orders, refusals and searches cost, on PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostNamed } from '#server/platform/statements.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { copyDatabase, openCopy } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { openCounting } from '#test/support/statementCounts.ts'
import type { StatementCounter } from '#test/support/statementCounts.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/** Each statement costs memory in every connection, so their number ends. */
it('a connection prepares a limited number of statements, and answers more', async () => {
  const { db, close } = await openCopy(2)
  try {
    const counts = await db.connection().execute(async (one) => {
      for (let length = 1; length <= mostNamed + 50; length += 1) {
        const { rows } = await sql<{ n: number }>`select ${length}::int as n ${sql.raw(`-- ${length}`)}
          `.execute(one)
        expect(rows).toEqual([{ n: length }])
      }
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from pg_prepared_statements`.execute(one)
      return rows[0]?.count ?? 0
    })
    expect(counts).toBeGreaterThan(mostNamed / 2)
    expect(counts).toBeLessThanOrEqual(mostNamed)
  } finally {
    await close()
  }
})

describe('a paid order', () => {
  const buyers = 24
  const starts = new Date('2027-03-02T18:00:00Z')
  let counter: StatementCounter
  let app: TestApp
  let classId: string

  beforeAll(async () => {
    counter = openCounting(await copyDatabase(), 6)
    app = testApp(counter.db, { now: new Date('2027-02-28T10:00:00Z') })
    const { occurrence } = await aBookableClass(counter.db, { startsAt: starts, price: 845, capacity: 500 })
    classId = occurrence.publicId
    // Settings are read once a second at most, whoever needs them.
    await order()
  })
  afterAll(() => counter.close())

  const order = async (): Promise<void> => {
    const browser = app.browser()
    await browser.send(api.baskets.add, { items: [{ id: classId }] })
    const { transactionUuid } = await authorise(browser)
    await complete(browser, transactionUuid)
  }

  // Two more at most when the operator's settings and the terms, which are read once a second, are due.
  it('alone costs 37 statements and 25 commits', async () => {
    const { statements, commits } = await counter.counted(order)
    expect(statements).toBeLessThanOrEqual(39)
    expect(commits).toBeLessThanOrEqual(27)
  })

  it('shares each of them with orders that are paid at the same time', async () => {
    const { statements, commits } = await counter.counted(() =>
      Promise.all(Array.from({ length: buyers }, order)),
    )
    expect(statements).toBeLessThanOrEqual(2 * 39)
    expect(commits).toBeLessThanOrEqual(2 * 27)
  })
})

describe('a class whose places others hold', () => {
  let counter: StatementCounter
  let app: TestApp
  let classId: string

  beforeAll(async () => {
    counter = openCounting(await copyDatabase(), 6)
    app = testApp(counter.db, { now: new Date('2027-02-28T10:00:00Z') })
    const { occurrence } = await aBookableClass(counter.db, {
      startsAt: new Date('2027-03-02T18:00:00Z'),
      capacity: 1,
    })
    classId = occurrence.publicId
    await app.browser().send(api.baskets.add, { items: [{ id: classId }] })
    await comesTooLate()
  })
  afterAll(() => counter.close())

  const comesTooLate = async (): Promise<void> => {
    const refused = await refusal(app.browser().send(api.baskets.add, { items: [{ id: classId }] }))
    expect(refused).toMatchObject({ code: 'held', availableAt: '2027-02-28T10:10:00Z' })
  }

  it('refuses all who come at the same time for the statements of a few', async () => {
    const { statements: forOne } = await counter.counted(comesTooLate)
    const { statements } = await counter.counted(() => Promise.all(Array.from({ length: 40 }, comesTooLate)))
    expect(statements).toBeLessThanOrEqual(3 * forOne)
  })
})

describe('a search at the desk', () => {
  let counter: StatementCounter
  let app: TestApp

  beforeAll(async () => {
    counter = openCounting(await copyDatabase(), 6)
    app = testApp(counter.db, { now: new Date('2027-02-28T10:00:00Z') })
  })
  afterAll(() => counter.close())

  it('costs as many statements for twenty customers as for one', async () => {
    const operator = await anOperator(counter.db)
    const staff = await aMemberOfStaff(counter.db, operator.id, { staffLevel: 'supervisor' })
    await aCustomer(counter.db, operator.id, { lastName: 'Rare' })
    for (let n = 0; n < 20; n += 1) await aCustomer(counter.db, operator.id, { lastName: 'Common' })
    const desk = app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    const searched = async (query: string, found: number) => {
      const { statements } = await counter.counted(async () => {
        expect(await desk.send(api.customers.search, { query })).toHaveLength(found)
      })
      return statements
    }
    const forOne = await searched('rare', 1)
    // Two more at most, when the operator's settings are due.
    expect(await searched('common', 20)).toBeLessThanOrEqual(forOne + 2)
  })
})
