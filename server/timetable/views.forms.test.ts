import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { at, classes } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let visitor: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  visitor = centre.app.browser()
})

describe('two worlds', () => {
  it('C04: have the same rows, which differ in id and cart type alone', async () => {
    const { slots: made } = await centre.badminton(['10:00'])
    const both = { ...at, activity: 'badminton-60min', date: thursday }
    const v1 = await visitor.send(api.timetable.slots, both)
    const v2 = await visitor.send(api.timetable.slotsV2, both)
    expect(v1.map(({ id, cartType }) => [id, cartType])).toEqual(made.map(({ id }) => [id, 'activity']))
    expect(v2.map(({ id, cartType }) => [id, cartType])).toEqual(
      made.map(({ publicId }) => [publicId, 'purchasableOccurrence']),
    )
    const without = (list: typeof v1) => list.map((slot) => ({ ...slot, id: null, cartType: null }))
    expect(without(v1)).toEqual(without(v2))
    expect((await visitor.send(api.timetable.times, both)).map(({ cartType }) => cartType)).toEqual([
      'activity',
    ])
    await centre.aClassOf(await centre.yoga(), '10:00')
    const yogas = { ...at, activity: 'yoga', date: thursday }
    expect((await visitor.send(api.timetable.classes, yogas))[0]?.cartType).toBe('activity')
  })

  it('any bookable occurrence by id of either form has tickets, made of its prices where it is sold without', async () => {
    const place = await centre.yoga({ price: 1345 })
    const session = await centre.aClassOf(place, '10:00')
    for (const id of [session.id, session.publicId]) {
      const found = await visitor.send(api.timetable.occurrence, { id })
      expect(found).toMatchObject({
        id,
        tickets: [
          {
            id,
            name: 'Yoga',
            price: { raw: 1345 },
            maxQuantity: 1,
            pricingOption: { id: place.activity.pricingOptionId },
          },
        ],
      })
    }
    expect((await refusalOf(visitor.send(api.timetable.occurrence, { id: 7 }))).status).toBe(404)
  })
})

describe('what the caller pays', () => {
  it('is the member’s price, and says what covers it', async () => {
    const place = await centre.yoga({ price: 500 })
    const [first, second] = [await centre.aClassOf(place, '09:00'), await centre.aClassOf(place, '11:00')]
    const ann = await centre.customer()
    const plain = await centre.customer()
    const benefit = { allowance: 1, allowancePeriod: 'week' as const }
    const plan = await aPlan(centre.db, centre.venue, { benefits: [benefit] })
    await aMembership(centre.db, { plan, venue: centre.venue, customerIds: [ann.id] })
    const seen = async (browser: TestBrowser) =>
      (await classes(browser)).map(({ price, benefitAvailable, pricingOptions }) => [
        price.raw,
        price.benefitApplied,
        pricingOptions[0]?.price.raw,
        benefitAvailable?.name ?? null,
      ])
    const free = [0, true, 0, 'Gold classes']
    const full = [500, false, 500, null]
    expect(await seen(ann.browser)).toEqual([free, free])
    expect(await seen(plain.browser)).toEqual([full, full])
    expect(await seen(visitor)).toEqual([full, full])
    expect((await classes(ann.browser))[0]?.price).toMatchObject({
      isEstimated: false,
      explanation: '£5.00 less £5.00 Gold benefit',
    })
    expect((await classes(visitor))[0]?.price).toMatchObject({ isEstimated: true, explanation: null })

    // What is in the basket keeps its price, and the allowance is not there for the other.
    await centre.add(ann.browser, first)
    expect(await seen(ann.browser)).toEqual([free, full])
    const one = await ann.browser.send(api.timetable.occurrence, { id: second.publicId })
    expect(one).toMatchObject({ price: { raw: 500 }, benefitAvailable: null })
    // The minute the hold ends it is free again.
    centre.app.clock.forward(11 * 60_000)
    expect(await seen(ann.browser)).toEqual([free, free])
  })

  it('is that of the customer staff have selected', async () => {
    const place = await centre.yoga({ price: 500 })
    await centre.aClassOf(place, '09:00')
    const ann = await aCustomer(centre.db, centre.operatorId)
    const plan = await aPlan(centre.db, centre.venue)
    await aMembership(centre.db, { plan, venue: centre.venue, customerIds: [ann.id] })
    const desk = await centre.customer({ role: 'staff' })
    const ask = (more: { selectedUserId?: number }) =>
      desk.browser.send(api.timetable.classes, { ...at, activity: 'yoga', date: thursday, ...more })
    expect((await ask({ selectedUserId: ann.id }))[0]?.price.raw).toBe(0)
    expect((await ask({}))[0]?.price.raw).toBe(500)
  })

  it('is a visit of a package, for a ticket of one place', async () => {
    const { activity } = await centre.swim()
    const { id, browser } = await centre.customer()
    const held = await aPackage(centre.db, {
      operatorId: centre.operatorId,
      customerId: id,
      activityIds: [activity.id],
    })
    const [swim] = await browser.send(api.timetable.tickets, {
      ...at,
      category: 'swimming',
      activity: 'swim-for-all',
      date: thursday,
    })
    expect(swim).toMatchObject({
      price: { raw: 0, packageApplied: true, explanation: '£6.00 less £6.00, one visit of Ten swims' },
      benefitAvailable: { id: held.id, name: 'Ten swims', type: 'package' },
    })
    expect(swim?.tickets.map(({ price }) => price.raw)).toEqual([0, 1500])
  })
})
