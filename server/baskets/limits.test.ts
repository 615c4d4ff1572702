import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMovableClass, beginMove } from '#test/support/moves.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const minute = 60_000

let db: Database
let centre: Centre
let app: TestApp
let courts: string[]

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, now)
  const { slots } = await centre.badminton(['10:00', '11:00', '12:00', '13:00', '14:00', '15:00'])
  courts = slots.map(({ publicId }) => publicId)
  app = testApp(db, {
    now,
    settings: { VISITOR_ITEMS: '3', NETWORK_ITEMS: '5', VISITOR_ADDS: '8', NETWORK_ADDS: '20' },
  })
})

const from = (address: string) => app.browser({ headers: { 'x-rendering-for': address } })
const add = (browser: TestBrowser, id: string | undefined) =>
  browser.send(api.baskets.add, { items: [{ id: id ?? '' }] })
const heldItems = async () =>
  (await db.selectFrom('hold').select('id').where('state', '=', 'held').execute()).length

describe('a visitor', () => {
  it('holds so many things and no more, in one call or several; the rest of the basket stays', async () => {
    const browser = from('203.0.113.9')
    expect(
      await refusal(browser.send(api.baskets.add, { items: courts.slice(0, 4).map((id) => ({ id })) })),
    ).toMatchObject({ status: 429, code: 'too_many' })
    expect(await heldItems()).toBe(0)
    for (const id of courts.slice(0, 3)) await add(browser, id)
    expect(await refusal(add(browser, courts[3]))).toMatchObject({
      message: "You're holding as many places as we can keep for you. Book them or remove some first.",
    })
    expect((await browser.send(api.baskets.read, {})).items).toHaveLength(3)
    expect(await heldItems()).toBe(3)
    await browser.send(api.baskets.clear, {})
    await add(browser, courts[3])
  })

  it('gets no more tickets of a line than it may hold; those it had stay', async () => {
    const swim = await centre.swim()
    const [session] = swim.sessions
    const limited = testApp(db, { now, settings: { VISITOR_PLACES: '3' } })
    const browser = limited.browser({ headers: { 'x-rendering-for': '203.0.113.9' } })
    const addAdults = (quantity: number, key?: string) =>
      browser.send(
        api.baskets.add,
        { items: [{ id: session?.publicId ?? '', ticketId: swim.adult.publicId, quantity }] },
        key === undefined ? {} : { idempotencyKey: key },
      )
    await addAdults(2)
    expect(await refusal(addAdults(2))).toMatchObject({ status: 429, code: 'too_many' })
    const { items } = await browser.send(api.baskets.read, {})
    expect(items).toMatchObject([{ quantity: 2 }])
    expect(await db.selectFrom('hold').select('places').where('state', '=', 'held').execute()).toEqual([
      { places: 2 },
    ])
    expect((await addAdults(1)).items).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
    expect(await wrongWithPlaces(db, limited.clock.now())).toEqual([])
  })

  it('adds so often a minute', async () => {
    const browser = from('203.0.113.9')
    await add(browser, courts[0])
    for (let i = 0; i < 8; i += 1) await add(browser, courts[0])
    expect(await refusal(add(browser, courts[0]))).toMatchObject({ status: 429 })
    app.clock.forward(minute)
    await add(browser, courts[0])
  })
})

describe('a customer with a proved address', () => {
  it('holds so many things and places and no more, from any network', async () => {
    app = testApp(db, { now, settings: { CUSTOMER_ITEMS: '3', CUSTOMER_PLACES: '5' } })
    const { id } = await aCustomer(db, centre.operatorId)
    const browser = async (address: string) => {
      const next = from(address)
      await next.logIn(id)
      return next
    }
    const first = await browser('203.0.113.9')
    // Of different hours.
    for (const index of [0, 3, 6]) await add(first, courts[index])
    expect(await refusal(add(await browser('203.0.113.10'), courts[9]))).toMatchObject({
      status: 429,
      code: 'too_many',
    })
    expect(await heldItems()).toBe(3)
    await first.send(api.baskets.clear, {})
    const { adult, sessions } = await centre.swim()
    const tickets = (quantity: number) => [
      { id: sessions[0]?.publicId ?? '', ticketId: adult.publicId, quantity },
    ]
    await first.send(api.baskets.add, { items: tickets(5) })
    expect(await refusal(add(first, courts[12]))).toMatchObject({ code: 'too_many' })
  })
})

describe('networks of an IPv6 site', () => {
  it('hold twice as much together in a /56, and four times in a /48, as in a /64', async () => {
    app = testApp(db, { now, settings: { NETWORK_ITEMS: '1', NETWORK_PLACES: '99' } })
    let held = 0
    const holdFrom = async (...fourthParts: string[]): Promise<number> => {
      for (const part of fourthParts)
        held += await add(from(`2001:db8:7:${part}::/64`), courts[held]).then(
          () => 1,
          () => 0,
        )
      return held
    }
    expect(await holdFrom('100', '100')).toBe(1)
    expect(await holdFrom('101', '102', '1ff')).toBe(2)
    expect(await holdFrom('200', '300', '400')).toBe(4)
    await add(from('2001:db8:8:100::/64'), courts[8])
  })
})

