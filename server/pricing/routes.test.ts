import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
  await db.updateTable('operator').set({ benefitsNeedLogin: false }).execute()
})

describe('E12: the price of a ticket for the customer of a reference', () => {
  const world = async (benefit: object = { kind: 'fixed', fixedPrice: 350 }) => {
    const swim = await centre.swim()
    const [session] = swim.sessions
    if (session === undefined) throw new Error('No session.')
    const nell = await aCustomer(db, centre.operatorId, { firstName: 'Nell', lastName: 'Secret' })
    const plan = await aPlan(db, centre.venue, { benefits: [benefit] })
    const { memberIds } = await aMembership(db, { plan, venue: centre.venue, customerIds: [nell.id] })
    return { swim, session, nell, memberId: memberIds[0] }
  }
  const ask = (browser: ReturnType<Centre['app']['browser']>, reference: string, of: object) =>
    browser.send(api.pricing.ticket, { venue: 'demo-centre', activityId: 'swim-for-all', reference, ...of })

  it('is given by either id, to a visitor too, without a name', async () => {
    const { swim, session, nell } = await world()
    const visitor = centre.app.browser()
    const found = await ask(visitor, nell.reference.toLowerCase(), {
      isV2: true,
      occurrenceId: session.publicId,
    })
    expect(found).toMatchObject({
      customerId: nell.id,
      customerReference: nell.reference,
      tickets: [
        {
          ticketId: swim.adult.publicId,
          name: 'Adult',
          fullPrice: { formatted: '£6.00', benefitApplied: false, explanation: null },
          price: { formatted: '£3.50', benefitApplied: true, explanation: '£6.00 less £2.50 Gold benefit' },
        },
        // A quarter of it is the member's own place: £3.75 becomes £3.50.
        { ticketId: swim.family.publicId, name: 'Family', price: { formatted: '£14.75' } },
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/Nell|Secret/)
    const byNumber = await ask(visitor, nell.reference, { activityId: session.id })
    expect(byNumber.tickets[0]).toMatchObject({ ticketId: swim.adult.id, price: { raw: 350 } })
  })

  it('is the price of the ticket in the basket', async () => {
    const { swim, session, nell, memberId } = await world()
    const { browser } = await centre.customer()
    const { tickets } = await ask(browser, nell.reference, { occurrenceId: session.publicId })
    const [adult] = tickets
    const basket = await browser.send(api.baskets.add, {
      items: [
        {
          id: session.publicId,
          ticketId: swim.adult.publicId,
          customerReference: adult?.customerReference ?? '',
          pricingOptionId: adult?.pricingOptionId ?? 0,
        },
        { id: session.publicId, ticketId: swim.adult.publicId },
      ],
    })
    expect(
      basket.items.map((item) => [item.price.raw, item.customerReference, item.membershipUserId]),
    ).toEqual([
      [350, nell.reference, memberId],
      [600, null, null],
    ])
  })

  it('is refused alike for an unknown reference and for one without a discount', async () => {
    const { session, nell } = await world({ allowance: 1, allowancePeriod: 'day' })
    const stranger = await aCustomer(db, centre.operatorId)
    const browser = centre.app.browser()
    for (const reference of ['NOBODY', stranger.reference, nell.reference]) {
      // A limited allowance cannot be used up by a person who only has the reference.
      const refused = await refusalOf(ask(browser, reference, { occurrenceId: session.publicId }))
      expect(refused).toMatchObject({
        status: 400,
        code: 'discount_refused',
        message: "This customer number doesn't give a discount on these tickets.",
      })
    }
    const own = centre.app.browser()
    await own.logIn(nell.id)
    expect((await ask(own, nell.reference, { occurrenceId: session.publicId })).tickets[0]?.price.raw).toBe(0)
  })

  it('is not found for other sessions, and limited in number', async () => {
    const { session, nell } = await world()
    const browser = centre.app.browser()
    const wrong = [{ venue: 'elsewhere' }, { occurrenceId: 'AQGnothing' }, { activityId: 'yoga' }]
    for (const more of wrong) {
      const query = ask(browser, nell.reference, { occurrenceId: session.publicId, ...more })
      expect(await refusalOf(query)).toMatchObject({ status: 404 })
    }
    expect(await refusalOf(ask(browser, ' ', { occurrenceId: session.publicId }))).toMatchObject({
      status: 422,
    })
    for (let tries = 0; tries < 40; tries += 1) {
      await ask(browser, 'NOBODY', { occurrenceId: session.publicId }).catch(() => undefined)
    }
    const refused = await refusalOf(ask(browser, nell.reference, { occurrenceId: session.publicId }))
    expect(refused).toMatchObject({ status: 429, code: 'too_many' })
  })
})

describe("A14: the discounts of the customer's memberships", () => {
  it("name every activity with its full price and the member's", async () => {
    await centre.swim()
    const { browser, id } = await centre.customer()
    const plan = await aPlan(db, centre.venue, { benefits: [{ kind: 'percent', percentOff: 20 }] })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] })
    const found = await browser.send(api.pricing.discounts, { venue: 'demo-centre' })
    expect(found.venue).toMatchObject({ slug: 'demo-centre' })
    const [benefit] = found.memberships[0]?.benefits ?? []
    expect(benefit?.activities.map(({ slug }) => slug)).toContain('swim-for-all')
    const prices = benefit?.activities.find(({ slug }) => slug === 'swim-for-all')?.prices
    expect(prices).toContainEqual({ name: 'Adult', fullPrice: '£6.00', price: '£4.80' })
  })

  it('are none without a membership, and not found at an unknown venue', async () => {
    const { browser } = await centre.customer()
    expect(await browser.send(api.pricing.discounts, {})).toEqual({ venue: null, memberships: [] })
    expect(await refusalOf(browser.send(api.pricing.discounts, { venue: 'nowhere' }))).toMatchObject({
      status: 404,
    })
  })
})

describe('A14: the prices of a venue for everybody', () => {
  it('name every activity with its price, and with each membership', async () => {
    await centre.swim()
    await aPlan(db, centre.venue, { name: 'Silver', benefits: [{ kind: 'percent', percentOff: 20 }] })
    await aPlan(db, centre.venue, { name: 'Bronze', benefits: [{ kind: 'percent', percentOff: 20 }] })
    await aPlan(db, centre.venue, {
      name: 'Gold',
      benefits: [{ kind: 'free', allowance: 4, allowancePeriod: 'month' }],
    })
    await aPlan(db, centre.venue, { name: 'Old', withdrawn: true })
    const found = await centre.app.browser().send(api.pricing.venue, { venue: 'demo-centre' })
    expect(found.venue).toMatchObject({ slug: 'demo-centre' })
    expect(found.activities.find(({ slug }) => slug === 'swim-for-all')?.prices).toContainEqual({
      name: 'Adult',
      price: '£6.00',
      members: [
        { plans: ['Silver', 'Bronze'], price: '£4.80', allowance: null },
        { plans: ['Gold'], price: '£0.00', allowance: { uses: 4, period: 'month' } },
      ],
    })
  })

  it('are those of the first open venue where none is named, and not found at an unknown one', async () => {
    const browser = centre.app.browser()
    expect((await browser.send(api.pricing.venue, {})).venue?.slug).toBe('demo-centre')
    expect(await refusalOf(browser.send(api.pricing.venue, { venue: 'nowhere' }))).toMatchObject({
      status: 404,
    })
  })
})
