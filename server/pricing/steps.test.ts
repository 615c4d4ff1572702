import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { takeChanges } from '#server/openactive/sql/feeds.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPriceStep } from '#test/support/factories/activities.ts'
import { api } from '#web/platform/api.ts'
import { beginPriceSteps } from './beginSteps.ts'

let db: Database
let centre: Centre
let yoga: Awaited<ReturnType<Centre['yoga']>>

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, new Date('2027-12-29T09:00:00Z'))
  yoga = await centre.yoga({ price: 500 })
})

const stepOf = (price: number, fromDay = '2028-01-01') =>
  aPriceStep(db, yoga.activity.pricingOptionId, fromDay, price)

describe('a price that begins on a day', () => {
  it('is charged for the session of New Year’s Day and not for the one of the day before, in one basket', async () => {
    await stepOf(520)
    const before = await centre.aClassOf(yoga, '18:00', { date: '2027-12-31' })
    const after = await centre.aClassOf(yoga, '10:00', { date: '2028-01-01' })
    const { browser } = await centre.customer()
    const basket = await browser.send(api.baskets.add, {
      items: [{ id: before.publicId }, { id: after.publicId }],
    })
    expect(basket.items.map(({ price }) => price.raw)).toEqual([500, 520])
    const { completeOrderId } = await complete(browser, (await authorise(browser)).transactionUuid)
    // What is paid stays paid.
    await stepOf(900, '2027-12-30')
    const paid = await db
      .selectFrom('booking')
      .select('price')
      .where('orderId', '=', completeOrderId)
      .execute()
    expect(paid.map(({ price }) => price).toSorted((one, other) => one - other)).toEqual([500, 520])
  })

  it('is told to a basket that has the session', async () => {
    const { publicId } = await centre.aClassOf(yoga, '10:00', { date: '2028-01-01' })
    const visitor = centre.app.browser()
    await visitor.send(api.baskets.add, { items: [{ id: publicId }] })
    await stepOf(520)
    const basket = await visitor.send(api.baskets.read, {})
    expect(basket).toMatchObject({
      total: 520,
      notices: [{ code: 'price_changed', message: 'Yoga now costs £5.20.' }],
    })
    expect(basket.items[0]?.pricingOptions[0]?.price.raw).toBe(520)
  })

  it('is the one of today on the page of prices', async () => {
    await stepOf(480, '2027-12-29')
    await stepOf(520)
    const { activities } = await centre.app.browser().send(api.pricing.venue, {})
    expect(activities).toMatchObject([{ slug: 'yoga', prices: [{ price: '£4.80' }] }])
  })

  it('has the feeds of its activity written when it is set and when its day comes, on the wall of the venue', async () => {
    const noted = async () => (await takeChanges(db, 1000, false)).activityIds
    await noted()
    await stepOf(520)
    expect(await noted()).toEqual([yoga.activity.id])
    expect(await beginPriceSteps(db, new Date('2027-12-31T23:59:59Z'))).toEqual([])
    expect(await noted()).toEqual([])
    expect(await beginPriceSteps(db, new Date('2028-01-01T00:00:00Z'))).toEqual([centre.venue.id])
    expect(await noted()).toEqual([yoga.activity.id])
    expect(await beginPriceSteps(db, new Date('2028-01-01T00:01:00Z'))).toEqual([])
    await sql`update venue set timezone = 'America/New_York'`.execute(db)
    await stepOf(560, '2028-01-02')
    expect(await beginPriceSteps(db, new Date('2028-01-02T04:59:00Z'))).toEqual([])
    expect(await beginPriceSteps(db, new Date('2028-01-02T05:00:00Z'))).toEqual([centre.venue.id])
  })
})

describe('VAT of a price', () => {
  it('is that of its activity unless it has one of its own, from the order on', async () => {
    await db.updateTable('activity').set({ vatRate: 2000 }).execute()
    const { publicId } = await centre.aClassOf(yoga, '18:00', { date: '2027-12-31' })
    const later = await centre.aClassOf(yoga, '20:00', { date: '2027-12-31' })
    const { browser } = await centre.customer()
    const buy = async (id: string) => {
      await browser.send(api.baskets.add, { items: [{ id }] })
      await complete(browser, (await authorise(browser)).transactionUuid)
      return db
        .selectFrom('booking')
        .select(['price', 'vatRate', 'tax'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    }
    expect(await buy(publicId)).toEqual({ price: 500, vatRate: 2000, tax: 83 })
    await db.updateTable('pricingOption').set({ vatRate: 500 }).execute()
    expect(await buy(later.publicId)).toEqual({ price: 500, vatRate: 500, tax: 24 })
    // What is sold keeps its rate.
    const rates = await db.selectFrom('booking').select('vatRate').orderBy('id').execute()
    expect(rates.map(({ vatRate }) => vatRate)).toEqual([2000, 500])
  })
})