describe('a network', () => {
  it("holds a third of an activity's day and of a session at most, and more with a log-in", async () => {
    app = testApp(db, { now })
    const outcomes: string[] = []
    for (const court of courts)
      outcomes.push(
        await add(from('203.0.113.9'), court).then(
          () => 'held',
          () => 'refused',
        ),
      )
    expect(courts).toHaveLength(18)
    expect(outcomes).toEqual(courts.map((_, index) => (index < 6 ? 'held' : 'refused')))
    const refused = await refusal(add(from('203.0.113.9'), courts[17]))
    expect(refused).toMatchObject({ status: 403, code: 'login_required' })
    const customer = from('203.0.113.9')
    await customer.logIn((await aCustomer(db, centre.operatorId)).id)
    await add(customer, courts[17])
    const { publicId } = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 18 })
    for (let places = 0; places < 6; places += 1) await add(from('203.0.113.9'), publicId)
    expect(await refusal(add(from('203.0.113.9'), publicId))).toMatchObject({ code: 'login_required' })
    await add(from('203.0.113.10'), publicId)
  })

  const many = async () => {
    for (const id of courts.slice(0, 5)) await add(from('203.0.113.9'), id)
  }

  it('holds so many things with all its baskets; other networks and its own customers hold theirs', async () => {
    await many()
    expect(await refusal(add(from('203.0.113.9'), courts[5]))).toMatchObject({ code: 'too_many' })
    expect(await heldItems()).toBe(5)
    await add(from('203.0.113.10'), courts[5])
    const { id } = await aCustomer(db, centre.operatorId)
    const customer = from('203.0.113.9')
    await customer.logIn(id)
    await add(customer, courts[6])
    // An address that is not proved can be anybody's.
    const { id: unproved } = await aCustomer(db, centre.operatorId, { emailVerifiedAt: null })
    const other = from('203.0.113.9')
    await other.logIn(unproved)
    expect(await refusal(add(other, courts[7]))).toMatchObject({ code: 'too_many' })
  })

  it('gets shorter holds once it holds more than one visitor may', async () => {
    await many()
    const ends = await db.selectFrom('hold').select('heldUntil').orderBy('id').execute()
    expect(ends.map(({ heldUntil }) => ((heldUntil?.getTime() ?? 0) - now.getTime()) / minute)).toEqual([
      10, 10, 10, 5, 5,
    ])
  })

  it('leaves a court to others after half an hour without booking', async () => {
    for (let held = 0; held < 3; held += 1) {
      await add(from('203.0.113.9'), courts[0])
      app.clock.forward(10 * minute)
    }
    expect(await refusal(add(from('203.0.113.9'), courts[0]))).toMatchObject({ code: 'too_many' })
    await add(from('203.0.113.10'), courts[0])
  })

  it('is not stored, and its digest is forgotten', async () => {
    await add(from('203.0.113.9'), courts[0])
    const { network } = await db.selectFrom('basket').select('network').executeTakeFirstOrThrow()
    expect(network).not.toContain('203.0.113.9')
    const { sweepNetworks } = await import('./limits.ts')
    await sweepNetworks(db, new Date(now.getTime() + 3 * 86_400_000))
    expect((await db.selectFrom('basket').select('network').executeTakeFirstOrThrow()).network).toBeNull()
  })
})

it('a class that is nearly full is held for less time', async () => {
  const yoga = await centre.yoga()
  const { id, publicId } = await centre.aClassOf(yoga, '10:00')
  const member = await aCustomer(db, centre.operatorId)
  expect(id).toBeGreaterThan(0)
  for (let i = 0; i < 8; i += 1) await add(from(`198.51.100.${i}`), publicId)
  const { items } = await add(from('203.0.113.9'), publicId)
  expect(items[0]?.heldUntil).toBe('2027-03-01T09:05:00Z')
  const browser = from('203.0.113.9')
  await browser.logIn(member.id)
  expect((await add(browser, publicId)).items[0]?.heldUntil).toBe('2027-03-01T09:10:00Z')
})

