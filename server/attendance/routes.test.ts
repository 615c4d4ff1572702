import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { tom } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

/** The morning of the day of the class. */
const now = new Date('2027-03-02T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const afterwards = new Date('2027-03-02T19:30:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let staff: Awaited<ReturnType<typeof aMemberOfStaff>>
let ann: Awaited<ReturnType<typeof aCustomer>>
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, capacity: 2, price: 500 })
  staff = await aMemberOfStaff(db, world.operator.id)
  ann = await aCustomer(db, world.operator.id, { firstName: 'Ann', lastName: 'Example' })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
})

/** Sells a place in a session. */
const aBooking = async (customerId: number | null, id = world.occurrence.id) => {
  await desk.send(api.baskets.add, { items: [{ id }], selectedUserId: customerId })
  return payAtDesk(customerId)
}

const payAtDesk = async (customerId: number | null) => {
  const { completeOrderId } = await desk.send(api.checkout.payAtDesk, {
    selectedUserId: customerId,
    payments: [{ tenderType: 'cash', amount: 500 }],
  })
  return db
    .selectFrom('booking')
    .select(['id', 'accessCode'])
    .where('orderId', '=', completeOrderId)
    .executeTakeFirstOrThrow()
}

const day = (show: 'booked' | 'all' = 'booked', date = '2027-03-02') =>
  desk.send(api.attendance.day, { venue: 'demo-centre', date, show })
const register = (sessionId = world.occurrence.id) => desk.send(api.attendance.register, { sessionId })
const mark = (bookingId: number, status: 'booked' | 'attended' | 'not_attended') =>
  desk.send(api.attendance.mark, { bookingId, status })
const checkIn = (code: string, venue = 'demo-centre') => desk.send(api.attendance.checkIn, { venue, code })
const cancelled = (id: number) =>
  db.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', id).execute()

describe('the sessions of a day', () => {
  it('lists sessions with bookings and their number, or all sessions on request', async () => {
    expect((await day()).sessions).toEqual([])
    expect((await day('all')).sessions).toMatchObject([{ id: world.occurrence.id, capacity: 2, booked: 0 }])
    const { id } = await aBooking(ann.id)
    await mark(id, 'attended')
    await aBooking(null)
    const { sessions, today, date } = await day()
    expect([today, date.raw]).toEqual(['2027-03-02', '2027-03-02'])
    expect(sessions).toMatchObject([
      {
        name: 'yoga',
        locationName: 'Studio 1',
        startsAt: { format24Hour: '18:00' },
        capacity: 2,
        booked: 1,
        attended: 1,
        absent: 0,
        held: 0,
        waiting: 0,
        cancelled: false,
      },
    ])
    expect((await day('all', '2027-03-03')).sessions).toEqual([])
  })

  it('shows staff the venues of their operator only', async () => {
    const ask = (browser: TestBrowser, venue: string) =>
      browser.send(api.attendance.day, { venue, date: '2027-03-02' })
    expect((await refusal(ask(desk, 'nowhere'))).status).toBe(404)
    expect(
      (await refusal(desk.send(api.attendance.day, { venue: 'demo-centre', date: 'today' }))).status,
    ).toBe(422)
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect((await refusal(ask(customer, 'demo-centre'))).code).toBe('forbidden')
    expect((await refusal(ask(app.browser(), 'demo-centre'))).code).toBe('logged_out')
  })
})

