import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, on, refusalOf, thrice, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { testApp } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { at, classes, slots, times } from '#test/support/timetables.ts'
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

describe('whose it is', () => {
  it('the own hold is a reservation to oneself and held to others, until it ends, swept or not', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
    const basket = await centre.add(visitor, session)
    expect((await classes(visitor))[0]).toMatchObject({
      spaces: 1,
      heldByOthers: 0,
      actionToShow: { status: 'CANCEL_RESERVATION', reasonCode: null, cartItemId: basket.items[0]?.id },
    })
    const other = centre.app.browser()
    expect((await classes(other))[0]).toMatchObject({
      spaces: 0,
      heldByOthers: 1,
      actionToShow: { status: null, reasonCode: 'held', availableAt: '2027-03-01T09:10:00Z' },
    })
    // No one sweeps: by the clock alone it is free, to the millisecond.
    centre.app.clock.set(new Date('2027-03-01T09:09:59.999Z'))
    expect((await classes(other))[0]?.actionToShow.reasonCode).toBe('held')
    centre.app.clock.set(new Date('2027-03-01T09:10:00Z'))
    for (const browser of [other, visitor]) {
      expect((await classes(browser))[0]).toMatchObject({
        spaces: 1,
        actionToShow: { status: 'BOOK', cartItemId: null },
      })
    }
    await centre.add(other, session)
    expect((await classes(visitor))[0]?.actionToShow.reasonCode).toBe('held')
  })

  it('a reservation is seen on the hour too, and the other courts stay to be had', async () => {
    const { slots: made } = await centre.badminton(['10:00'])
    const basket = await centre.add(visitor, made[0] ?? { publicId: '' })
    expect(await times(visitor)).toMatchObject([
      {
        spaces: 3,
        actionToShow: {
          status: 'CANCEL_RESERVATION',
          cartItemId: basket.items[0]?.id,
          otherActions: ['BOOK'],
        },
      },
    ])
    expect(await times(centre.app.browser())).toMatchObject([{ spaces: 2, actionToShow: { status: 'BOOK' } }])
  })

  it('what only oneself stands in the way of is a clash, not taken', async () => {
    await centre.badminton(['10:00'])
    await centre.add(visitor, ...(await centre.fiveASide(['10:00'])))
    expect(
      (await slots(visitor)).map(({ actionToShow, spaces }) => [
        actionToShow.status,
        actionToShow.reasonCode,
        spaces,
      ]),
    ).toEqual(thrice([null, 'clash', 1]))
  })

  it('a place given back is to be had at once', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
    const other = centre.app.browser()
    const { items } = await centre.add(other, session)
    expect((await classes(visitor))[0]?.actionToShow.reasonCode).toBe('held')
    await other.send(api.baskets.remove, { cartItemIds: [items[0]?.id ?? 0] })
    expect((await classes(visitor))[0]?.actionToShow.status).toBe('BOOK')
  })

  it('a full class has a queue, or says so where it has none', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00', { capacity: 1 })
    const other = centre.app.browser()
    await centre.add(other, session)
    await centre.buy(other)
    expect((await classes(visitor))[0]).toMatchObject({
      spaces: 0,
      bookingsCount: 1,
      actionToShow: {
        status: 'JOIN_WAITLIST',
        reason: 'The session being booked is already full',
        reasonCode: 'full',
      },
    })
    await db.updateTable('activity').set({ hasWaitlist: false }).execute()
    const later = testApp(db, { now: monday }).browser()
    expect((await classes(later))[0]?.actionToShow).toMatchObject({ status: 'FULL', reasonCode: 'full' })
  })

  it('the own booking can be cancelled until it begins', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
    const { id: customerId, browser } = await centre.customer()
    await centre.add(browser, session)
    const bookingId = await centre.book(browser, customerId)
    expect((await classes(browser))[0]).toMatchObject({
      booking: { id: bookingId },
      price: { isEstimated: false },
      actionToShow: { status: 'CANCEL_BOOKING', reasonCode: 'already_booked', bookingId },
    })
    expect((await classes(visitor))[0]).toMatchObject({
      booking: null,
      actionToShow: { status: 'JOIN_WAITLIST', bookingId: null },
    })
    centre.app.clock.set(on('10:00'))
    expect((await classes(browser))[0]?.actionToShow).toMatchObject({
      status: null,
      reasonCode: 'already_booked',
    })
  })

  it('what overlaps a place of the person is a clash, unless the activity allows both', async () => {
    const place = await centre.yoga()
    await centre.aClassOf(place, '10:30')
    const { slots: made } = await centre.badminton(['10:00'])
    const { browser } = await centre.customer()
    await centre.add(browser, made[0] ?? { publicId: '' })
    expect((await classes(browser))[0]?.actionToShow).toMatchObject({ status: null, reasonCode: 'clash' })
    expect((await classes(visitor))[0]?.actionToShow.status).toBe('BOOK')
    await db.updateTable('activity').set({ allowsOverlap: true }).where('slug', '=', 'yoga').execute()
    const later = testApp(db, { now: monday }).browser()
    await later.logIn((await aCustomer(db, centre.operatorId)).id)
    expect((await classes(later))[0]?.actionToShow.status).toBe('BOOK')
  })

  it('person too young on the thursday is told so, and their parent may book for them when they are not', async () => {
    const place = await centre.yoga({ ageMin: 8, ageMax: 11 })
    await centre.aClassOf(place, '10:00')
    const parent = await aCustomer(db, centre.operatorId, { dateOfBirth: '1990-05-01' })
    const child = await aCustomer(db, centre.operatorId, { dateOfBirth: '2019-03-04' })
    const browser = centre.app.browser()
    await browser.logIn(parent.id)
    expect((await classes(browser))[0]?.actionToShow).toMatchObject({
      status: null,
      reasonCode: 'age',
      otherActions: [],
    })
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: parent.id, linkedId: child.id, relation: 'child' })
      .execute()
    expect((await classes(browser))[0]?.actionToShow).toMatchObject({
      status: null,
      reasonCode: 'age',
      otherActions: ['BOOK'],
    })
    // A thursday younger, and the eighth birthday comes after the class.
    await db.updateTable('customer').set({ dateOfBirth: '2019-03-05' }).where('id', '=', child.id).execute()
    expect((await classes(browser))[0]?.actionToShow.otherActions).toEqual([])
  })

  it('staff see what the selected customer sees; a customer cannot look for another', async () => {
    await centre.aClassOf(await centre.yoga({ ageMin: 16 }), '10:00')
    const staff = await aCustomer(db, centre.operatorId, { role: 'staff' })
    const child = await aCustomer(db, centre.operatorId, { dateOfBirth: '2019-03-04' })
    const desk = centre.app.browser()
    await desk.logIn(staff.id)
    const query = { ...at, activity: 'yoga', date: thursday, selectedUserId: child.id }
    expect((await desk.send(api.timetable.classes, query))[0]?.actionToShow.reasonCode).toBe('age')
    expect((await classes(desk))[0]?.actionToShow.status).toBe('BOOK')
    const { browser: customer } = await centre.customer()
    expect((await refusalOf(customer.send(api.timetable.classes, query))).status).toBe(403)
  })

  it('opens earlier for the logged in, and tells a visitor that logging in would help', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-07' })
    const { browser: customer } = await centre.customer()
    expect((await visitor.send(api.timetable.occurrence, { id: session.id })).actionToShow).toMatchObject({
      status: null,
      reason: 'You cannot book this activity yet',
      reasonCode: 'not_open_yet',
      availableAt: '2027-03-01T22:00:00Z',
      otherActions: ['LOGIN'],
    })
    const visible = await customer.send(api.timetable.occurrence, { id: session.id })
    expect(visible).toMatchObject({ actionToShow: { status: 'BOOK' }, spacesRemaining: 10 })
    expect(visible.firstBookableAt?.utc).toBe('2027-02-28T22:00:00+00:00')
    expect((await visitor.send(api.timetable.occurrence, { id: session.id })).spacesRemaining).toBeNull()
  })

  it('what was called off is displayed with its reason, what has ended too, and what was withdrawn is not', async () => {
    const place = await centre.yoga()
    centre.app.clock.set(on('12:00'))
    await centre.aClassOf(place, '09:00', { name: 'over' })
    await centre.aClassOf(place, '11:55', { name: 'begun' })
    await centre.aClassOf(place, '18:00', { name: 'off', status: 'cancelled' })
    await centre.aClassOf(place, '19:00', { name: 'gone', status: 'withdrawn' })
    expect(
      (await classes(visitor)).map(({ name, spaces, actionToShow }) => [
        name,
        spaces,
        actionToShow.status,
        actionToShow.reasonCode,
      ]),
    ).toEqual([
      ['over', 10, null, 'closed'],
      ['begun', 10, 'BOOK', null],
      ['off', 0, null, 'cancelled'],
    ])
  })
})

