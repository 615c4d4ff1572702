import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aSwim, put, read } from '#test/support/baskets.ts'
import { complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
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