describe('the register of a session', () => {
  it('lists attendees by surname, and walk-ins without a name', async () => {
    const zoe = await aCustomer(db, world.operator.id, { firstName: 'Zoe', lastName: 'Able' })
    const first = await aBooking(ann.id)
    await aBooking(zoe.id)
    const { expected, session, date } = await register()
    expect(date.raw).toBe('2027-03-02')
    expect(session.booked).toBe(2)
    expect(expected.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Zoe', 'booked'],
      ['Ann', 'booked'],
    ])
    expect(expected[1]).toMatchObject({
      bookingId: first.id,
      accessCode: first.accessCode,
      customerId: ann.id,
      customerReference: ann.reference,
      quantity: 1,
      age: 36,
      boughtBy: null,
      soldByPartner: false,
      attendanceAt: null,
    })
    expect((await refusal(register(999_999))).status).toBe(404)
  })

  it('counts places as the timetable does: what is held and waited for is not left', async () => {
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    await db.updateTable('occurrence').set({ capacity: 4 }).where('id', '=', world.occurrence.id).execute()
    const spaces = async () => {
      const item = await app.browser().send(api.timetable.occurrence, { id: world.occurrence.publicId })
      return { timetable: item.spaces, register: (await register()).session.spaces }
    }
    expect(await spaces()).toEqual({ timetable: 4, register: 4 })
    await aBooking(ann.id)
    const visitor = app.browser()
    await visitor.send(api.baskets.add, { items: [{ id: world.occurrence.id }] })
    expect(await spaces()).toEqual({ timetable: 2, register: 2 })
    await aBooking(null)
    await aBooking(null)
    for (const firstName of ['Bo', 'Cy']) {
      const { id: userId } = await aCustomer(db, world.operator.id, { firstName })
      await desk.send(api.waitlists.join, { id: world.occurrence.publicId, data: { userId } })
    }
    await visitor.send(api.baskets.clear, {})
    await db.updateTable('occurrence').set({ capacity: 6 }).where('id', '=', world.occurrence.id).execute()
    const both = await spaces()
    expect(both.register).toBe(both.timetable)
  })

  it('counts the places of a ticket, not the tickets', async () => {
    const activity = await anActivity(db, world.venue.id, { kind: 'tickets', price: 500 })
    const family = await aTicketType(db, activity.id, { name: 'Family', places: 4 })
    const swim = await anOccurrence(db, { activity, locationId: world.studio.id, startsAt }, { capacity: 10 })
    await desk.send(api.baskets.add, {
      items: [{ id: swim.publicId, ticketId: family.publicId }],
      selectedUserId: ann.id,
    })
    await desk.send(api.checkout.payAtDesk, {
      selectedUserId: ann.id,
      payments: [{ tenderType: 'cash', amount: 500 }],
    })
    const { session } = await register(swim.id)
    expect([session.booked, session.spaces]).toEqual([4, 6])
  })

  it('shows a court whose floor another booking uses as taken', async () => {
    const hall = await aLocation(db, world.venue.id, { spaces: ['a', 'b'] })
    const half = await aLocation(db, world.venue.id, { spaces: ['a'] })
    const activity = await anActivity(db, world.venue.id, { kind: 'courts' })
    const whole = await anOccurrence(db, { activity, locationId: hall.id, startsAt })
    const part = await anOccurrence(db, { activity, locationId: half.id, startsAt })
    expect((await register(whole.id)).session).toMatchObject({ spaces: 1, floorInUse: false })
    await aBooking(null, part.id)
    expect((await register(part.id)).session).toMatchObject({ spaces: 0, floorInUse: false, booked: 1 })
    expect((await register(whole.id)).session).toMatchObject({ spaces: 0, floorInUse: true, booked: 0 })
  })

  it("shows staff a person's photo", async () => {
    const document = await db
      .insertInto('document')
      .values({
        operatorId: world.operator.id,
        customerId: ann.id,
        documentType: 'profile-photo',
        fileKey: 'photo',
        fileName: 'photo.png',
        mediaType: 'image/png',
        size: 1,
        status: 'accepted',
        uploadedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await aBooking(ann.id)
    const [person] = (await register()).expected
    expect(person?.profilePhoto).toMatch(new RegExp(`/api/my-account/documents/${document.id}/file$`))
  })

  it('shows what is agreed to for a child and by whom, also where an earlier agreement still holds', async () => {
    const health = await aRestriction(db, world.operator.id, [world.activity.id], {
      name: 'Health statement',
      validMonths: 12,
    })
    const child = await aChildOf(db, world.operator.id, ann.id)
    const { items } = await desk.send(api.baskets.add, {
      items: [{ id: world.occurrence.publicId, purchasedForUserId: child.id }],
      selectedUserId: ann.id,
    })
    await desk.send(api.waivers.send, {
      selectedUserId: ann.id,
      waivers: [
        {
          cartItemId: items[0]?.id ?? 0,
          restrictionId: health.id,
          attendee: tom,
          accepted: true,
        },
      ],
      guardian: { name: 'Bo Example', relation: 'guardian' },
    })
    const signed = {
      name: 'Health statement',
      agreedOn: '2027-03-02',
      validUntil: '2028-03-02',
      signedBy: 'Bo Example',
      signedByRelation: 'guardian',
    }
    const { id: bookingId } = await payAtDesk(ann.id)
    const waiversOf = async () =>
      (await register()).expected.find((one) => one.bookingId === bookingId)?.waivers
    expect(await waiversOf()).toEqual([signed])
    // A later session of the same person has no agreement of its own.
    await db.updateTable('waiver').set({ basketItemId: null }).execute()
    expect(await waiversOf()).toEqual([signed])
  })

  it('lists the waitlist, and staff can offer a free place out of turn', async () => {
    await aBooking(ann.id)
    const second = await aBooking(null)
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const people = []
    for (const firstName of ['Bo', 'Cy']) {
      const person = await aCustomer(db, world.operator.id, { firstName })
      people.push(person)
      await desk.send(api.waitlists.join, { id: world.occurrence.publicId, data: { userId: person.id } })
    }
    const before = (await register()).waitlist
    expect(before.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Bo', 'waiting'],
      ['Cy', 'waiting'],
    ])
    const waitlistId = before[1]?.waitlistId ?? 0
    const offer = () => desk.send(api.attendance.offer, { waitlistId })
    expect(await refusal(offer())).toMatchObject({ status: 409, code: 'full' })
    await db.updateTable('occurrence').set({ capacity: 3 }).where('id', '=', world.occurrence.id).execute()
    expect(await offer()).toMatchObject({ userId: people[1]?.id, status: 'offered' })
    expect((await register()).waitlist.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Cy', 'offered'],
      ['Bo', 'waiting'],
    ])
    expect(second.id).toBeGreaterThan(0)
    expect(await refusal(offer())).toMatchObject({ status: 409, code: 'offered' })
    for (const state of ['left', 'passed', 'taken'] as const) {
      await db
        .updateTable('waitlistEntry')
        .set({ state, endedAt: app.clock.now() })
        .where('id', '=', waitlistId)
        .execute()
      expect(await refusal(offer())).toMatchObject({ status: 409, code: state })
    }
    expect((await refusal(desk.send(api.attendance.offer, { waitlistId: 999_999 }))).status).toBe(404)
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect((await refusal(customer.send(api.attendance.offer, { waitlistId }))).code).toBe('forbidden')
  })

  it.each(['cancelled', 'closed'])('offers no place of a session that is %s', async (code) => {
    await aBooking(ann.id)
    await aBooking(null)
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const person = await aCustomer(db, world.operator.id)
    const { waitlistId } = await desk.send(api.waitlists.join, {
      id: world.occurrence.publicId,
      data: { userId: person.id },
    })
    if (code === 'closed') app.clock.set(afterwards)
    else await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    if (code === 'closed') await desk.logIn(staff.id)
    expect(await refusal(desk.send(api.attendance.offer, { waitlistId }))).toMatchObject({
      status: 410,
      code,
    })
  })
})