describe('ready answers', () => {
  const address = `/api/activities/venue/demo-centre/activity/yoga/v2/timetable?date=${thursday}`

  it('are the same bytes with the same checksum, until a place changes hands', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    const first = await visitor.fetch(address)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('content-type')).toBe('application/json')
    expect(etag).toMatch(/^"/)
    const again = await visitor.fetch(address, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    await centre.add(centre.app.browser(), session)
    const changed = await visitor.fetch(address, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('are given again to the next visitor just as they were, without another look at them', async () => {
    await centre.aClassOf(await centre.yoga(), '10:00')
    const headersOf = ({ headers }: Response) => {
      const { 'x-request-id': requestId, ...rest } = Object.fromEntries(headers)
      return { requestId, rest }
    }
    const first = headersOf(await visitor.fetch(address))
    const second = headersOf(await centre.app.browser().fetch(address))
    expect(second.rest).toEqual(first.rest)
    expect(second.requestId).not.toBe(first.requestId)
    expect(centre.app.logged.map(({ fields }) => fields)).toMatchObject(
      [first, second].map(({ requestId }) => ({ requestId, method: 'GET', status: 200 })),
    )
  })

  it('are for customers like any other too, and for anyone who has occurrences elsewhere in the basket', async () => {
    await centre.aClassOf(await centre.yoga(), '10:00')
    const { slots: made } = await centre.badminton(['10:00'])
    const etagFor = async (browser: TestBrowser) => (await browser.fetch(address)).headers.get('etag')
    const [ann, ben] = [centre.app.browser(), centre.app.browser()]
    await ann.logIn((await aCustomer(db, centre.operatorId)).id)
    await ben.logIn((await aCustomer(db, centre.operatorId)).id)
    expect(await etagFor(ann)).toBe(await etagFor(ben))
    expect(await etagFor(ann)).not.toBe(await etagFor(visitor))
    const shopper = centre.app.browser()
    await centre.add(shopper, made[0] ?? { publicId: '' })
    expect(await etagFor(shopper)).toBe(await etagFor(visitor))
  })

  it('are not cached past a change on this node, by any caller', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
    const other = centre.app.browser()
    await centre.add(other, session)
    expect((await classes(visitor))[0]?.spaces).toBe(0)
    await centre.freeAll()
    expect((await classes(visitor))[0]?.spaces).toBe(1)
  })
})