describe('places that visitors of many networks hold and do not book', () => {
  let networks = 0
  /** Ten minutes of holding by visitors of networks of their own, then lapsed. */
  const holdInVain = async (ids: readonly string[]) => {
    for (const id of ids) await add(from(`198.51.100.${(networks += 1)}`), id)
    app.clock.forward(10 * minute)
  }
  const lastResort = {
    status: 403,
    code: 'login_required',
    message:
      'Many people hold these places without booking them. To book, log in or create an account with a confirmed e-mail address.',
  }

  it('need a log-in with a proved address, once the class is nearly full', async () => {
    app = testApp(db, { now, settings: { LOGIN_PLACE_SECONDS: '600', SHORT_HOLD_SECONDS: '600' } })
    const yoga = await centre.yoga()
    const { publicId } = await centre.aClassOf(yoga, '11:00')
    const classOf = (count: number) => Array.from({ length: count }, () => publicId)
    await holdInVain(classOf(10))
    for (let i = 0; i < 7; i += 1) await add(from(`192.0.2.${i}`), publicId)
    const before = await heldItems()
    // The eighth makes it nearly full.
    expect(await refusal(add(from('192.0.2.8'), publicId))).toMatchObject(lastResort)
    expect(await heldItems()).toBe(before)
    const unproved = from('192.0.2.8')
    await unproved.logIn((await aCustomer(db, centre.operatorId, { emailVerifiedAt: null })).id)
    expect(await refusal(add(unproved, publicId))).toMatchObject(lastResort)
    const customer = from('192.0.2.8')
    await customer.logIn((await aCustomer(db, centre.operatorId)).id)
    expect((await add(customer, publicId)).items).toHaveLength(1)
    // Another class is open to visitors as before, and so is this one after two quiet hours.
    await add(from('192.0.2.9'), courts[0])
    app.clock.forward(121 * minute)
    expect((await add(from('192.0.2.8'), publicId)).items).toHaveLength(1)
  })

  it('are courts that were held for most of two hours; three people who change their mind are none', async () => {
    const court = courts[0] ?? ''
    for (let held = 0; held < 9; held += 1) await holdInVain([court])
    expect(await refusal(add(from('192.0.2.8'), court))).toMatchObject(lastResort)
    for (let held = 0; held < 3; held += 1) await holdInVain([courts[1] ?? ''])
    await add(from('192.0.2.8'), courts[1])
  })

  it('do not count what customers with a proved address hold, nor what is booked', async () => {
    const court = courts[0] ?? ''
    const customer = from('192.0.2.8')
    await customer.logIn((await aCustomer(db, centre.operatorId)).id)
    for (let held = 0; held < 10; held += 1) {
      await add(customer, court)
      app.clock.forward(10 * minute)
    }
    await add(from('192.0.2.9'), court)
  })
})

describe('places that a visitor has booked and cancelled', () => {
  const bookAndCancel = async (hours: number) => {
    const browser = from('203.0.113.9')
    await add(browser, courts[0])
    const { transactionUuid } = await authorise(browser)
    const { completeOrderId } = await complete(browser, transactionUuid)
    const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
    app.clock.forward(hours * 60 * minute)
    await browser.send(api.bookings.cancelOfOrder, {
      completeOrderId,
      bookingIds: bookings.map(({ id }) => id),
    })
  }

  it('are open to other visitors at once, though they were booked for days', async () => {
    await bookAndCancel(30)
    expect((await add(from('192.0.2.9'), courts[0])).items).toHaveLength(1)
  })

  it('can be booked again by that visitor', async () => {
    await bookAndCancel(1)
    expect((await add(from('203.0.113.9'), courts[0])).items).toHaveLength(1)
  })
})

it('a time that was held again and again for the move of a booking needs no log-in', async () => {
  const world = await aMovableClass(db)
  const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
  const { browser, id } = await world.customer()
  const booking = await world.buy(browser, world.ten)
  for (let held = 0; held < 11; held += 1) {
    await browser.logIn(id)
    await beginMove(browser, booking.id, last)
    world.app.clock.forward(10 * minute)
  }
  const visitor = world.app.browser({ headers: { 'x-rendering-for': '192.0.2.9' } })
  expect((await add(visitor, last.publicId)).items).toHaveLength(1)
})

it('references are guessed neither by looking up prices nor by adding, which are counted together', async () => {
  const { id, reference } = await aCustomer(db, centre.operatorId)
  expect(id).toBeGreaterThan(0)
  const { adult, sessions } = await centre.swim()
  const publicId = sessions[0]?.publicId ?? ''
  const lookup = (guess: string) =>
    from('203.0.113.9').send(api.pricing.ticket, {
      venue: 'demo-centre',
      activityId: 'swim-for-all',
      occurrenceId: publicId,
      reference: guess,
    })
  const tryToAdd = (guess: string) =>
    from('203.0.113.9').send(api.baskets.add, {
      items: [{ id: publicId, ticketId: adult.publicId, quantity: 50, customerReference: guess }],
    })
  for (let i = 0; i < 15; i += 1) {
    expect((await refusal(lookup(`XX-${i}`))).code).toBe('discount_refused')
    expect((await refusal(tryToAdd(`XX-${i}`))).code).toBe('invalid')
    app.clock.forward(10_000)
  }
  expect((await refusal(tryToAdd(reference))).code).toBe('too_many')
  expect((await refusal(lookup(reference))).code).toBe('too_many')
  app.clock.forward(10 * minute)
  // One that names a customer is no guess.
  for (let i = 0; i < 15; i += 1) expect((await refusal(tryToAdd(reference))).code).toBe('invalid')
  expect((await refusal(lookup('XX-1'))).code).toBe('discount_refused')
})