describe('attendance', () => {
  it('is recorded, undone, and audited', async () => {
    const { id } = await aBooking(ann.id)
    expect(await mark(id, 'attended')).toMatchObject({
      expected: { status: 'attended', attendanceAt: '2027-03-02T09:00:00Z' },
      session: { name: 'yoga', startsAt: { format24Hour: '18:00' }, minutesToStart: 540 },
    })
    expect(await mark(id, 'booked')).toMatchObject({ expected: { status: 'booked', attendanceAt: null } })
    app.clock.set(afterwards)
    await desk.logIn(staff.id)
    await mark(id, 'not_attended')
    await mark(id, 'not_attended')
    const [mine] = await desk.send(api.bookings.mine, { selectedUserId: ann.id, filter: 'all' })
    expect(mine?.status).toBe('not_attended')
    const acts = await db
      .selectFrom('auditEntry')
      .select(['act', 'subject', 'actorId', 'forCustomerId'])
      .where('subject', '=', `booking:${id}`)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['checked in', 'attendance undone', 'marked absent'])
    expect(acts[0]).toMatchObject({ actorId: staff.id, forCustomerId: ann.id })
  })

  it('is refused too early and for cancelled bookings', async () => {
    const { id } = await aBooking(ann.id)
    expect(await refusal(mark(id, 'not_attended'))).toMatchObject({ status: 409, code: 'too_early' })
    const later = await anOccurrence(
      db,
      { activity: world.activity, locationId: world.studio.id, startsAt: new Date('2027-03-04T18:00:00Z') },
      { capacity: 2 },
    )
    const another = await aBooking(ann.id, later.id)
    expect(await refusal(mark(another.id, 'attended'))).toMatchObject({ code: 'too_early' })
    await cancelled(id)
    expect(await refusal(mark(id, 'attended'))).toMatchObject({ status: 409, code: 'booking_cancelled' })
    expect((await refusal(mark(999_999, 'attended'))).status).toBe(404)
    const customer = app.browser()
    await customer.logIn(ann.id)
    const byCustomer = customer.send(api.attendance.mark, { bookingId: id, status: 'attended' })
    expect((await refusal(byCustomer)).code).toBe('forbidden')
  })
})

