import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aSwim,
  lineOf,
  minute,
  put,
  putUnkeyed,
  read,
  remove,
  removeUnkeyed,
  takenOf,
} from '#test/support/baskets.ts'
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

describe('without an idempotency key', () => {
  it('a ticket added three times is three lines, each with an id that takes out itself alone', async () => {
    const { session, ticket } = await aSwim(centre)
    const { browser } = await centre.customer()
    const answers = [
      await putUnkeyed(browser, ticket()),
      await putUnkeyed(browser, ticket()),
      await putUnkeyed(browser, ticket()),
    ]
    const newest = answers.map(({ items }) => items.at(-1)?.id)
    expect(new Set(newest).size).toBe(3)
    expect(answers[2]?.items.map(({ quantity }) => quantity)).toEqual([1, 1, 1])
    expect(answers.map(({ notices }) => notices.map(({ code }) => code))).toEqual([
      [],
      ['added_again'],
      ['added_again'],
    ])
    expect(answers[2]?.notices).toEqual([
      {
        code: 'added_again',
        message:
          "You already had 2 of these tickets for swim-for-all in your basket. Remove this one if you don't want more.",
        cartItemId: newest[2],
      },
    ])
    const left = await removeUnkeyed(browser, ...answers.slice(1).flatMap(({ items }) => items.slice(-1)))
    expect(left).toMatchObject({ items: [{ id: newest[0], quantity: 1 }], notices: [] })
    expect(await takenOf(db, session)).toBe(1)
  })

  it('tickets added at once, or twice in a call, are lines of their own up to their maximum', async () => {
    const { session, ticket } = await aSwim(centre)
    const { browser } = await centre.customer()
    await Promise.all([
      putUnkeyed(browser, ticket()),
      putUnkeyed(browser, ticket()),
      putUnkeyed(browser, ticket()),
    ])
    await putUnkeyed(browser, ticket(2), ticket(2))
    expect((await read(browser)).items.map(({ quantity }) => quantity)).toEqual([1, 1, 1, 2, 2])
    const refused = await Promise.allSettled([putUnkeyed(browser, ticket()), putUnkeyed(browser, ticket())])
    expect(refused.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await read(browser)).toMatchObject({ itemCount: 6 })
    expect(await takenOf(db, session)).toBe(8)
  })

  it('a class added three times is one line, which says so and stays until it was removed as often', async () => {
    const session = await aClass(centre)
    const { browser } = await centre.customer()
    const first = await putUnkeyed(browser, { id: session.id })
    expect(first.notices).toEqual([])
    const line = lineOf(first)
    await putUnkeyed(browser, { id: session.id })
    expect(await putUnkeyed(browser, { id: session.id })).toMatchObject({
      items: [{ id: line.id, quantity: 1 }],
      notices: [
        {
          code: 'added_again',
          message:
            'Yoga was in your basket already, so there is still one place. It has been added 3 times, and stays until it has been removed 3 times.',
          cartItemId: line.id,
        },
      ],
    })
    // The two that were too many are given up.
    expect(await removeUnkeyed(browser, line)).toMatchObject({
      items: [{ id: line.id }],
      notices: [{ code: 'still_in_basket', cartItemId: line.id }],
    })
    expect(await removeUnkeyed(browser, line)).toMatchObject({
      itemCount: 1,
      notices: [
        {
          message:
            'Yoga is still in your basket, because it was added more than once. Remove it again to give up the place.',
        },
      ],
    })
    expect(await takenOf(db, session)).toBe(1)
    expect(await removeUnkeyed(browser, line)).toMatchObject({ itemCount: 0, notices: [] })
    expect(await takenOf(db, session)).toBe(0)
  })

  it('an id sent as often as it was added takes the class out at once', async () => {
    const session = await aClass(centre)
    await putUnkeyed(visitor, { id: session.id })
    const line = lineOf(await putUnkeyed(visitor, { id: session.id }))
    expect(await removeUnkeyed(visitor, line, line)).toMatchObject({ itemCount: 0 })
    expect(await takenOf(db, session)).toBe(0)
  })

  it('a class whose time has run out is removed at once', async () => {
    const session = await aClass(centre)
    await putUnkeyed(visitor, { id: session.id })
    const line = lineOf(await putUnkeyed(visitor, { id: session.id }))
    centre.app.clock.forward(10 * minute)
    expect(await removeUnkeyed(visitor, line)).toMatchObject({ lapsedItems: [] })
  })

  it('an addition that is refused after all is not counted', async () => {
    const [session, { ticket }] = [await aClass(centre), await aSwim(centre)]
    const { browser } = await centre.customer()
    const line = lineOf(await putUnkeyed(browser, { id: session.id }))
    const [one, other] = await Promise.allSettled([
      putUnkeyed(browser, { id: session.id }, ticket(8)),
      putUnkeyed(browser, { id: session.id }, ticket(8)),
    ])
    expect([one?.status, other?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await removeUnkeyed(browser, line)).toMatchObject({ itemCount: 2 })
    expect(await removeUnkeyed(browser, line)).toMatchObject({ itemCount: 1 })
  })
})

it('with idempotency keys an addition says nothing of earlier ones, and a removal is final', async () => {
  const session = await aClass(centre)
  const keyed = (idempotencyKey: string) =>
    visitor.send(api.baskets.add, { items: [{ id: session.id }] }, { idempotencyKey })
  await keyed('one')
  const again = await keyed('two')
  expect(again.notices).toEqual([])
  const { id } = lineOf(again)
  const removed = visitor.send(api.baskets.remove, { cartItemIds: [id] }, { idempotencyKey: 'gone' })
  expect(await removed).toMatchObject({ itemCount: 0, notices: [] })
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
