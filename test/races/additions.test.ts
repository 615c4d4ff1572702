/**
 * The same ticket or class added by several calls at once, none with an idempotency key: each ticket is a line of its own,
 * and what one call gives up is not another's.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, aSwim, putUnkeyed, read, removeUnkeyed, takenOf } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database
let centre: Centre
let customer: TestBrowser

beforeAll(async () => {
  opened = await openCopy()
  db = opened.db
})
afterAll(() => opened.close())

beforeEach(async () => {
  centre = await aCentre(db)
  customer = testApp(db, { now: centre.app.clock.now() }).browser()
  await customer.logIn((await centre.customer()).id)
})

const idsOf = ({ items }: Basket): number[] => items.map(({ id }) => id)

it('three tickets at once are three lines, and one stays when two are given up', async () => {
  const { session, ticket } = await aSwim(centre)
  await Promise.all([
    putUnkeyed(customer, ticket()),
    putUnkeyed(customer, ticket()),
    putUnkeyed(customer, ticket()),
  ])
  const basket = await read(customer)
  expect(basket.items.map(({ quantity }) => quantity)).toEqual([1, 1, 1])
  expect(new Set(idsOf(basket)).size).toBe(3)
  const left = await removeUnkeyed(customer, ...basket.items.slice(1))
  expect(idsOf(left)).toEqual(idsOf(basket).slice(0, 1))
  expect(await takenOf(db, session)).toBe(1)
})

it('one class at once is one line with one place, which stays when two of three are given up', async () => {
  const session = await aClass(centre)
  const add = () => putUnkeyed(customer, { id: session.id })
  await Promise.all([add(), add(), add()])
  const [line] = (await read(customer)).items
  if (line === undefined) throw new Error('The basket is empty.')
  await Promise.all([removeUnkeyed(customer, line), removeUnkeyed(customer, line)])
  expect(idsOf(await read(customer))).toEqual([line.id])
  expect(await takenOf(db, session)).toBe(1)
  expect(await removeUnkeyed(customer, line)).toMatchObject({ itemCount: 0 })
  expect(await takenOf(db, session)).toBe(0)
})

it('tickets at once are never more than their maximum, and those within it stay', async () => {
  const { session, ticket } = await aSwim(centre)
  await putUnkeyed(customer, ticket(2))
  const outcomes = await Promise.allSettled([
    putUnkeyed(customer, ticket(3)),
    putUnkeyed(customer, ticket(3)),
    putUnkeyed(customer, ticket(3)),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect((await read(customer)).items.map(({ quantity }) => quantity)).toEqual([2, 3, 3])
  expect(await takenOf(db, session)).toBe(8)
})

it('control: one call with its key, sent three times at once, is one ticket', async () => {
  const { session, ticket } = await aSwim(centre)
  const add = () =>
    customer.send(api.baskets.add, { items: [ticket()] }, { idempotencyKey: 'once' }).catch(() => undefined)
  await Promise.all([add(), add(), add()])
  expect((await read(customer)).items).toHaveLength(1)
  expect(await takenOf(db, session)).toBe(1)
})