describe('check-in by code', () => {
  it('accepts a code typed or scanned', async () => {
    const { id, accessCode } = await aBooking(ann.id)
    const typed = `${accessCode.slice(0, 3).toLowerCase()} ${accessCode.slice(3)}`
    expect(await checkIn(typed)).toMatchObject({
      expected: { bookingId: id, status: 'attended', firstName: 'Ann' },
    })
    expect(await refusal(checkIn(accessCode))).toMatchObject({
      status: 409,
      code: 'already_attended',
      message: 'Ann Example was already checked in at 09:00.',
    })
    await mark(id, 'booked')
    expect(await checkIn(`https://onside.example/t/${accessCode}`)).toMatchObject({
      expected: { bookingId: id },
    })
  })

  it('names the right venue or day, and refuses an unknown code', async () => {
    await aVenue(db, { operatorId: world.operator.id }, { slug: 'other', name: 'Other Centre' })
    const { id, accessCode } = await aBooking(ann.id)
    expect(await refusal(checkIn(accessCode, 'other'))).toMatchObject({
      status: 409,
      code: 'another_venue',
      message: 'Ann Example is expected at Venue demo-centre.'.replace('Venue demo-centre', 'Demo Centre'),
    })
    app.clock.set(new Date('2027-03-01T09:00:00Z'))
    await desk.logIn(staff.id)
    expect(await refusal(checkIn(accessCode))).toMatchObject({
      code: 'another_day',
      message: 'Ann Example is expected on Tue 02 March 2027.',
    })
    await cancelled(id)
    expect(await refusal(checkIn(accessCode))).toMatchObject({ code: 'booking_cancelled' })
    expect(await refusal(checkIn('NOBODY'))).toMatchObject({
      status: 404,
      message: 'No booking found for this code.',
    })
    const customer = app.browser()
    await customer.logIn(ann.id)
    const byCustomer = customer.send(api.attendance.checkIn, { venue: 'demo-centre', code: accessCode })
    expect((await refusal(byCustomer)).code).toBe('forbidden')
  })
})

