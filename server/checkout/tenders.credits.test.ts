import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let browser: TestBrowser
let customerId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 1345 })
  customerId = (await aCustomer(db, world.operator.id)).id
  browser = app.browser()
  await browser.logIn(customerId)
})

afterEach(async () => {
  const wrong = await wrongWithCredit(db)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
})

const grant = (amount: number, type: 'general' | 'membership' = 'general', of = customerId) =>
  someCredit(db, { operatorId: world.operator.id, customerId: of, type, amount }, now)

const add = (...ids: string[]) =>
  browser.send(api.baskets.add, {
    items: (ids.length > 0 ? ids : [world.occurrence.publicId]).map((id) => ({ id })),
  })

const apply = (amount: number, type: 'general' | 'membership' = 'general', by = browser) =>
  by.send(api.credits.apply, { creditsToReserve: [{ amount, type }] })

const basket = (by = browser) => by.send(api.baskets.read, {})

const anotherClass = async () =>
  anOccurrence(
    db,
    { activity: world.activity, locationId: world.studio.id, startsAt: new Date('2027-03-03T18:00:00Z') },
    { capacity: 5 },
  )

describe('applying credit', () => {
  it('E06: reserves it, and the basket has a credit payment of the amount', async () => {
    await grant(2000)
    await grant(300, 'membership')
    expect(await add()).toMatchObject({
      balance: 1345,
      payments: [],
      credits: {
        general: { type: 'general', totalAvailable: 2000, maxApplicable: 1345 },
        membership: { type: 'membership', totalAvailable: 300, maxApplicable: 300 },
      },
    })
    expect(await apply(500)).toEqual({ reserved: true, amount: 500 })
    expect(await basket()).toMatchObject({
      total: 1345,
      balance: 845,
      formattedBalance: '£8.45',
      payments: [
        {
          id: expect.any(Number) as number,
          tenderType: 'credit',
          type: 'general',
          amount: 500,
          formattedAmount: '£5.00',
        },
      ],
      credits: {
        general: { totalAvailable: 2000, maxApplicable: 1345 },
        membership: { totalAvailable: 300, maxApplicable: 300 },
      },
    })
    await apply(300, 'membership')
    const both = await basket()
    expect(both.balance).toBe(545)
    expect(both.payments.map(({ type, amount }) => [type, amount])).toEqual([
      ['membership', 300],
      ['general', 500],
    ])
    expect(both.credits.general.maxApplicable).toBe(1045)
  })

  it('E07: replaces the amount of the same type, 0 or less removes it, a list replaces all', async () => {
    await grant(2000)
    await grant(2000, 'membership')
    await add()
    await apply(500)
    await apply(700)
    expect((await basket()).payments).toMatchObject([{ type: 'general', amount: 700 }])
    await apply(0)
    expect((await basket()).payments).toEqual([])
    await apply(500)
    await apply(-1)
    expect((await basket()).payments).toEqual([])
    await apply(1345)
    const list = [
      { amount: 345, type: 'general' },
      { amount: 1000, type: 'membership' },
    ] as const
    expect(await browser.send(api.credits.apply, { creditsToReserve: [...list] })).toEqual({
      reserved: true,
      amount: 1345,
    })
    expect(await basket()).toMatchObject({
      balance: 0,
      payments: [
        { type: 'membership', amount: 1000 },
        { type: 'general', amount: 345 },
      ],
    })
  })

  it('both addresses and both names of the list do the same, with a bare answer', async () => {
    await grant(2000)
    await add()
    for (const path of ['/api/credits/apply', '/api/activities/cart/apply-credits']) {
      for (const name of ['credits_to_reserve', 'credits']) {
        const answer = await browser.fetch(path, {
          method: 'POST',
          body: JSON.stringify({
            [name]: [{ amount: '400', type: 'general' }],
            cart_source: 'activity-booking',
            selected_user_id: null,
          }),
        })
        expect(answer.status).toBe(200)
        expect(await answer.json()).toEqual({ reserved: true, amount: 400 })
      }
    }
    expect((await basket()).payments).toMatchObject([{ amount: 400 }])
  })

  it.each([
    ['more than the customer has', 1001, 1345],
    ['more than there is to pay', 1346, 1346],
  ])(
    'E06: %s is refused with the message of the specification, and applied credit stays',
    async (_, amount, has) => {
      await grant(has === 1345 ? 1000 : 5000)
      await add()
      await apply(200)
      expect(await refusal(apply(amount))).toMatchObject({
        status: 422,
        code: 'credit_not_applicable',
        message: 'Credit amount could not be applied.',
      })
      expect((await basket()).payments).toMatchObject([{ amount: 200 }])
    },
  )

  it('needs a logged-in customer and a basket', async () => {
    expect(await refusal(apply(100, 'general', app.browser()))).toMatchObject({ status: 401 })
    await grant(500)
    expect(await refusal(apply(100))).toMatchObject({ code: 'credit_not_applicable' })
    expect(await apply(0)).toEqual({ reserved: true, amount: 0 })
    const answer = await browser.fetch('/api/credits/apply', { method: 'POST', body: '{"credits":[]}' })
    expect(answer.status).toBe(422)
  })

  it('a repeated call with the same key reserves once', async () => {
    await grant(500)
    await add()
    const options = { idempotencyKey: 'one-intention' }
    await browser.send(api.credits.apply, { creditsToReserve: [{ amount: 500, type: 'general' }] }, options)
    await browser.send(api.credits.apply, { creditsToReserve: [{ amount: 500, type: 'general' }] }, options)
    expect(await db.selectFrom('creditReservation').select('amount').execute()).toEqual([{ amount: 500 }])
  })
})

