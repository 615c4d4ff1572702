import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '#server/sessions/passwords.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
})

type Browser = Awaited<ReturnType<Centre['customer']>>['browser']

describe('a visitor’s basket merged into a customer’s', () => {
  const email = 'ann@example.test'
  const password = 'onside-test'
  const logIn = async (browser: Browser) => {
    await browser.send(api.sessions.login, { username: email, password })
    return browser.send(api.baskets.read, {})
  }
  const existing = async (more: object = {}) =>
    centre.customer({ email, passwordHash: await hashOf(password), ...more })

  it('I4: no longer holds items that overlap the customer’s bookings, and a notice says so', async () => {
    const place = await centre.yoga()
    const early = await centre.aClassOf(place, '10:00')
    const late = await centre.aClassOf(place, '10:30', { name: 'Late yoga' })
    const { id, browser } = await existing()
    await centre.add(browser, early)
    const visitor = centre.app.browser()
    await centre.add(visitor, late)
    const basket = await logIn(visitor)
    expect(basket.items.map(({ cartableResource }) => cartableResource?.name)).toEqual(['Yoga'])
    expect(basket.lapsedItems.map(({ cartableResource }) => cartableResource?.name)).toEqual(['Late yoga'])
    expect(basket.notices).toContainEqual({
      code: 'item_unavailable',
      message:
        "We're no longer holding Late yoga for you. You have another booking at this time: Yoga at 10:00.",
      cartItemId: basket.lapsedItems[0]?.id,
    })
    const live = await centre.db
      .selectFrom('hold')
      .select('occurrenceId')
      .where('personId', '=', id)
      .where('state', '=', 'held')
      .execute()
    expect(live).toEqual([{ occurrenceId: early.id }])
    // And it does not come back by holding it again.
    const again = { cartItemIds: [basket.lapsedItems[0]?.id ?? 0] }
    expect((await refusal(visitor.send(api.baskets.renew, again))).code).toBe('clash')
  })

  it('keeps the first of two items that overlap each other', async () => {
    const place = await centre.yoga()
    const early = await centre.aClassOf(place, '10:00')
    const late = await centre.aClassOf(place, '10:30', { name: 'Late yoga' })
    await existing()
    const visitor = centre.app.browser()
    await centre.add(visitor, early, late)
    const basket = await logIn(visitor)
    expect(basket.items.map(({ cartableResource }) => cartableResource?.name)).toEqual(['Yoga'])
    expect(basket.lapsedItems).toHaveLength(1)
  })

  it('no longer holds items the customer may not have, which cannot be held again for them', async () => {
    const session = await centre.aClassOf(await centre.yoga({ ageMax: 12 }), '10:00')
    const { id } = await existing()
    await aChildOf(centre.db, centre.operatorId, id)
    const visitor = centre.app.browser()
    await centre.add(visitor, session)
    const basket = await logIn(visitor)
    expect(basket).toMatchObject({ items: [], lapsedItems: [{ cartableResource: { name: 'Yoga' } }] })
    expect(basket.notices[0]?.message).toContain('You are too old for this.')
    const again = await refusal(visitor.send(api.baskets.renew, {}))
    expect(again).toMatchObject({ status: 403, code: 'age' })
  })
  it('does not sell items that the customer may not have', async () => {
    const session = await centre.aClassOf(await centre.yoga({ ageMax: 12, price: 0 }), '10:00')
    await existing()
    const visitor = centre.app.browser()
    await centre.add(visitor, session)
    await logIn(visitor)
    const refused = await refusal(visitor.send(api.checkout.complete, { termsAccepted: true }))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']).toEqual([
      "Yoga - Thu 4 Mar - 10:00: You are too old for this. It's for ages up to 12.",
    ])
    expect(await centre.db.selectFrom('booking').select('id').execute()).toEqual([])
  })
})