describe('the code for all people of an order', () => {
  const group = (code: string) => desk.send(api.attendance.group, { venue: 'demo-centre', code })

  it('names those who are expected here today, whom the desk ticks', async () => {
    const { id } = await aBooking(ann.id)
    const { orderReference } = (await register()).expected[0] ?? { orderReference: '' }
    const found = await group(orderReference)
    expect(found).toMatchObject([
      { expected: { bookingId: id, status: 'booked', firstName: 'Ann' }, session: { name: 'yoga' } },
    ])
    await mark(id, 'attended')
    expect(await group(orderReference.toLowerCase().replace('-', ''))).toMatchObject([
      { expected: { status: 'attended' } },
    ])
    expect(await refusal(group('ONS-222222'))).toMatchObject({ status: 404 })
    app.clock.set(new Date('2027-03-01T09:00:00Z'))
    await desk.logIn(staff.id)
    expect(await refusal(group(orderReference))).toMatchObject({ code: 'another_day' })
  })

  it('checks everyone in at a kiosk', async () => {
    await aBooking(ann.id)
    const { orderReference } = (await register()).expected[0] ?? { orderReference: '' }
    app.clock.set(new Date('2027-03-02T17:30:00Z'))
    await desk.logIn(staff.id)
    const kiosk = app.browser()
    expect(
      await kiosk.send(api.attendance.checkInSelf, { venue: 'demo-centre', code: orderReference }),
    ).toMatchObject({ firstName: 'Ann', quantity: 1 })
    expect((await register()).expected).toMatchObject([{ status: 'attended' }])
    const again = kiosk.send(api.attendance.checkInSelf, { venue: 'demo-centre', code: orderReference })
    expect(await refusal(again)).toMatchObject({ code: 'already_attended' })
  })
})

describe('checking oneself in at a kiosk', () => {
  it('takes the code from an hour before the start, once, and tells a first name only', async () => {
    const { id, accessCode } = await aBooking(ann.id)
    const kiosk = app.browser()
    const send = (code: string, venue = 'demo-centre') =>
      kiosk.send(api.attendance.checkInSelf, { venue, code })
    expect(await refusal(send('NOBODY'))).toMatchObject({ status: 404 })
    expect(await refusal(send(accessCode))).toMatchObject({
      status: 409,
      code: 'too_early',
      message: 'You can check in from 17:00.',
    })
    app.clock.set(new Date('2027-03-02T17:00:00Z'))
    await aVenue(db, { operatorId: world.operator.id }, { slug: 'other' })
    expect(await refusal(send(accessCode, 'other'))).toMatchObject({ code: 'another_venue' })
    expect(await send(accessCode)).toEqual({
      firstName: 'Ann',
      title: 'yoga',
      quantity: 1,
      startsAt: expect.objectContaining({ format24Hour: '18:00' }),
      locationName: 'Studio 1',
    })
    expect(await refusal(send(accessCode))).toMatchObject({ code: 'already_attended' })
    const row = await db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'attended', attendanceBy: null })
  })

  it('is refused for another day, after the end, when marked absent and when cancelled', async () => {
    const { id, accessCode } = await aBooking(ann.id)
    const send = () =>
      app.browser().send(api.attendance.checkInSelf, { venue: 'demo-centre', code: accessCode })
    app.clock.set(new Date('2027-03-01T18:00:00Z'))
    expect(await refusal(send())).toMatchObject({ code: 'another_day' })
    app.clock.set(afterwards)
    expect(await refusal(send())).toMatchObject({ status: 410, code: 'closed' })
    app.clock.set(startsAt)
    await db.updateTable('booking').set({ status: 'not_attended' }).where('id', '=', id).execute()
    expect(await refusal(send())).toMatchObject({ code: 'closed' })
    await cancelled(id)
    expect(await refusal(send())).toMatchObject({ code: 'booking_cancelled' })
  })
})
