import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mergeBasket } from '#server/baskets/merge.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { put, read } from '#test/support/baskets.ts'
import type { Wanted } from '#test/support/baskets.ts'
import { aCentre, on, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let parent: { id: number; browser: TestBrowser }
let tom: { id: number }
let may: { id: number }

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  parent = await centre.customer({ firstName: 'Ravi', dateOfBirth: '1984-11-02' })
  tom = await aChildOf(db, centre.operatorId, parent.id, { firstName: 'Tom', dateOfBirth: '2017-06-01' })
  may = await aChildOf(db, centre.operatorId, parent.id, { firstName: 'May', dateOfBirth: '2026-01-01' })
  await parent.browser.logIn(parent.id)
})

const household = (id: number | string) => parent.browser.send(api.timetable.household, { id })

const aFamilySwim = async () => {
  const activity = await anActivity(db, centre.venue.id, { slug: 'family-swim', kind: 'tickets' })
  const pool = await aLocation(db, centre.venue.id, { slug: 'pool' })
  const adult = await aTicketType(db, activity.id, { name: 'Adult', price: 540, ageMin: 16 })
  const junior = await aTicketType(db, activity.id, { name: 'Junior', price: 290, ageMin: 3, ageMax: 15 })
  const session = await anOccurrence(
    db,
    { activity, locationId: pool.id, startsAt: on('10:00') },
    { capacity: 20 },
  )
  return { activity, adult, junior, session }
}

describe('the household of an occurrence', () => {
  it('gives each person the ticket of their age and their own price, and says why a person cannot go', async () => {
    const { session, adult, junior, activity } = await aFamilySwim()
    const plan = await aPlan(db, centre.venue, { name: 'Gold', benefits: [{ activityIds: [activity.id] }] })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [tom.id] })
    await aPackage(db, {
      operatorId: centre.operatorId,
      customerId: parent.id,
      activityIds: [activity.id],
    })
    expect(await household(session.publicId)).toMatchObject([
      {
        firstName: 'Ravi',
        age: 42,
        isSelf: true,
        reason: null,
        tickets: [
          {
            ticketId: adult.publicId,
            options: [
              {
                price: { raw: 540 },
                benefit: null,
                package: { name: 'Ten swims', visitsLeft: 10, price: { raw: 0 } },
              },
            ],
          },
        ],
      },
      {
        firstName: 'Tom',
        age: 9,
        isSelf: false,
        reason: null,
        tickets: [
          {
            ticketId: junior.publicId,
            options: [
              { price: { raw: 0 }, benefit: { planName: 'Gold', saves: { raw: 290 } }, package: null },
            ],
          },
        ],
      },
      {
        firstName: 'May',
        age: 1,
        reasonCode: 'age',
        reason: "There's no ticket for May's age.",
        tickets: [],
      },
    ])
  })

  it('of a class for children names who is too old, and what each has at that time', async () => {
    const activity = await anActivity(db, centre.venue.id, { slug: 'multi-sport', ageMin: 5, ageMax: 11 })
    const hall = await aLocation(db, centre.venue.id, { slug: 'hall-2' })
    const at = (time: string) =>
      anOccurrence(db, { activity, locationId: hall.id, startsAt: on(time) }, { capacity: 5 })
    const [first, overlapping] = [await at('16:00'), await at('16:30')]
    await parent.browser.send(api.baskets.add, {
      items: [{ id: first.publicId, purchasedForUserId: tom.id }],
    })
    const [ravi, child, baby] = await household(overlapping.publicId)
    expect(ravi?.reason).toBe("You are too old for this. It's for ages 5 to 11.")
    expect(child).toMatchObject({ reasonCode: 'clash', reason: 'Tom has another booking at this time.' })
    expect(baby?.reason).toBe("May is too young for this. It's for ages 5 to 11.")
    expect((await household(first.publicId)).map(({ isInBasket }) => isInBasket)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('remembers who went the last time', async () => {
    const { session, junior } = await aFamilySwim()
    await parent.browser.send(api.baskets.add, {
      items: [{ id: session.publicId, ticketId: junior.publicId, purchasedForUserId: tom.id }],
    })
    await centre.book(parent.browser, parent.id)
    expect((await household(session.publicId)).map(({ wentLast }) => wentLast)).toEqual([false, true, false])
  })

  it('is of the customer alone', async () => {
    const { session } = await aFamilySwim()
    const request = centre.app.browser().send(api.timetable.household, { id: session.publicId })
    expect(await refusalOf(request)).toMatchObject({ status: 401 })
  })
})

describe('tickets with ages', () => {
  const add = (...items: Wanted[]) => put(parent.browser, ...items)

  it('a ticket that names no one is never taken for a buyer of another age', async () => {
    const { session, junior, adult } = await aFamilySwim()
    const id = session.publicId
    const { items } = await add(
      { id, ticketId: junior.publicId, quantity: 2 },
      { id, ticketId: adult.publicId },
    )
    expect(items.map(({ attendee, quantity }) => [attendee?.firstName ?? null, quantity])).toEqual([
      [null, 2],
      ['Ravi', 1],
    ])
  })

  it('a person of another age is refused, when added and when a line is given to them', async () => {
    const { session, junior } = await aFamilySwim()
    const ticket = { id: session.publicId, ticketId: junior.publicId }
    const refused = await refusalOf(add({ ...ticket, purchasedForUserId: parent.id }))
    expect(refused).toMatchObject({ status: 403, code: 'age' })
    const { items } = await add({ ...ticket, purchasedForUserId: tom.id })
    const change = parent.browser.send(api.baskets.update, {
      cartItemId: items[0]?.id ?? 0,
      options: { purchasedForUserId: may.id },
    })
    expect(await refusalOf(change)).toMatchObject({
      code: 'age',
      message: "May is too young for this. It's for ages 3 to 15.",
    })
  })

  it('a guest has a line of their own at the list price, and uses nothing of the buyer', async () => {
    const { session, adult, activity } = await aFamilySwim()
    const plan = await aPlan(db, centre.venue, { name: 'Gold', benefits: [{ activityIds: [activity.id] }] })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [parent.id] })
    const ticket = { id: session.publicId, ticketId: adult.publicId }
    const { items, total } = await add(
      { ...ticket, purchasedForUserId: parent.id },
      { ...ticket, forGuest: true, quantity: 2 },
    )
    expect(
      items.map(({ attendee, forGuest, price }) => [attendee?.firstName ?? null, forGuest, price.raw]),
    ).toEqual([
      ['Ravi', false, 0],
      [null, true, 1080],
    ])
    expect(total).toBe(1080)
    const again = await add({ ...ticket, forGuest: true })
    expect(again.items.map(({ quantity }) => quantity)).toEqual([1, 2, 1])
  })

  it('a visitor who logs in is not made the attendee of a ticket for a child', async () => {
    const { session, junior, adult } = await aFamilySwim()
    const visitor = centre.app.browser()
    const id = session.publicId
    await visitor.send(api.baskets.add, {
      items: [
        { id, ticketId: junior.publicId },
        { id, ticketId: adult.publicId },
      ],
    })
    const uuid = visitor.cookies.get('basket') ?? ''
    const merge = { operatorId: centre.operatorId, uuid, owner: { customerId: parent.id, loginDigest: null } }
    await transact(db, (tx) => mergeBasket(tx, merge, centre.app.clock.now()))
    const { items } = await read(parent.browser)
    expect(items.map(({ attendee }) => attendee?.firstName ?? null)).toEqual([null, 'Ravi'])
  })
})
