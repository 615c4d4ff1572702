import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aSwim, put, read } from '#test/support/baskets.ts'
import { complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let swim: Awaited<ReturnType<typeof aSwim>>
let member: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  swim = await aSwim(centre)
  const { id, browser } = await centre.customer({ dateOfBirth: '1990-05-01' })
  const plan = await aPlan(centre.db, centre.venue)
  await aMembership(centre.db, { plan, venue: centre.venue, customerIds: [id] })
  member = browser
})

const prices = async () => (await read(member)).items.map((item) => item.price.raw)

describe('a benefit that makes swimming free', () => {
  it('gives one free ticket of a session, also at another price and in a later order', async () => {
    const { ticket, concession } = swim
    await put(member, ticket(1), ticket(1, concession))
    expect(await prices()).toEqual([0, 350])
    await member.send(api.baskets.clear, {})
    await put(member, ticket(1))
    await complete(member)
    await put(member, ticket(1))
    expect(await prices()).toEqual([600])
  })
})

describe('a price for an age', () => {
  it('is offered to and taken by those of that age, or whose age is not known', async () => {
    const place = await centre.yoga()
    const ofActivity = (name: string, ages: { ageMin?: number; ageMax?: number }) =>
      aPricingOption(centre.db, place.activity.id, { slug: name, name, price: 250, ...ages })
    const junior = await ofActivity('Junior', { ageMax: 15 })
    const senior = await ofActivity('60 and over', { ageMin: 60 })
    const session = await centre.aClassOf(place, '10:00')
    const child = await centre.customer({ dateOfBirth: '2015-01-01' })
    const pensioner = await centre.customer({ dateOfBirth: '1960-01-01' })
    const unknown = await centre.customer({ dateOfBirth: null })
    const offered = async (browser: TestBrowser) => {
      const { items } = await put(browser, { id: session.publicId })
      return items.map(({ pricingOptions }) => pricingOptions.map(({ name }) => name))
    }
    await member.send(api.baskets.clear, {})
    expect(await offered(member)).toEqual([['Standard']])
    expect(await offered(child.browser)).toEqual([['Standard', 'Junior']])
    expect(await offered(pensioner.browser)).toEqual([['Standard', '60 and over']])
    expect(await offered(unknown.browser)).toEqual([['Standard', 'Junior', '60 and over']])
    expect(await offered(centre.app.browser())).toEqual([['Standard', 'Junior', '60 and over']])
    for (const { id } of [junior, senior]) {
      const answer = await refusal(put(member, { id: session.publicId, pricingOptionId: id }))
      expect([answer.status, answer.code]).toEqual([403, 'age'])
    }
  })
})