describe('reserved credit', () => {
  it('D07: stays up to the total when an item is removed', async () => {
    const other = await anotherClass()
    await grant(2500)
    await add(world.occurrence.publicId, other.publicId)
    await apply(2400)
    const { items } = await basket()
    const left = await browser.send(api.baskets.remove, { cartItemIds: [items[0]?.id ?? 0] })
    expect(left).toMatchObject({ total: 1345, balance: 0, payments: [{ type: 'general', amount: 1345 }] })
    expect(left.credits.general).toEqual({ type: 'general', totalAvailable: 2500, maxApplicable: 1345 })
  })

  it('is released when the basket is cleared, and when its owner logs out', async () => {
    await grant(500)
    await add()
    await apply(500)
    expect((await browser.send(api.baskets.clear, {})).payments).toEqual([])
    expect(await lots()).toEqual([{ available: 500, reserved: 0 }])
    await add()
    await apply(500)
    await browser.send(api.sessions.logout, {})
    expect(await lots()).toEqual([{ available: 500, reserved: 0 }])
  })

  it('ends with the holds of the basket, before and after the cleanup job', async () => {
    await grant(500)
    await add()
    await apply(500)
    app.clock.forward(601_000)
    expect(await basket()).toMatchObject({
      payments: [],
      credits: { general: { totalAvailable: 500, maxApplicable: 0 } },
    })
  })

  it('is extended together with the holds', async () => {
    await grant(500)
    await add()
    await apply(500)
    app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    app.clock.forward(500_000)
    expect((await basket()).payments).toMatchObject([{ amount: 500 }])
  })

  it('shrinks when a line is changed to a lower price', async () => {
    const cheaper = await aPricingOption(db, world.activity.id, { slug: 'saver', name: 'Saver', price: 900 })
    await grant(1345)
    await add()
    await apply(1345)
    const [line] = (await basket()).items
    const changed = await browser.send(api.baskets.update, {
      cartItemId: line?.id ?? 0,
      options: { pricingOptionId: cheaper.id },
    })
    expect(changed).toMatchObject({ balance: 0, payments: [{ amount: 900 }] })
    expect(await lots()).toEqual([{ available: 445, reserved: 900 }])
  })

  it('shrinks when the price of the remaining lines falls', async () => {
    await grant(1345)
    await add()
    await apply(1345)
    await db.updateTable('pricingOption').set({ price: 1000 }).execute()
    expect(await basket()).toMatchObject({ balance: 0, payments: [{ amount: 1000 }] })
  })
})

const lots = () => db.selectFrom('creditLot').select(['available', 'reserved']).execute()

describe('staff', () => {
  it('apply the credit of the selected customer only', async () => {
    await grant(500)
    const clerk = await aCustomer(db, world.operator.id, { role: 'staff' })
    const another = await aCustomer(db, world.operator.id)
    const desk = app.browser()
    await desk.logIn(clerk.id)
    const forThem = { selectedUserId: customerId }
    await desk.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }], ...forThem })
    await desk.send(api.credits.apply, { creditsToReserve: [{ amount: 500, type: 'general' }], ...forThem })
    expect(await desk.send(api.baskets.read, forThem)).toMatchObject({ payments: [{ amount: 500 }] })
    const forAnother = { selectedUserId: another.id }
    expect(await desk.send(api.baskets.read, forAnother)).toMatchObject({
      payments: [],
      credits: { general: { totalAvailable: 0 } },
    })
    const ask = { creditsToReserve: [{ amount: 500, type: 'general' as const }] }
    expect(await refusal(desk.send(api.credits.apply, { ...ask, ...forAnother }))).toMatchObject({
      code: 'credit_not_applicable',
    })
    expect(await refusal(desk.send(api.credits.apply, ask))).toMatchObject({ code: 'credit_not_applicable' })
    // The customer's own basket cannot reserve it a second time.
    await add((await anotherClass()).publicId)
    expect(await refusal(apply(1))).toMatchObject({ code: 'credit_not_applicable' })
  })

  it('a customer cannot use the credit of another', async () => {
    const another = await aCustomer(db, world.operator.id)
    await grant(500, 'general', another.id)
    await add()
    const ask = { creditsToReserve: [{ amount: 500, type: 'general' as const }], selectedUserId: another.id }
    expect(await refusal(browser.send(api.credits.apply, ask))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })
})
