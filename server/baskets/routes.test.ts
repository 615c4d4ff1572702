import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import { raisePenalty } from '#server/penalties/service.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { hashOf } from '#server/sessions/service.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, on, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import {
  aChildOf,
  aCustomer,
  aMembership,
  aPlan,
  aPricingOption,
  aRestriction,
} from '#test/support/factories.ts'
import type { OccurrenceRow } from '#test/support/factories.ts'
import { api } from '#web/platform/api.ts'

const minute = 60_000
const hour = 60 * minute

/** Ten minutes after everything in these tests is added, unless they turn the clock. */
const heldUntil = '2027-03-01T09:10:00Z'

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

type Wanted = Sent<typeof baskets.add>['items'][number]
type Options = Sent<typeof baskets.update>['options']

const put = (browser: TestBrowser, ...items: Wanted[]) => browser.send(api.baskets.add, { items })
const read = (browser: TestBrowser) => browser.send(api.baskets.read, {})
const change = (browser: TestBrowser, { id }: Pick<BasketItem, 'id'>, options: Options) =>
  browser.send(api.baskets.update, { cartItemId: id, options })
const remove = (browser: TestBrowser, ...lines: Pick<BasketItem, 'id'>[]) =>
  browser.send(api.baskets.remove, { cartItemIds: lines.map(({ id }) => id) })

/** The one line of a basket that must have one. */
const lineOf = ({ items, lapsedItems }: Basket): BasketItem => {
  const [line, ...others] = [...items, ...lapsedItems]
  if (line === undefined || others.length > 0) throw new Error('The basket has not one line.')
  return line
}

const places = new WeakMap<Centre, ReturnType<Centre['yoga']>>()

/** A class of yoga; what the activity is like is said with the first. */
const aClass = async (time = '10:00', more: Parameters<Centre['yoga']>[0] = {}, capacity = 10) => {
  const place = places.get(centre) ?? centre.yoga(more)
  places.set(centre, place)
  return centre.aClassOf(await place, time, { capacity })
}

