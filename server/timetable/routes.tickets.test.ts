import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { at } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let visitor: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  visitor = centre.app.browser()
})

describe('fast tickets', () => {
  const tickets = (
    browser: TestBrowser,
    more: { activity?: string | number; category?: string; date?: string } = {},
  ) =>
    browser.send(api.timetable.tickets, {
      ...at,
      category: 'swimming',
      activity: 'swim-for-all',
      date: thursday,
      ...more,
    })

  it('C03: are sorted by start time, with ticket types and how many of each may be had', async () => {
    const { adult, family, sessions } = await centre.swim(['14:00', '09:00'])
    const [late, early] = sessions
    const visible = await tickets(visitor)
    expect(visible.map(({ id }) => id)).toEqual([early?.id, late?.id])
    expect(visible[0]).toMatchObject({
      price: { raw: 600 },
      rootActivityCategory: { slug: 'swimming', hasChildren: true },
      tickets: [
        {
          id: adult.id,
          name: 'Adult',
          price: { raw: 600 },
          maxQuantity: 8,
          pricingOption: { id: adult.pricingOptionId },
          pricingOptions: [{ id: adult.pricingOptionId }],
        },
        // Nine places are room for two families.
        { id: family.id, name: 'Family', price: { raw: 1500 }, maxQuantity: 2 },
      ],
    })
    expect(visible[0]?.ticketTypes).toEqual(visible[0]?.tickets)

    await visitor.send(api.baskets.add, {
      items: [{ id: early?.id ?? 0, ticketId: adult.id, quantity: 6 }],
    })
    const another = (await tickets(centre.app.browser()))[0]
    expect(another).toMatchObject({
      spaces: 3,
      heldByOthers: 6,
      tickets: [{ maxQuantity: 3 }, { maxQuantity: 0 }],
    })
  })

  it('C04: have ids of the first world before the migration date and of the second from it on', async () => {
    const { adult, sessionAt } = await centre.swim()
    const after = await sessionAt('09:00', '2027-03-05')
    const visible = await tickets(visitor, { date: '2027-03-05' })
    expect(visible[0]).toMatchObject({
      id: after.publicId,
      cartType: 'purchasableOccurrence',
      tickets: [{ id: adult.publicId }, {}],
    })
    expect((await tickets(visitor))[0]?.cartType).toBe('activity')
  })

  it('one by its id of either form needs no day', async () => {
    const { sessions, adult } = await centre.swim()
    const [early] = sessions
    const one = { ...at, category: 'swimming' }
    expect(await visitor.send(api.timetable.tickets, { ...one, activity: early?.id ?? 0 })).toMatchObject([
      { id: early?.id, tickets: [{ id: adult.id }, {}] },
    ])
    expect(
      await visitor.send(api.timetable.tickets, { ...one, activity: early?.publicId ?? '' }),
    ).toMatchObject([{ id: early?.publicId, tickets: [{ id: adult.publicId }, {}] }])
    const error = await refusalOf(visitor.send(api.timetable.tickets, { ...one, activity: 'swim-for-all' }))
    expect(error).toMatchObject({ status: 422, code: 'invalid' })
    expect(error.validationMessages['date']).toHaveLength(1)
  })

  it('stand under their heading and no other', async () => {
    await centre.swim(['09:00', '14:00'])
    await anActivity(centre.db, centre.venue.id, { slug: 'yoga' })
    expect(await tickets(visitor, { category: 'swim-for-all' })).toHaveLength(2)
    for (const category of ['yoga', 'unknown']) {
      expect((await refusalOf(tickets(visitor, { category }))).status).toBe(404)
      // Also once the day is known.
      expect((await refusalOf(tickets(visitor, { category }))).status).toBe(404)
    }
  })

  it('are one entry each in the times, with an id', async () => {
    const { sessions } = await centre.swim(['14:00', '09:00'])
    const [late, early] = sessions
    expect(
      await visitor.send(api.timetable.times, { ...at, activity: 'swim-for-all', date: thursday }),
    ).toMatchObject([
      { id: early?.id, date: { raw: thursday }, location: 'Pool, Demo Centre' },
      { id: late?.id },
    ])
  })
})
