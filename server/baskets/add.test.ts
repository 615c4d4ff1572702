import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aSwim,
  heldUntil,
  lineOf,
  minute,
  put,
  read,
  remove,
  takenOf,
} from '#test/support/baskets.ts'
import type { Wanted } from '#test/support/baskets.ts'
import { aCentre, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import type { OccurrenceRow } from '#test/support/factories/occurrences.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  visitor = centre.app.browser()
})

describe('adding', () => {
  it('D05: returns the whole basket: its lines in order, and the totals', async () => {
    const place = await centre.yoga({ price: 1345, vatRate: 2000, name: 'Yoga' })
    await centre.add(visitor, await centre.aClassOf(place, '18:00', { compositeKey: '1a2b3c4d' }))
    const basket = await centre.add(visitor, await centre.aClassOf(place, '10:00', { minutes: 40 }))
    const [first, second] = basket.items
    expect(basket).toMatchObject({
      cartId: basket.id,
      uuid: visitor.cookies.get('basket'),
      total: 2690,
      formattedTotal: '£26.90',
      taxTotal: 448,
      subTotal: 2242,
      balance: 2690,
      formattedBalance: '£26.90',
      itemCount: 2,
      expiresAt: heldUntil,
      now: '2027-03-01T09:00:00Z',
      itemHash: Buffer.from(`${first?.id},${second?.id}`).toString('base64'),
    })
    expect(basket.items.map(({ sortBy }) => sortBy)).toEqual([0, 1])
    expect(basket.items.map((item) => item.cartableResource?.startsAt.format24Hour)).toEqual([
      '18:00',
      '10:00',
    ])
    expect(second?.cartableResource?.duration).toBe('40min')
    expect(first).toMatchObject({
      cartableType: 'av2Booking',
      parentItemId: null,
      name: 'Yoga - Thu 4 Mar - 18:00',
      type: 'purchasableOccurrence',
      price: { raw: 1345, formatted: '£13.45', isEstimated: true, benefitApplied: false },
      quantity: 1,
      maxQuantity: 1,
      ticketId: null,
      customerReference: null,
      purchasedForUserId: null,
      membershipUserId: null,
      appliedBenefit: null,
      appliedPackage: null,
      heldUntil,
      allowsAnonymousBookings: true,
      restrictionIds: [],
      waiversRequired: 0,
      questionsRequired: 0,
      userFriendlyType: 'Booking',
      childItems: [],
      promotionCode: null,
      cartableResource: {
        name: 'Yoga',
        venueName: 'Demo Centre',
        compositeKey: '1a2b3c4d',
        duration: '1h',
        date: { raw: thursday },
        endsAt: { format12Hour: '7:00pm' },
        location: { name: 'Studio 1', venueSlug: 'demo-centre' },
      },
    })
  })

  it.each([
    ['int', (session: OccurrenceRow) => session.id, 'activity'],
    ['int in letters', (session: OccurrenceRow) => String(session.id), 'activity'],
    ['string', (session: OccurrenceRow) => session.publicId, 'purchasableOccurrence'],
  ] as const)('accepts an item that is only an id of %s, with any type', async (_, idOf, type) => {
    const session = await aClass(centre)
    const answer = await visitor.fetch('/api/activities/cart/add', {
      method: 'POST',
      body: JSON.stringify({ items: [{ id: idOf(session), type: 'activity' }] }),
    })
    expect(answer.status).toBe(200)
    const line = lineOf(await read(visitor))
    const isV2 = type === 'purchasableOccurrence'
    expect(line).toMatchObject({
      type,
      cartableType: isV2 ? 'av2Booking' : 'activity',
      cartableId: isV2 ? line.id : session.id,
      cartableResource: { id: isV2 ? session.publicId : session.id },
    })
    // As it is displayed it can be added again, once it is gone.
    await remove(visitor, line)
    const again = await put(visitor, {
      id: line.cartableResource?.id ?? 0,
      type: line.type as Wanted['type'],
    })
    expect(lineOf(again).cartableResource).toEqual(line.cartableResource)
  })

  it('adds all items of a call, or none', async () => {
    const [ten, twelve] = [await aClass(centre, '10:00'), await centre.badminton(['12:00'])]
    const other = centre.app.browser()
    await put(other, { id: twelve.slots[0]?.publicId ?? '' })
    const both = [{ id: ten.publicId }, { id: twelve.slots[0]?.publicId ?? '' }]
    const refused = await refusalOf(put(visitor, ...both))
    expect(refused).toMatchObject({ status: 409, code: 'held' })
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(visitor.cookies.has('basket')).toBe(false)
    expect(await takenOf(db, ten)).toBe(0)
    await other.send(api.baskets.clear, {})
    expect(await put(visitor, ...both)).toMatchObject({ itemCount: 2 })
    expect(await takenOf(db, ten)).toBe(1)
  })

  it('changes nothing and renews no hold when the class is in the basket already, by either id and at any price', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    const cheap = await aPricingOption(db, place.activity.id, { slug: 'cheap', name: 'Cheap', price: 100 })
    const { browser } = await centre.customer()
    const { items } = await centre.add(browser, session)
    centre.app.clock.forward(5 * minute)
    expect(await centre.add(browser, session)).toMatchObject({ expiresAt: heldUntil, items })
    const otherwise = { id: session.id, pricingOptionId: cheap.id }
    expect((await put(browser, otherwise, otherwise)).items).toEqual(items)
    expect(await takenOf(db, session)).toBe(1)
  })

  it('makes a separate line of the same class for another person', async () => {
    const session = await aClass(centre)
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(db, centre.operatorId, id)
    await centre.add(browser, session)
    const basket = await put(browser, { id: session.id, purchasedForUserId: tom.id })
    expect(basket.items.map(({ purchasedForUserId }) => purchasedForUserId)).toEqual([null, tom.id])
  })

  it('holds a lapsed item again when it is added again', async () => {
    const session = await aClass(centre)
    await centre.add(visitor, session)
    centre.app.clock.forward(10 * minute)
    expect(await read(visitor)).toMatchObject({ itemCount: 0, lapsedItems: [{ heldUntil: null }] })
    expect(await centre.add(visitor, session)).toMatchObject({ itemCount: 1, lapsedItems: [] })
  })

  it.each([
    ['an int nobody has', () => 1],
    ['a string nobody has', () => 'AQGnobodyhasthis'],
    ['what another operator sells', async () => (await elsewhere()).publicId],
    ['what a closed venue sells', () => closedClass()],
    ['what is left of an activity that is withdrawn', () => withdrawnClass()],
  ])('does not find %s', async (_, idOf) => {
    const cached = await aClass(centre)
    const refused = await refusalOf(put(visitor, { id: cached.id }, { id: await idOf() }))
    const message = "We couldn't find that session."
    expect(refused).toMatchObject({ status: 404, message, validationMessages: { 'items.1.id': [message] } })
    expect(await takenOf(db, cached)).toBe(0)
  })

  const elsewhere = async () => {
    const slug = 'other'
    const operator = await db
      .insertInto('operator')
      .values({ slug, name: 'Other Leisure' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = await aClass(centre, '12:00')
    const venue = { operatorId: operator.id, slug, name: 'Other', timezone: 'Europe/London' }
    const { id } = await db.insertInto('venue').values(venue).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('occurrence').set({ venueId: id }).where('id', '=', session.id).execute()
    return session
  }
  const withdrawnClass = async () => {
    const { activity, slots } = await centre.badminton(['12:00'])
    await db.updateTable('activity').set({ withdrawn: true }).where('id', '=', activity.id).execute()
    return slots[0]?.publicId ?? ''
  }
  const closedClass = async () => {
    const session = await elsewhere()
    await db
      .updateTable('venue')
      .set({ operatorId: centre.operatorId, status: 'closed' })
      .where('slug', '=', 'other')
      .execute()
    return session.publicId
  }
})

it('a session of a venue under maintenance is refused for now', async () => {
  const session = await aClass(centre)
  await centre.add(visitor, await aClass(centre, '14:00'))
  await db.updateTable('venue').set({ status: 'maintenance' }).execute()
  for (const id of [session.id, session.publicId])
    expect(await refusalOf(put(visitor, { id }))).toMatchObject({
      status: 503,
      code: 'maintenance',
      message: "This venue isn't taking bookings right now because of planned maintenance.",
      validationMessages: { 'items.0.id': [expect.stringContaining('planned maintenance')] },
    })
  await db.updateTable('venue').set({ status: 'open' }).execute()
  expect((await put(visitor, { id: session.id })).items).toHaveLength(2)
})

describe('an invalid item', () => {
  it.each([
    ['no kind of ticket where there are two', { ticketId: null }, 'ticket_id', 'Choose a ticket type.'],
    ['an unknown kind of ticket', { ticketId: 'AQTnobody' }, 'ticket_id', 'Choose a ticket type.'],
    ['an unknown price', { pricingOptionId: 1 }, 'pricing_option_id', "This price isn't available here."],
    ['more than the most', { quantity: 9 }, 'quantity', 'You can book up to 8 of these.'],
    ['none', { quantity: 0 }, 'quantity', 'Choose at least 1.'],
    ['more than anybody wants', { quantity: 101 }, 'quantity', 'Choose 100 or fewer.'],
  ])('is refused by field: %s', async (_, more, field, message) => {
    const { ticket, session } = await aSwim(centre)
    const wrong = { ...ticket(), ...more }
    expect(await refusalOf(put(visitor, wrong))).toMatchObject({
      status: 422,
      code: 'invalid',
      validationMessages: { [`items.0.${field}`]: [message] },
    })
    expect(await takenOf(db, session)).toBe(0)
  })

  it.each([
    ['left out', {}, 'This is required.'],
    ['null', { id: null }, 'This value has the wrong type.'],
    ['a list', { id: [1] }, 'This value has the wrong type.'],
  ])('is refused in words people can read when its id is %s', async (_, item, message) => {
    expect(await refusalOf(put(visitor, item as Wanted))).toMatchObject({
      status: 422,
      message,
      validationMessages: { 'items.0.id': [message] },
    })
  })

  it('the price of another ticket type is refused', async () => {
    const { ticket, family } = await aSwim(centre)
    const refused = await refusalOf(put(visitor, ticket(1, { pricingOptionId: family.pricingOptionId })))
    expect(refused.validationMessages).toHaveProperty(['items.0.pricing_option_id'])
  })

  it('a class has a quantity of one; an empty list of items is refused', async () => {
    const session = await aClass(centre)
    expect(await refusalOf(put(visitor, { id: session.id, quantity: 2 }))).toMatchObject({
      validationMessages: { 'items.0.quantity': ['You can book up to 1 of these.'] },
    })
    expect(await refusalOf(put(visitor))).toMatchObject({ status: 422 })
  })
})