const takenOf = async ({ id }: Pick<OccurrenceRow, 'id'>): Promise<number> =>
  (await db.selectFrom('occurrence').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken

const callOff = ({ id }: Pick<OccurrenceRow, 'id'>) =>
  db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', id).execute()

/** A swim with an adult's ticket that may be had at the usual £6.00 and at £3.50. */
const aSwim = async () => {
  const swim = await centre.swim()
  const { id } = await aPricingOption(db, swim.activity.id, {
    slug: 'concession',
    name: 'Concession',
    price: 350,
    ticketTypeId: swim.adult.id,
  })
  const [session] = swim.sessions
  if (session === undefined) throw new Error('There is no session.')
  const ticket = (quantity = 1, more: Partial<Wanted> = {}): Wanted => ({
    id: session.publicId,
    ticketId: swim.adult.publicId,
    quantity,
    ...more,
  })
  return { ...swim, session, ticket, concession: { pricingOptionId: id } }
}

/** A customer who owes for having missed something, at an operator who lets nobody book who does. */
const aDebtor = async () => {
  await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
  const someone = await centre.customer()
  const owe = async () =>
    (await transact(db, (tx) =>
      raisePenalty(
        tx,
        { operatorId: centre.operatorId, customerId: someone.id, amount: 300, description: 'Missed: Yoga' },
        monday,
      ),
    )) ?? 0
  return { ...someone, owe }
}

const oweFirst = 'There is a penalty to pay first. Put it into your basket to pay it with your booking.'

describe('an empty basket', () => {
  const nothing = {
    source: 'activity-booking',
    status: 'open',
    completeOrderId: null,
    selectedUserId: null,
    total: 0,
    formattedTotal: '£0.00',
    taxTotal: 0,
    subTotal: 0,
    balance: 0,
    formattedBalance: '£0.00',
    itemCount: 0,
    items: [],
    lapsedItems: [],
    notices: [],
    payments: [],
    credits: {
      membership: { type: 'membership', totalAvailable: 0, maxApplicable: 0 },
      general: { type: 'general', totalAvailable: 0, maxApplicable: 0 },
    },
    attendeeWaiversRequired: false,
    totalWaiversRequired: 0,
    itemHash: '',
    expiresAt: null,
    now: '2027-03-01T09:00:00Z',
    renewalsLeft: 10,
  }
  const stored = () => db.selectFrom('basket').select(['id', 'uuid', 'customerId']).execute()

  it('of a visitor has no id, and nothing is stored, whatever they ask of it', async () => {
    const none = { ...nothing, id: null, cartId: null, uuid: null }
    expect(await read(visitor)).toEqual(none)
    expect(await remove(visitor, { id: 61001 })).toEqual(none)
    expect(await visitor.send(api.baskets.clear, {})).toEqual(none)
    expect(await visitor.send(api.baskets.renew, {})).toEqual(none)
    expect(await stored()).toEqual([])
    expect([...visitor.cookies]).toEqual([])
  })

  it('of a customer is made, and stays the same one', async () => {
    const { id, browser } = await centre.customer()
    const basket = await read(browser)
    const [row] = await stored()
    expect(row?.customerId).toBe(id)
    expect(basket).toEqual({ ...nothing, id: row?.id, cartId: row?.id, uuid: row?.uuid })
    expect(await read(browser)).toEqual(basket)
    expect(await centre.app.browser().fetch('/api/activities/cart')).toHaveProperty('status', 200)
    expect(await stored()).toHaveLength(1)
  })

  it('has keys of the wire', async () => {
    const answer = (await (await visitor.fetch('/api/activities/cart')).json()) as { data: object }
    expect(Object.keys(answer)).toEqual(['data'])
    expect(answer.data).toMatchObject({
      cart_id: null,
      formattedTotal: '£0.00',
      itemHash: '',
      lapsed_items: [],
    })
  })
})

describe('adding', () => {
  it('D05: answers the whole basket: its lines in order, and what they come to', async () => {
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
  ] as const)('takes an id of %s alone for a whole thing, whatever type is said', async (_, idOf, type) => {
    const session = await aClass()
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
    // As it is shown it can be added again, once it is gone.
    await remove(visitor, line)
    const again = await put(visitor, {
      id: line.cartableResource?.id ?? 0,
      type: line.type as Wanted['type'],
    })
    expect(lineOf(again).cartableResource).toEqual(line.cartableResource)
  })

  it('takes several things, or none of them', async () => {
    const [ten, twelve] = [await aClass('10:00'), await centre.badminton(['12:00'])]
    const other = centre.app.browser()
    await put(other, { id: twelve.slots[0]?.publicId ?? '' })
    const both = [{ id: ten.publicId }, { id: twelve.slots[0]?.publicId ?? '' }]
    const refused = await refusalOf(put(visitor, ...both))
    expect(refused).toMatchObject({ status: 409, code: 'held' })
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(visitor.cookies.has('basket')).toBe(false)
    expect(await takenOf(ten)).toBe(0)
    await other.send(api.baskets.clear, {})
    expect(await put(visitor, ...both)).toMatchObject({ itemCount: 2 })
    expect(await takenOf(ten)).toBe(1)
  })

  it('the same class again changes nothing and does not renew, by whichever id and at whatever price', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    const cheap = await aPricingOption(db, place.activity.id, { slug: 'cheap', name: 'Cheap', price: 100 })
    const { browser } = await centre.customer()
    const { items } = await centre.add(browser, session)
    centre.app.clock.forward(5 * minute)
    expect(await centre.add(browser, session)).toMatchObject({ expiresAt: heldUntil, items })
    const otherwise = { id: session.id, pricingOptionId: cheap.id }
    expect((await put(browser, otherwise, otherwise)).items).toEqual(items)
    expect(await takenOf(session)).toBe(1)
  })

  it('the same class for somebody else is a line of its own', async () => {
    const session = await aClass()
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(db, centre.operatorId, id)
    await centre.add(browser, session)
    const basket = await put(browser, { id: session.id, purchasedForUserId: tom.id })
    expect(basket.items.map(({ purchasedForUserId }) => purchasedForUserId)).toEqual([null, tom.id])
  })

  it('what was held before and is added again is no longer parked', async () => {
    const session = await aClass()
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
  ])('does not find %s', async (_, idOf) => {
    const known = await aClass()
    const refused = await refusalOf(put(visitor, { id: known.id }, { id: await idOf() }))
    const message = 'We could not find that session.'
    expect(refused).toMatchObject({ status: 404, message, validationMessages: { 'items.1.id': [message] } })
    expect(await takenOf(known)).toBe(0)
  })

  const elsewhere = async () => {
    const slug = 'other'
    const operator = await db
      .insertInto('operator')
      .values({ slug, name: 'Other Leisure' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = await aClass('12:00')
    const venue = { operatorId: operator.id, slug, name: 'Other', timezone: 'Europe/London' }
    const { id } = await db.insertInto('venue').values(venue).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('occurrence').set({ venueId: id }).where('id', '=', session.id).execute()
    return session
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

describe('adding tickets', () => {
  it('the same again makes the line grow, up to the most, and does not renew', async () => {
    const { session, ticket, adult } = await aSwim()
    await put(visitor, ticket(1))
    centre.app.clock.forward(minute)
    expect(lineOf(await put(visitor, ticket(2)))).toMatchObject({
      quantity: 3,
      price: { raw: 1800 },
      heldUntil,
    })
    const twice = await put(visitor, ticket(1), { ...ticket(1), id: session.id, ticketId: adult.id })
    expect(lineOf(twice)).toMatchObject({ quantity: 5, maxQuantity: 8, userFriendlyType: 'Ticket' })
    expect(await refusalOf(put(visitor, ticket(2), ticket(2)))).toMatchObject({
      status: 422,
      validationMessages: { 'items.1.quantity': ['At most 8 of these; 5 are in your basket already.'] },
    })
    expect(await takenOf(session)).toBe(5)
  })

  it('named several times in one call are one line, and no more than the most', async () => {
    const { session, ticket } = await aSwim()
    expect(await refusalOf(put(visitor, ticket(5), ticket(4)))).toMatchObject({
      validationMessages: { 'items.1.quantity': ['At most 8 of these.'] },
    })
    expect(await takenOf(session)).toBe(0)
    expect(lineOf(await put(visitor, ticket(5), ticket(3))).quantity).toBe(8)
  })

  it('at two prices are two lines, which grow each by itself and share the most', async () => {
    const { session, ticket, concession } = await aSwim()
    await put(visitor, ticket(2))
    await put(visitor, ticket(1, concession))
    const basket = await put(visitor, ticket(1), ticket(1, concession))
    expect(basket.items).toMatchObject([
      { quantity: 3, maxQuantity: 6, price: { raw: 1800 } },
      { quantity: 2, maxQuantity: 5, price: { raw: 700 }, ...concession },
    ])
    expect(basket.items.map(({ name }) => name)).toEqual(
      Array.from({ length: 2 }, () => 'swim-for-all, Adult - Thu 4 Mar - 09:00'),
    )
    expect(await refusalOf(put(visitor, ticket(4, concession)))).toMatchObject({
      validationMessages: { 'items.0.quantity': ['At most 8 of these; 5 are in your basket already.'] },
    })
    const [usual, cheap] = basket.items
    expect(await refusalOf(change(visitor, cheap ?? basket.items[0]!, { quantity: 6 }))).toMatchObject({
      validationMessages: { 'options.quantity': ['At most 8 of these; 3 are in your basket already.'] },
    })
    expect(await takenOf(session)).toBe(5)

    // Each lapses and comes back by itself.
    centre.app.clock.forward(10 * minute)
    await put(visitor, ticket(1, concession))
    const after = await read(visitor)
    expect(after.items).toMatchObject([{ quantity: 1, ...concession }])
    expect(after.lapsedItems.map(({ id }) => id)).toEqual([usual?.id])
  })

  it('two prices in a visitor’s first call are two lines, which both keep what was said of them', async () => {
    const { ticket, concession } = await aSwim()
    const { browser } = await centre.customer()
    const wants = { applyBenefit: false, applyPackage: false }
    const basket = await put(browser, ticket(1, wants), ticket(2, concession))
    expect(basket.items.map(({ quantity }) => quantity)).toEqual([1, 2])
    const rows = await db
      .selectFrom('basketItem')
      .select(['quantity', 'wantsBenefit'])
      .orderBy('sortBy')
      .execute()
    expect(rows).toEqual([
      { quantity: 1, wantsBenefit: false },
      { quantity: 2, wantsBenefit: true },
    ])
  })

  it('chosen before logging in at another price stand beside the customer’s own', async () => {
    const { ticket, concession } = await aSwim()
    const { id, browser } = await centre.customer()
    await put(browser, ticket(2))
    await put(visitor, ticket(3, concession), ticket(1))
    await db
      .updateTable('customer')
      .set({ email: 'ann@example.test', passwordHash: await hashOf('a long enough password') })
      .where('id', '=', id)
      .execute()
    await visitor.send(api.sessions.login, {
      username: 'ann@example.test',
      password: 'a long enough password',
    })
    expect((await read(visitor)).items).toMatchObject([{ quantity: 2 }, { quantity: 3, ...concession }])
  })

  it('all or none: what is new in the call is given back when a line cannot grow', async () => {
    const swim = await centre.swim(['09:00', '12:00'])
    const [nine, twelve] = swim.sessions
    const ticket = (session: OccurrenceRow | undefined, quantity: number) => ({
      id: session?.publicId ?? '',
      ticketId: swim.adult.id,
      quantity,
    })
    await put(visitor, ticket(nine, 2))
    await put(centre.app.browser(), ticket(nine, 6))
    const refused = await refusalOf(put(visitor, ticket(twelve, 1), ticket(nine, 2)))
    expect(refused).toMatchObject({ code: 'held', availableAt: heldUntil })
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(lineOf(await read(visitor)).quantity).toBe(2)
    expect(await takenOf({ id: twelve?.id ?? 0 })).toBe(0)
  })

  it('the only kind there is need not be named', async () => {
    const { session, ticket, family } = await aSwim()
    await db.updateTable('ticketType').set({ withdrawn: true }).where('id', '=', family.id).execute()
    const line = lineOf(await put(visitor, { id: session.publicId }))
    expect(line.ticketId).toBe(ticket().ticketId)
  })
})

describe('what is wrong with what is asked for', () => {
  it.each([
    ['no kind of ticket where there are two', { ticketId: null }, 'ticket_id', 'Choose a kind of ticket.'],
    ['an unknown kind of ticket', { ticketId: 'AQTnobody' }, 'ticket_id', 'Choose a kind of ticket.'],
    ['an unknown price', { pricingOptionId: 1 }, 'pricing_option_id', 'This price is not on offer here.'],
    ['more than the most', { quantity: 9 }, 'quantity', 'At most 8 of these.'],
    ['none', { quantity: 0 }, 'quantity', 'At least one.'],
    ['more than anybody wants', { quantity: 101 }, 'quantity', 'At most 100.'],
  ])('is said by field: %s', async (_, more, field, message) => {
    const { ticket, session } = await aSwim()
    const wrong = { ...ticket(), ...more }
    expect(await refusalOf(put(visitor, wrong))).toMatchObject({
      status: 422,
      code: 'invalid',
      validationMessages: { [`items.0.${field}`]: [message] },
    })
    expect(await takenOf(session)).toBe(0)
  })

  it('another ticket’s price is none of this one', async () => {
    const { ticket, family } = await aSwim()
    const refused = await refusalOf(put(visitor, ticket(1, { pricingOptionId: family.pricingOptionId })))
    expect(refused.validationMessages).toHaveProperty(['items.0.pricing_option_id'])
  })

  it('of a class one has one; a list of nothing is no list', async () => {
    const session = await aClass()
    expect(await refusalOf(put(visitor, { id: session.id, quantity: 2 }))).toMatchObject({
      validationMessages: { 'items.0.quantity': ['At most 1 of these.'] },
    })
    expect(await refusalOf(put(visitor))).toMatchObject({ status: 422 })
  })
})

/** How a refusal comes about: who asks for what in vain, and what they are told. */
type Refused = {
  asking: Promise<unknown>
  message: string
  availableAt?: string
  /** Sentences by field, where there are some. */
  errors?: Record<string, string[]>
}

describe('an add is refused', () => {
  /** A class that asks something of people. */
  const asking = async (more: Parameters<Centre['yoga']>[0], message: string): Promise<Refused> => {
    const { browser } = await centre.customer()
    return { asking: centre.add(browser, await aClass('10:00', more)), message }
  }
  const restricted = async (kind: 'induction' | 'criteria', name: string, message: string) => {
    const place = await centre.yoga()
    await aRestriction(db, centre.operatorId, [place.activity.id], { kind, name })
    const { browser } = await centre.customer()
    return { asking: centre.add(browser, await centre.aClassOf(place, '10:00')), message }
  }

  const ways = {
    full: async () => {
      const session = await aClass('10:00', {}, 1)
      const other = centre.app.browser()
      await centre.add(other, session)
      await centre.buy(other)
      return { asking: centre.add(visitor, session), message: 'The session being booked is already full' }
    },
    held: async () => {
      const session = await aClass('10:00', {}, 2)
      for (const _ of [1, 2]) {
        await centre.add(centre.app.browser(), session)
        centre.app.clock.forward(minute)
      }
      return {
        asking: centre.add(visitor, session),
        message: 'The last places are in other baskets at the moment.',
        availableAt: heldUntil,
      }
    },
    already_booked: async () => {
      const session = await aClass()
      const { id, browser } = await centre.customer()
      await centre.add(browser, session)
      await centre.book(browser, id)
      return { asking: centre.add(browser, session), message: 'You have this booking already.' }
    },
    clash: async () => {
      const place = await centre.yoga()
      const { browser } = await centre.customer()
      await centre.add(browser, await centre.aClassOf(place, '10:00'))
      return {
        asking: centre.add(browser, await centre.aClassOf(place, '10:30')),
        message: 'You have something else at this time: Yoga at 10:00.',
      }
    },
    closed: async () => {
      const session = await aClass()
      centre.app.clock.set(on('10:10'))
      return { asking: centre.add(visitor, session), message: 'Booking for this has ended.' }
    },
    cancelled: async () => {
      const session = await aClass()
      await callOff(session)
      return { asking: centre.add(visitor, session), message: 'This has been called off by the venue.' }
    },
    not_open_yet: async () => {
      const message = 'The date should be within the valid days you are able to view.'
      const later = await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-20' })
      return {
        asking: centre.add(visitor, later),
        message,
        availableAt: '2027-03-14T22:00:00Z',
        errors: { 'items.0.id': ['You cannot book this activity yet'], date: [message] },
      }
    },
    age: () => asking({ ageMax: 16 }, 'You are too old for this. It is for people up to 16.'),
    induction_required: () =>
      restricted(
        'induction',
        'Gym induction',
        'You have not had the gym induction yet. Please ask at the venue for one.',
      ),
    membership_required: () =>
      restricted('criteria', 'Members only', 'This is for members, and you are none on that day.'),
    penalty_outstanding: async () => {
      const { browser, owe } = await aDebtor()
      await owe()
      return { asking: centre.add(browser, await aClass()), message: oweFirst }
    },
    document_required: async () => {
      const place = await centre.yoga()
      const student = { slug: 'student', name: 'Student', price: 300, proof: 'student-card' }
      const { id } = await aPricingOption(db, place.activity.id, student)
      const session = await centre.aClassOf(place, '10:00')
      const { browser } = await centre.customer()
      return {
        asking: put(browser, { id: session.id, pricingOptionId: id }),
        message: 'This price needs a proof that we have not seen, or that has run out.',
      }
    },
    limit_reached: async () => {
      const place = await centre.yoga({ weeklyLimit: 1 })
      const { browser } = await centre.customer()
      await centre.add(browser, await centre.aClassOf(place, '10:00'))
      return {
        asking: centre.add(browser, await centre.aClassOf(place, '14:00')),
        message: 'You have this once in that week already, which is as often as one may.',
      }
    },
  } satisfies Record<keyof typeof baskets.add.errors, () => Promise<Refused>>

  it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])('%s', async (code, way) => {
    const { asking: asked, message, availableAt, errors = { 'items.0.id': [message] } } = await way()
    const refused = await refusalOf(asked)
    expect(refused).toMatchObject({ status: baskets.add.errors[code], code, message })
    expect(refused.validationMessages).toEqual(errors)
    expect(refused.availableAt).toBe(availableAt)
  })

  it('a court that is held comes free when the last hold on its floor ends', async () => {
    const courts = await centre.badminton(['10:00'])
    const [hall] = await centre.fiveASide(['10:00'])
    const other = centre.app.browser()
    await centre.add(other, courts.slots[0]!)
    centre.app.clock.forward(minute)
    await centre.add(other, courts.slots[1]!)
    expect(await refusalOf(centre.add(visitor, hall!))).toMatchObject({
      code: 'held',
      availableAt: '2027-03-01T09:11:00Z',
    })
  })

  it('the price of another age is refused, the session is not', async () => {
    const place = await centre.yoga()
    const junior = await aPricingOption(db, place.activity.id, { slug: 'junior', name: 'Junior', ageMax: 15 })
    const session = await centre.aClassOf(place, '10:00')
    const { browser } = await centre.customer()
    expect(await refusalOf(put(browser, { id: session.id, pricingOptionId: junior.id }))).toMatchObject({
      code: 'age',
      message: 'This price is for people of another age.',
    })
    expect(await centre.add(browser, session)).toMatchObject({ total: 500 })
  })

  it('a penalty is paid along with what is booked', async () => {
    const { browser, owe } = await aDebtor()
    const [id, session] = [await owe(), await aClass()]
    const basket = await put(browser, { id, type: 'penalty' }, { id: session.id })
    expect(basket).toMatchObject({ total: 800, items: [{ type: 'activity' }, { type: 'penalty' }] })
    expect(await refusalOf(put(visitor, { id: session.id }, { id, type: 'penalty' }))).toMatchObject({
      status: 404,
      validationMessages: { 'items.1.id': ['We could not find that penalty.'] },
    })
  })

  it('and names the thing by its place in the call, a penalty before it or not', async () => {
    const { browser, owe } = await aDebtor()
    const [id, session] = [await owe(), await aClass('10:00', {}, 1)]
    await centre.add(visitor, session)
    const refused = await refusalOf(put(browser, { id, type: 'penalty' }, { id: session.id }))
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(await read(browser)).toMatchObject({ itemCount: 0 })
  })

  it('while the basket is being paid, as is every other change of it', async () => {
    const session = await aClass()
    const line = lineOf(await centre.add(visitor, session))
    await db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
    await db
      .insertInto('paymentTransaction')
      .values({
        uuid: randomUUID(),
        operatorId: centre.operatorId,
        basketId: (await read(visitor)).id ?? 0,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreed: '{}',
        createdAt: monday,
        updatedAt: monday,
      })
      .execute()
    for (const asking of [
      () => centre.add(visitor, session),
      () => remove(visitor, line),
      () => visitor.send(api.baskets.clear, {}),
      () => change(visitor, line, { customerReference: 'DL-1' }),
      () => visitor.send(api.baskets.renew, {}),
    ]) {
      expect(await refusalOf(asking())).toMatchObject({
        status: 409,
        code: 'busy',
        message: 'A payment for this basket is under way.',
      })
    }
  })
})

describe('taking out', () => {
  it('C08: what is in one’s basket is cancelled from the timetable, and can be booked again', async () => {
    const session = await aClass('10:00', {}, 1)
    const seen = async (browser: TestBrowser) =>
      (await browser.send(api.timetable.occurrence, { id: session.publicId })).actionToShow
    expect(await seen(visitor)).toMatchObject({ status: 'BOOK', cartItemId: null })
    const line = lineOf(await centre.add(visitor, session))
    expect(await seen(visitor)).toMatchObject({ status: 'CANCEL_RESERVATION', cartItemId: line.id })
    const other = centre.app.browser()
    expect(await seen(other)).toMatchObject({ status: null, reasonCode: 'held', availableAt: heldUntil })
    expect(await remove(visitor, line)).toMatchObject({
      itemCount: 0,
      total: 0,
      expiresAt: null,
      lapsedItems: [],
    })
    expect(await seen(visitor)).toMatchObject({ status: 'BOOK' })
    expect(await centre.add(other, session)).toMatchObject({ itemCount: 1 })
  })

  it('passes over what is unknown, and what is another’s', async () => {
    const [ten, twelve] = [await aClass('10:00'), (await centre.badminton(['12:00'])).slots[0]!]
    const { items } = await centre.add(visitor, ten, twelve)
    const other = centre.app.browser()
    const theirs = lineOf(await centre.add(other, ten))
    const left = await remove(visitor, { id: 1 }, theirs, items[0]!, items[0]!)
    expect(left.items.map(({ id }) => id)).toEqual([items[1]?.id])
    expect((await read(other)).items.map(({ id }) => id)).toEqual([theirs.id])
  })

  it('takes out what has lapsed, too', async () => {
    const line = lineOf(await centre.add(visitor, await aClass()))
    centre.app.clock.forward(hour)
    expect(await remove(visitor, line)).toMatchObject({ items: [], lapsedItems: [] })
  })

  it('D08: clearing empties everything, penalties too; the basket’s id stays', async () => {
    const { browser, owe } = await aDebtor()
    const [penalty, session, lapsing] = [await owe(), await aClass('10:00'), await aClass('14:00')]
    await put(browser, { id: penalty, type: 'penalty' }, { id: lapsing.id })
    centre.app.clock.forward(11 * minute)
    const before = await centre.add(browser, session)
    expect(before).toMatchObject({ itemCount: 2, lapsedItems: [{ cartableType: 'activity' }] })
    const after = await browser.send(api.baskets.clear, {})
    expect(after).toMatchObject({
      id: before.id,
      uuid: before.uuid,
      items: [],
      lapsedItems: [],
      payments: [],
      total: 0,
      balance: 0,
      itemHash: '',
    })
    expect(await takenOf(session)).toBe(0)
  })
})

describe('changing a line', () => {
  it('D06: another price may be chosen', async () => {
    const { ticket, concession } = await aSwim()
    const line = lineOf(await put(visitor, ticket(2)))
    expect(line.pricingOptions).toMatchObject([
      { name: 'Standard', price: { raw: 600 } },
      { id: concession.pricingOptionId, name: 'Concession', price: { raw: 350 } },
    ])
    expect(await change(visitor, line, concession)).toMatchObject({
      total: 700,
      notices: [],
      items: [{ id: line.id, quantity: 2, price: { formatted: '£7.00' }, ...concession, heldUntil }],
    })
  })

  it('D06: it may be for another linked person, and for oneself again', async () => {
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(db, centre.operatorId, id)
    const line = lineOf(await centre.add(browser, await aClass()))
    const persons = () => db.selectFrom('hold').select('personId').execute()
    expect(lineOf(await change(browser, line, { purchasedForUserId: tom.id })).purchasedForUserId).toBe(
      tom.id,
    )
    expect(await persons()).toEqual([{ personId: tom.id }])
    expect(lineOf(await change(browser, line, { purchasedForUserId: id })).purchasedForUserId).toBeNull()
    expect(await persons()).toEqual([{ personId: id }])
  })

  it('more tickets take more places, fewer give them back, and the hold stays as it is', async () => {
    const { session, adult, family } = await aSwim()
    const line = lineOf(await put(visitor, { id: session.id, ticketId: family.id }))
    centre.app.clock.forward(minute)
    expect(lineOf(await change(visitor, line, { quantity: 2 }))).toMatchObject({
      price: { raw: 3000 },
      heldUntil,
    })
    expect(await takenOf(session)).toBe(8)
    const other = centre.app.browser()
    const two = { id: session.id, ticketId: adult.id, quantity: 2 }
    expect(await refusalOf(put(other, two))).toMatchObject({ code: 'held' })
    await change(visitor, line, { quantity: 1 })
    expect(await takenOf(session)).toBe(4)
    expect(await put(other, two)).toMatchObject({ itemCount: 1 })
  })

  it('a reference gives the prices of whoever it is', async () => {
    const session = await aClass()
    const { reference, id } = await aCustomer(db, centre.operatorId)
    const plan = await aPlan(db, centre.venue)
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] })
    const line = lineOf(await centre.add(visitor, session))
    const changed = lineOf(await change(visitor, line, { customerReference: reference, applyBenefit: true }))
    expect(changed).toMatchObject({ customerReference: reference, price: { raw: 0, benefitApplied: true } })
  })

  it('what is not named stays', async () => {
    const { ticket, concession } = await aSwim()
    const line = lineOf(await put(visitor, ticket(2, { ...concession, customerReference: 'DL-1' })))
    expect(lineOf(await change(visitor, line, {}))).toEqual(line)
  })

  it.each([
    ['an unknown price', { pricingOptionId: 1 }, 'pricing_option_id', 'This price is not on offer here.'],
    ['more than the most', { quantity: 9 }, 'quantity', 'At most 8 of these.'],
    ['none', { quantity: 0 }, 'quantity', 'At least one.'],
  ])('%s is said by field', async (_, options, field, message) => {
    const { ticket } = await aSwim()
    const line = lineOf(await put(visitor, ticket(2)))
    expect(await refusalOf(change(visitor, line, options))).toMatchObject({
      status: 422,
      validationMessages: { [`options.${field}`]: [message] },
    })
    expect(lineOf(await read(visitor))).toEqual(line)
  })

  it('another’s line, one that has lapsed, and one that is gone are not there', async () => {
    const session = await aClass()
    const line = lineOf(await centre.add(visitor, session))
    const { browser } = await centre.customer()
    for (const stranger of [centre.app.browser(), browser]) {
      expect(await refusalOf(change(stranger, line, {}))).toMatchObject({ status: 404, code: 'not_found' })
    }
    centre.app.clock.forward(10 * minute)
    expect(await refusalOf(change(visitor, line, {}))).toMatchObject({ status: 404 })
    await remove(visitor, line)
    expect(await refusalOf(change(visitor, line, {}))).toMatchObject({ status: 404 })
  })

  it('nobody books for a stranger', async () => {
    const { browser } = await centre.customer()
    const stranger = await aCustomer(db, centre.operatorId)
    const line = lineOf(await centre.add(browser, await aClass()))
    expect(await refusalOf(change(browser, line, { purchasedForUserId: stranger.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  describe('is refused', () => {
    /** Two of nine places, and others who have the rest. */
    const growing = async () => {
      const swim = await aSwim()
      const line = lineOf(await put(visitor, swim.ticket(2)))
      const other = centre.app.browser()
      await put(other, swim.ticket(7))
      return { ...swim, line, other }
    }
    /** A line of a class that is to become Tom's. */
    const forTom = async (
      more: Parameters<Centre['yoga']>[0],
      message: string,
      before: (of: {
        tomId: number
        browser: TestBrowser
        place: Awaited<ReturnType<Centre['yoga']>>
      }) => Promise<unknown> = async () => undefined,
    ): Promise<Refused> => {
      const { id, browser } = await centre.customer()
      const tom = await aChildOf(db, centre.operatorId, id)
      const place = await centre.yoga(more)
      const session = await centre.aClassOf(place, '10:00')
      await before({ tomId: tom.id, browser, place })
      const { items } = await centre.add(browser, session)
      const line = items.find(({ purchasedForUserId }) => purchasedForUserId === null) ?? items[0]!
      return { asking: change(browser, line, { purchasedForUserId: tom.id }), message }
    }
    const restricted = (kind: 'induction' | 'criteria', message: string) =>
      forTom({}, message, async ({ browser, place }) => {
        const { id } = await aRestriction(db, centre.operatorId, [place.activity.id], {
          kind,
          name: 'Gym induction',
        })
        const { user } = { user: (await browser.send(api.sessions.user, {})).data }
        const customerId = user?.id ?? 0
        if (kind === 'induction')
          await db
            .insertInto('induction')
            .values({ customerId, restrictionId: id, givenOn: '2027-02-01' })
            .execute()
        else
          await aMembership(db, {
            plan: await aPlan(db, centre.venue),
            venue: centre.venue,
            customerIds: [customerId],
          })
      })

    const ways = {
      full: async () => {
        const { line, other } = await growing()
        await centre.buy(other)
        return {
          asking: change(visitor, line, { quantity: 3 }),
          message: 'The session being booked is already full',
        }
      },
      held: async () => {
        const { line } = await growing()
        return {
          asking: change(visitor, line, { quantity: 3 }),
          message: 'The last places are in other baskets at the moment.',
          availableAt: heldUntil,
        }
      },
      already_booked: () =>
        forTom({}, 'Tom has this booking already.', async ({ tomId, browser }) => {
          const session = await db.selectFrom('occurrence').select('publicId').executeTakeFirstOrThrow()
          await put(browser, { id: session.publicId, purchasedForUserId: tomId })
          await centre.buy(browser)
          await db.updateTable('basket').set({ status: 'paymentComplete' }).execute()
        }),
      clash: () =>
        forTom({}, 'Tom has something else at this time: Yoga at 10:30.', async ({ tomId, browser, place }) =>
          put(browser, {
            id: (await centre.aClassOf(place, '10:30')).publicId,
            purchasedForUserId: tomId,
          }),
        ),
      closed: async () => {
        const { ticket } = await aSwim()
        centre.app.clock.set(on('09:09'))
        const line = lineOf(await put(visitor, ticket()))
        centre.app.clock.forward(minute)
        return {
          asking: change(visitor, line, { quantity: 2 }),
          message: 'Booking for swim-for-all has ended.',
        }
      },
      cancelled: async () => {
        const { session, ticket } = await aSwim()
        const line = lineOf(await put(visitor, ticket()))
        await callOff(session)
        return { asking: change(visitor, line, { quantity: 2 }), message: 'This has been called off.' }
      },
      age: () => forTom({ ageMin: 16 }, 'Tom is too young for this. It is for people of 16 and over.'),
      induction_required: () =>
        restricted('induction', 'Tom has not had the gym induction yet. Please ask at the venue for one.'),
      membership_required: () => restricted('criteria', 'This is for members, and Tom is none on that day.'),
      penalty_outstanding: async () => {
        const { ticket } = await aSwim()
        const { browser, owe } = await aDebtor()
        const line = lineOf(await put(browser, ticket(2)))
        await owe()
        // Fewer may be had all the same.
        await change(browser, line, { quantity: 1 })
        return { asking: change(browser, line, { quantity: 2 }), message: oweFirst }
      },
      document_required: async () => {
        const place = await centre.yoga()
        const { id } = await aPricingOption(db, place.activity.id, { slug: 'student', proof: 'student-card' })
        const { browser } = await centre.customer()
        const line = lineOf(await centre.add(browser, await centre.aClassOf(place, '10:00')))
        return {
          asking: change(browser, line, { pricingOptionId: id }),
          message: 'This price needs a proof that we have not seen, or that has run out.',
        }
      },
      limit_reached: () =>
        forTom(
          { weeklyLimit: 1 },
          'Tom has this once in that week already, which is as often as one may.',
          async ({ tomId, browser, place }) =>
            put(browser, {
              id: (await centre.aClassOf(place, '14:00')).publicId,
              purchasedForUserId: tomId,
            }),
        ),
    } satisfies Record<keyof typeof baskets.update.errors, () => Promise<Refused>>

    it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])(
      '%s',
      async (code, way) => {
        const { asking, message, availableAt } = await way()
        const refused = await refusalOf(asking)
        expect(refused).toMatchObject({ status: baskets.update.errors[code], code, message })
        expect(refused.availableAt).toBe(availableAt)
      },
    )
  })
})

describe('keeping places longer', () => {
  const renew = (browser: TestBrowser, ...lines: Pick<BasketItem, 'id'>[]) =>
    browser.send(api.baskets.renew, lines.length === 0 ? {} : { cartItemIds: lines.map(({ id }) => id) })

  it('holds all lines afresh, or those named', async () => {
    const { items } = await centre.add(
      visitor,
      await aClass('10:00'),
      (await centre.badminton(['12:00'])).slots[0]!,
    )
    centre.app.clock.forward(4 * minute)
    const one = await renew(visitor, items[1]!)
    expect(one.items.map((item) => item.heldUntil)).toEqual([heldUntil, '2027-03-01T09:14:00Z'])
    expect(one).toMatchObject({ expiresAt: heldUntil, renewalsLeft: 9 })
    centre.app.clock.forward(minute)
    expect(await renew(visitor)).toMatchObject({ expiresAt: '2027-03-01T09:15:00Z', renewalsLeft: 8 })
  })

  it('takes lapsed lines again', async () => {
    const session = await aClass('10:00', {}, 1)
    const line = lineOf(await centre.add(visitor, session))
    centre.app.clock.forward(hour)
    expect((await read(visitor)).lapsedItems).toHaveLength(1)
    expect(await renew(visitor, line)).toMatchObject({
      items: [{ id: line.id, heldUntil: '2027-03-01T10:10:00Z' }],
      lapsedItems: [],
    })
    expect(await takenOf(session)).toBe(1)
  })

  it('of nothing uses up nothing', async () => {
    await centre.add(visitor, await aClass())
    expect(await renew(visitor, { id: 1 })).toMatchObject({ renewalsLeft: 10, expiresAt: heldUntil })
  })

  it('all or none', async () => {
    const [ten, court] = [await aClass('10:00', {}, 1), (await centre.badminton(['12:00'])).slots[0]!]
    const { items } = await centre.add(visitor, ten)
    centre.app.clock.forward(10 * minute)
    await centre.add(visitor, court)
    await centre.add(centre.app.browser(), ten)
    const refused = await refusalOf(renew(visitor))
    expect(refused.code).toBe('held')
    expect(refused.validationMessages).toEqual({
      [`cart_item_ids.${items[0]?.id}`]: ['Yoga: The last places are in other baskets at the moment.'],
    })
    expect(await read(visitor)).toMatchObject({ renewalsLeft: 10, expiresAt: '2027-03-01T09:20:00Z' })
  })

  it('a price whose proof has run out is changed, not refused', async () => {
    const { browser } = await centre.customer()
    const place = await centre.yoga()
    const cheap = await aPricingOption(db, place.activity.id, {
      slug: 'student',
      name: 'Student',
      price: 300,
    })
    const session = await centre.aClassOf(place, '10:00')
    const line = lineOf(await put(browser, { id: session.id, pricingOptionId: cheap.id }))
    centre.app.clock.forward(hour)
    await db.updateTable('pricingOption').set({ proof: 'student-card' }).where('id', '=', cheap.id).execute()
    const basket = await renew(browser, line)
    expect(basket.total).toBe(500)
    expect(basket.notices).toContainEqual({
      code: 'price_changed',
      message: 'Yoga now costs £5.00.',
      cartItemId: line.id,
    })
  })

  describe('is refused', () => {
    /** A customer's line that has lapsed; `then` says what became of the world meanwhile. */
    const lapsed = async (
      message: string,
      then: (of: {
        id: number
        browser: TestBrowser
        place: Awaited<ReturnType<Centre['yoga']>>
        session: OccurrenceRow
      }) => Promise<unknown>,
      availableAt?: string,
    ): Promise<Refused> => {
      const { id, browser } = await centre.customer()
      const place = await centre.yoga()
      const session = await centre.aClassOf(place, '10:00', { capacity: 1 })
      const line = lineOf(await centre.add(browser, session))
      centre.app.clock.forward(10 * minute)
      await then({ id, browser, place, session })
      return { asking: renew(browser, line), message, ...(availableAt === undefined ? {} : { availableAt }) }
    }
    const demanding = (columns: object, message: string) =>
      lapsed(message, ({ place }) =>
        db.updateTable('activity').set(columns).where('id', '=', place.activity.id).execute(),
      )
    const restricted = (kind: 'induction' | 'criteria', message: string) =>
      lapsed(message, ({ place }) =>
        aRestriction(db, centre.operatorId, [place.activity.id], { kind, name: 'Gym induction' }),
      )

    const ways = {
      full: () =>
        lapsed('The session being booked is already full', async ({ session }) => {
          const other = centre.app.browser()
          await centre.add(other, session)
          await centre.buy(other)
        }),
      held: () =>
        lapsed(
          'The last places are in other baskets at the moment.',
          ({ session }) => centre.add(centre.app.browser(), session),
          '2027-03-01T09:20:00Z',
        ),
      clash: () =>
        lapsed('This overlaps another booking of the same person.', async ({ browser, place }) =>
          centre.add(browser, await centre.aClassOf(place, '10:30')),
        ),
      closed: () =>
        lapsed('Booking for Yoga has ended.', async () => {
          await db
            .updateTable('occurrence')
            .set({ startsAt: on('09:00', '2027-03-01') })
            .execute()
        }),
      cancelled: () => lapsed('Yoga has been called off.', ({ session }) => callOff(session)),
      age: () => demanding({ ageMax: 16 }, 'You are too old for this. It is for people up to 16.'),
      induction_required: () =>
        restricted('induction', 'You have not had the gym induction yet. Please ask at the venue for one.'),
      membership_required: () => restricted('criteria', 'This is for members, and you are none on that day.'),
      penalty_outstanding: () =>
        lapsed(oweFirst, async ({ id }) => {
          await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
          const penalty = {
            operatorId: centre.operatorId,
            customerId: id,
            amount: 300,
            description: 'Missed',
          }
          await transact(db, (tx) => raisePenalty(tx, penalty, monday))
        }),
      limit_reached: () =>
        lapsed(
          'You have this once in that week already, which is as often as one may.',
          async ({ browser, place }) => {
            await db.updateTable('activity').set({ weeklyLimit: 1 }).execute()
            await centre.add(browser, await centre.aClassOf(place, '14:00'))
          },
        ),
      renewals_used: async () => {
        const line = lineOf(await centre.add(visitor, await aClass()))
        for (let times = 0; times < 10; times += 1) await renew(visitor, line)
        return {
          asking: renew(visitor, line),
          message: 'These places have been kept for as long as they can be.',
        }
      },
    } satisfies Record<keyof typeof baskets.renew.errors, () => Promise<Refused>>

    it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])(
      '%s',
      async (code, way) => {
        const { asking, message, availableAt } = await way()
        const refused = await refusalOf(asking)
        expect(refused).toMatchObject({ status: baskets.renew.errors[code], code, message })
        expect(refused.availableAt).toBe(availableAt)
      },
    )
  })

  it('what is still held is kept although a penalty is owed, and after booking has closed', async () => {
    const { browser, owe } = await aDebtor()
    const session = await aClass()
    centre.app.clock.set(on('10:05'))
    await centre.add(browser, session)
    await owe()
    centre.app.clock.forward(6 * minute)
    expect(await renew(browser)).toMatchObject({ expiresAt: '2027-03-04T10:21:00Z' })
  })

  it('a penalty in the basket lets lapsed places be taken again', async () => {
    const { browser, owe } = await aDebtor()
    const session = await aClass()
    const line = lineOf(await centre.add(browser, session))
    centre.app.clock.forward(10 * minute)
    const penalty = await owe()
    expect(await refusalOf(renew(browser, line))).toMatchObject({ code: 'penalty_outstanding' })
    await put(browser, { id: penalty, type: 'penalty' })
    expect(await renew(browser, line)).toMatchObject({ itemCount: 2, lapsedItems: [] })
  })
})

describe('what is told', () => {
  const toldOnce = async (browser: TestBrowser): Promise<Basket['notices']> => {
    const { notices } = await read(browser)
    expect((await read(browser)).notices).toEqual([])
    return notices
  }

  it('once: that a hold has ended', async () => {
    const line = lineOf(await centre.add(visitor, await aClass()))
    expect((await read(visitor)).notices).toEqual([])
    centre.app.clock.forward(10 * minute)
    expect(await toldOnce(visitor)).toEqual([
      { code: 'hold_lapsed', message: 'Yoga is no longer held for you.', cartItemId: line.id },
    ])
  })

  it('once: that it was called off', async () => {
    const session = await aClass()
    const line = lineOf(await centre.add(visitor, session))
    centre.app.clock.forward(10 * minute)
    await callOff(session)
    expect(await toldOnce(visitor)).toEqual([
      { code: 'item_unavailable', message: 'Yoga is no longer on.', cartItemId: line.id },
    ])
  })

  it('once: that the price is another now, which the basket has at once', async () => {
    const line = lineOf(await centre.add(visitor, await aClass()))
    await db.updateTable('pricingOption').set({ price: 650 }).execute()
    expect(await toldOnce(visitor)).toEqual([
      { code: 'price_changed', message: 'Yoga now costs £6.50.', cartItemId: line.id },
    ])
    expect(await read(visitor)).toMatchObject({ total: 650 })
  })

  it('lapsed lines are shown for 24 hours', async () => {
    await centre.add(visitor, await aClass())
    centre.app.clock.forward(10 * minute + 24 * hour - 1)
    expect((await read(visitor)).lapsedItems).toHaveLength(1)
    centre.app.clock.forward(1)
    expect(await read(visitor)).toMatchObject({ lapsedItems: [], items: [] })
  })
})

describe('a call made again with its key', () => {
  it('has one effect and one answer, and is refused when it says something else', async () => {
    const { session, ticket } = await aSwim()
    const { browser } = await centre.customer()
    const once = { idempotencyKey: 'once' }
    const add = (quantity: number) => browser.send(api.baskets.add, { items: [ticket(quantity)] }, once)
    const first = await add(1)
    centre.app.clock.forward(minute)
    expect(await add(1)).toEqual(first)
    expect(await takenOf(session)).toBe(1)
    expect(await refusalOf(add(2))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    for (let times = 0; times < 2; times += 1) {
      expect(await browser.send(api.baskets.renew, {}, once)).toMatchObject({ renewalsLeft: 9 })
    }
  })

  it('is the first one of a visitor who had no basket yet', async () => {
    const { session, ticket } = await aSwim()
    const add = () => visitor.send(api.baskets.add, { items: [ticket()] }, { idempotencyKey: 'first' })
    expect(await add()).toEqual(await add())
    expect(await takenOf(session)).toBe(1)
  })

  it('a refusal is the answer, even when the place has come free since', async () => {
    const session = await aClass('10:00', {}, 1)
    const other = centre.app.browser()
    await centre.add(other, session)
    await centre.add(visitor, await aClass('14:00'))
    const key = { idempotencyKey: 'refused' }
    const call = () => visitor.send(api.baskets.add, { items: [{ id: session.id }] }, key)
    expect(await refusalOf(call())).toMatchObject({ code: 'held' })
    await other.send(api.baskets.clear, {})
    expect(await refusalOf(call())).toMatchObject({ code: 'held' })
    expect(await put(visitor, { id: session.id })).toMatchObject({ itemCount: 2 })
  })
})

describe('whose basket', () => {
  it('a visitor’s is theirs alone, by cookie or by header', async () => {
    const basket = await centre.add(visitor, await aClass())
    expect((await read(centre.app.browser())).uuid).toBeNull()
    const uuid = basket.uuid ?? ''
    const withHeader = centre.app.browser({ headers: { 'Cart-Uuid': uuid } })
    expect(await read(withHeader)).toMatchObject({ id: basket.id, itemCount: 1 })
  })

  it('a customer’s is not opened by its uuid, nor by another customer', async () => {
    const { browser } = await centre.customer()
    const basket = await centre.add(browser, await aClass())
    const thief = centre.app.browser({ headers: { 'Cart-Uuid': basket.uuid ?? '' } })
    expect(await read(thief)).toMatchObject({ id: null, itemCount: 0 })
    const other = await centre.customer()
    expect((await read(other.browser)).id).not.toBe(basket.id)
    expect(await remove(other.browser, lineOf(basket))).toMatchObject({ itemCount: 0 })
    expect(await read(browser)).toMatchObject({ itemCount: 1 })
  })

  it('staff fill their own for whomever they have selected, who does not see it', async () => {
    const { id, browser } = await centre.customer()
    const desk = await centre.customer({ role: 'staff' })
    const session = await aClass()
    const basket = await desk.browser.send(api.baskets.add, {
      items: [{ id: session.id }],
      selectedUserId: id,
    })
    expect(basket).toMatchObject({ selectedUserId: id, items: [{ price: { isEstimated: false } }] })
    expect(await read(browser)).toMatchObject({ itemCount: 0 })
    expect(await desk.browser.send(api.baskets.read, {})).toMatchObject({
      id: basket.id,
      selectedUserId: null,
    })
    const removed = await desk.browser.send(api.baskets.remove, {
      cartItemIds: [lineOf(basket).id],
      selectedUserId: id,
    })
    expect(removed).toMatchObject({ id: basket.id, itemCount: 0, selectedUserId: id })
    expect(await refusalOf(browser.send(api.baskets.read, { selectedUserId: desk.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('a token that has lapsed is not shown an empty basket', async () => {
    const lapsed = centre.app.browser({ headers: { Authorization: 'Bearer nobody' } })
    expect(await refusalOf(read(lapsed))).toMatchObject({ status: 401, code: 'logged_out' })
  })
})
