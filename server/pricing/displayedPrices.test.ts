import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { createDays } from '#server/timetable/days.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPriceStep } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { at, classes } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-12-29T09:00:00Z')
const tomorrow = '2027-12-30'

let db: Database
let centre: Centre
let visitor: TestBrowser
let ruth: TestBrowser
let pricingOptionId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, now)
  const yoga = await centre.yoga({ price: 500 })
  ;({ pricingOptionId } = yoga.activity)
  await centre.aClassOf(yoga, '18:00', { date: tomorrow })
  visitor = centre.app.browser()
  ruth = centre.app.browser({ site: 'desk' })
  await ruth.logIn((await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'supervisor' })).id)
})

const publish = async (price: number, fromDay = tomorrow) => {
  const steps = [{ pricingOptionId, fromDay, price }]
  const { digest } = await ruth.send(api.priceSteps.preview, { steps })
  await ruth.send(api.priceSteps.set, { steps, digest })
}

const takeBack = async () => {
  const [price] = (await ruth.send(api.priceSteps.list, {})).prices
  await ruth.send(api.priceSteps.end, { stepId: price?.steps[0]?.id ?? 0 })
}

describe('a price that is published or taken back is shown at once by the server that did it', () => {
  it('in the timetable', async () => {
    const displayed = async () => (await classes(visitor, tomorrow)).map(({ price }) => price.raw)
    // From the second time on the answer is kept.
    expect([await displayed(), await displayed(), await displayed()]).toEqual([[500], [500], [500]])
    await publish(520)
    expect(await displayed()).toEqual([520])
    await takeBack()
    expect(await displayed()).toEqual([500])
  })

  it('on the page of prices and where activities say what they cost at least', async () => {
    const displayed = async () => [
      (await visitor.send(api.pricing.venue, {})).activities[0]?.prices[0]?.price,
      (await visitor.send(api.search.nextOfVenue, { venue: at.venue }))[0]?.from?.formatted,
    ]
    expect(await displayed()).toEqual(['£5.00', '£5.00'])
    await publish(520, '2027-12-29')
    expect(await displayed()).toEqual(['£5.20', '£5.20'])
  })
})

describe('a day of the timetable', () => {
  const pricesOf = ({ occurrences }: { occurrences: readonly { options: readonly { price: number }[] }[] }) =>
    occurrences.flatMap(({ options }) => options.map(({ price }) => price))

  it('is never kept at a price that was read before it changed', async () => {
    const days = createDays(db)
    db.onInvalidate(days.invalidate)
    const before = await days.offering(centre.operatorId, at.venue, 'yoga', now)
    await publish(520)
    // Somebody who asked before goes on with what they had read.
    expect(pricesOf(await days.of(centre.operatorId, before, tomorrow, now))).toEqual([520])
  })

  it('has the new price on a server that was told nothing once what it keeps is too old', async () => {
    const cachedForMs = 50
    const days = createDays(db, cachedForMs)
    const displayed = async () =>
      pricesOf(
        await days.of(
          centre.operatorId,
          await days.offering(centre.operatorId, at.venue, 'yoga', now),
          tomorrow,
          now,
        ),
      )
    expect(await displayed()).toEqual([500])
    await aPriceStep(db, pricingOptionId, tomorrow, 520)
    await wait(3 * cachedForMs)
    expect(await displayed()).toEqual([520])
  })
})
