import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, aSwim, lineOf, minute, put, read, remove, takenOf } from '#test/support/baskets.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  visitor = centre.app.browser()
})

describe('a call repeated with its idempotency key', () => {
  it('has one effect and one answer, and is refused with another body', async () => {
    const { session, ticket } = await aSwim(centre)
    const { browser } = await centre.customer()
    const once = { idempotencyKey: 'once' }
    const add = (quantity: number) => browser.send(api.baskets.add, { items: [ticket(quantity)] }, once)
    const first = await add(1)
    centre.app.clock.forward(minute)
    expect(await add(1)).toEqual(first)
    expect(await takenOf(db, session)).toBe(1)
    expect(await refusalOf(add(2))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    for (let times = 0; times < 2; times += 1) {
      expect(await browser.send(api.baskets.renew, {}, once)).toMatchObject({ renewalsLeft: 9 })
    }
  })

  it('returns a visitor’s first basket again', async () => {
    const { session, ticket } = await aSwim(centre)
    const add = () => visitor.send(api.baskets.add, { items: [ticket()] }, { idempotencyKey: 'first' })
    expect(await add()).toEqual(await add())
    expect(await takenOf(db, session)).toBe(1)
  })

  it('repeats a refusal for the same key, even when the place is free by then', async () => {
    const session = await aClass(centre, '10:00', {}, 1)
    const other = centre.app.browser()
    await centre.add(other, session)
    await centre.add(visitor, await aClass(centre, '14:00'))
    const key = { idempotencyKey: 'refused' }
    const call = () => visitor.send(api.baskets.add, { items: [{ id: session.id }] }, key)
    expect(await refusalOf(call())).toMatchObject({ code: 'held' })
    await other.send(api.baskets.clear, {})
    expect(await refusalOf(call())).toMatchObject({ code: 'held' })
    expect(await put(visitor, { id: session.id })).toMatchObject({ itemCount: 2 })
  })
})

describe('the owner of a basket', () => {
  it('a visitor’s basket is found by its cookie or header only', async () => {
    const basket = await centre.add(visitor, await aClass(centre))
    expect((await read(centre.app.browser())).uuid).toBeNull()
    const uuid = basket.uuid ?? ''
    const withHeader = centre.app.browser({ headers: { 'Cart-Uuid': uuid } })
    expect(await read(withHeader)).toMatchObject({ id: basket.id, itemCount: 1 })
  })

  it('a customer’s basket cannot be opened by its uuid, nor by another customer', async () => {
    const { browser } = await centre.customer()
    const basket = await centre.add(browser, await aClass(centre))
    const thief = centre.app.browser({ headers: { 'Cart-Uuid': basket.uuid ?? '' } })
    expect(await read(thief)).toMatchObject({ id: null, itemCount: 0 })
    const other = await centre.customer()
    expect((await read(other.browser)).id).not.toBe(basket.id)
    expect(await remove(other.browser, lineOf(basket))).toMatchObject({ itemCount: 0 })
    expect(await read(browser)).toMatchObject({ itemCount: 1 })
  })

  it('staff fill a basket of their own for the selected customer, who does not see it', async () => {
    const { id, browser } = await centre.customer()
    const desk = await centre.customer({ role: 'staff' })
    const session = await aClass(centre)
    const basket = await desk.browser.send(api.baskets.add, {
      items: [{ id: session.id }],
      selectedUserId: id,
    })
    expect(basket).toMatchObject({ selectedUserId: id, items: [{ price: { isEstimated: false } }] })
    expect(await read(browser)).toMatchObject({ itemCount: 0 })
    expect(await desk.browser.send(api.baskets.read, {})).toMatchObject({
      id: basket.id,
      selectedUserId: null,
    })
    const removed = await desk.browser.send(api.baskets.remove, {
      cartItemIds: [lineOf(basket).id],
      selectedUserId: id,
    })
    expect(removed).toMatchObject({ id: basket.id, itemCount: 0, selectedUserId: id })
    expect(await refusalOf(browser.send(api.baskets.read, { selectedUserId: desk.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('an expired token is refused instead of shown an empty basket', async () => {
    const lapsed = centre.app.browser({ headers: { Authorization: 'Bearer nobody' } })
    expect(await refusalOf(read(lapsed))).toMatchObject({ status: 401, code: 'logged_out' })
  })
})
