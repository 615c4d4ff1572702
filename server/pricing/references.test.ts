import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let app: TestApp
let nell: { id: number; reference: string; email: string }
let ids: { first: string; second: string; adult: string }

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
  const { adult, sessions } = await centre.swim(['09:00', '11:00'])
  ids = {
    first: sessions[0]?.publicId ?? '',
    second: sessions[1]?.publicId ?? '',
    adult: adult.publicId,
  }
  nell = await aCustomer(db, centre.operatorId, { firstName: 'Nell', email: 'nell@example.test' })
  const plan = await aPlan(db, centre.venue)
  await aMembership(db, { plan, venue: centre.venue, customerIds: [nell.id] })
  app = testApp(db, { now: new Date('2027-03-01T09:00:00Z') })
})

const aStranger = async (): Promise<TestBrowser> => {
  const { id } = await aCustomer(db, centre.operatorId)
  const browser = app.browser()
  await browser.logIn(id)
  return browser
}
const add = (browser: TestBrowser, id: string, more: object = {}) =>
  browser.send(api.baskets.add, {
    items: [{ id, ticketId: ids.adult, customerReference: nell.reference, ...more }],
  })
const lookUp = (browser: TestBrowser) =>
  browser.send(api.pricing.ticket, {
    venue: 'demo-centre',
    activityId: 'swim-for-all',
    occurrenceId: ids.first,
    reference: nell.reference,
  })

describe("another customer's reference", () => {
  it('is good for one ticket of a session, whoever enters it first', async () => {
    const first = await aStranger()
    expect((await add(first, ids.first)).items[0]?.price.raw).toBe(0)
    const second = await aStranger()
    const refused = await refusal(add(second, ids.first))
    expect(refused).toMatchObject({ status: 422, code: 'invalid' })
    expect(refused.validationMessages).toEqual({
      'items.0.customer_reference': ['This customer number has already been used for this session.'],
    })
    expect((await add(second, ids.second)).items[0]?.price.raw).toBe(0)
    expect((await refusal(add(first, ids.first, { quantity: 2 }))).validationMessages).toEqual({
      'items.0.customer_reference': ['A customer number is valid for one ticket per session.'],
    })
    expect((await refusal(add(first, ids.first))).code).toBe('invalid')
    await first.send(api.baskets.clear, {})
    await add(second, ids.first)
  })

  it('is good for one ticket however it is written, by strangers as by one', async () => {
    const { reference } = nell
    const variants = [
      ...['\t', '\n', ' ', '\u00a0', '\u2003', '\ufeff', '\u200b', '\u00ad'].flatMap((character) => [
        reference + character,
        character + reference,
        reference.slice(0, 2) + character + reference.slice(2),
      ]),
      reference.toLowerCase(),
      reference.replace('-', '–'),
    ]
    const owner = await aStranger()
    await add(owner, ids.first)
    await complete(owner)
    for (const customerReference of variants) {
      const stranger = await aStranger()
      for (const browser of [stranger, owner])
        expect([
          customerReference,
          (await refusal(add(browser, ids.first, { customerReference }))).validationMessages,
        ]).toEqual([
          customerReference,
          { 'items.0.customer_reference': ['This customer number has already been used for this session.'] },
        ])
    }
    const lines = await db.selectFrom('basketItem').select('customerReference').execute()
    expect(lines).toEqual([{ customerReference: reference }])
  })

  it('gives no price to a line held again after another has taken the ticket', async () => {
    const first = await aStranger()
    const { items } = await add(first, ids.first)
    app.clock.forward(11 * 60_000)
    const second = await aStranger()
    expect((await add(second, ids.first)).items[0]?.price.raw).toBe(0)
    const renewed = await first.send(api.baskets.renew, { cartItemIds: [items[0]?.id ?? 0] })
    expect(renewed.items[0]?.price.raw).toBe(600)
    expect((await second.send(api.baskets.read, {})).items[0]?.price.raw).toBe(0)
  })

  it('is no limit for its owner, nor for staff', async () => {
    await add(await aStranger(), ids.first)
    const own = app.browser()
    await own.logIn(nell.id)
    expect((await add(own, ids.first)).items[0]?.price.raw).toBe(0)
    const desk = app.browser({ site: 'desk' })
    await desk.logIn((await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'desk' })).id)
    expect((await add(desk, ids.first)).items[0]?.price.raw).toBe(0)
  })

  it('is told to its owner by e-mail once it is bought with, and the buyer does not see the address', async () => {
    const stranger = await aStranger()
    await add(stranger, ids.first)
    await complete(stranger)
    const notices = await db
      .selectFrom('notice')
      .select(['kind', 'recipient', 'data'])
      .where('kind', '=', 'reference_used')
      .execute()
    expect(notices).toMatchObject([
      {
        recipient: nell.email,
        data: { reference: nell.reference, items: ['swim-for-all, Adult - Thu 4 Mar - 09:00, Demo Centre'] },
      },
    ])
    const own = app.browser()
    await own.logIn(nell.id)
    expect((await own.send(api.privacy.data, {})).messages.map(({ to }) => to)).toEqual([nell.email])
    const theirs = await stranger.send(api.privacy.data, {})
    expect(JSON.stringify(theirs)).not.toContain(nell.email)
  })
})

describe('an operator whose benefits need a log-in', () => {
  it('is the default, and refuses references of visitors with a sentence that says so', async () => {
    const visitor = app.browser()
    expect(await refusal(lookUp(visitor))).toMatchObject({
      status: 400,
      code: 'discount_refused',
      message: 'Log in to use a customer number.',
    })
    expect((await refusal(add(visitor, ids.first))).validationMessages).toEqual({
      'items.0.customer_reference': ['Log in to use a customer number.'],
    })
    expect((await lookUp(await aStranger())).tickets[0]?.price.raw).toBe(0)
  })

  it('may let visitors use them, too', async () => {
    await db.updateTable('operator').set({ benefitsNeedLogin: false }).execute()
    app = testApp(db, { now: new Date('2027-03-01T09:00:00Z') })
    const visitor = app.browser()
    expect((await lookUp(visitor)).tickets[0]?.price.raw).toBe(0)
    expect((await add(visitor, ids.first)).items[0]?.price.raw).toBe(0)
  })
})
