import { beforeEach, describe, expect, test } from 'vitest'
import { claimClassFloor } from '#server/holds/blockBookings.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete, typeCard, visitor } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T09:00:00Z')
const startsAt = new Date('2027-03-04T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let ann: Awaited<ReturnType<typeof aCustomer>>
let desk: TestBrowser
let sessionId: number
let staffId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, capacity: 5, price: 500 })
  sessionId = world.occurrence.id
  staffId = (await aMemberOfStaff(db, world.operator.id)).id
  ann = await aCustomer(db, world.operator.id, { firstName: 'Ann', email: 'ann@example.test' })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staffId)
  await desk.send(api.baskets.add, { items: [{ id: sessionId }], selectedUserId: ann.id })
  await desk.send(api.checkout.payAtDesk, {
    selectedUserId: ann.id,
    payments: [{ tenderType: 'cash', amount: 500 }],
  })
})

const change = (body: object) => desk.send(api.attendance.changeSession, { sessionId, ...body })
const session = () =>
  db.selectFrom('occurrence').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const mailOf = async (kind: string) => {
  const handlers = jobHandlers({
    db,
    clock: app.clock,
    log: quiet,
    services: app.services,
  })
  await runDueJobs(db, handlers, app.clock.now(), quiet)
  return db
    .selectFrom('notice')
    .select(['recipient', 'subject', 'textBody'])
    .where('kind', '=', kind)
    .execute()
}

describe('staff change a session that people have booked', () => {
  test('the name, the time and where people meet, and write to them with a new calendar entry', async () => {
    const answer = await change({
      name: 'Yoga for all',
      startsAt: '19:00',
      meetingPoint: 'Side entrance',
      message: 'The studio is being painted.',
    })
    expect(answer).toMatchObject({ notified: 1 })
    expect(await session()).toMatchObject({
      name: 'Yoga for all',
      startsAt: new Date('2027-03-04T19:00:00Z'),
      endsAt: new Date('2027-03-04T20:00:00Z'),
      meetingPoint: 'Side entrance',
      plannedStartsAt: startsAt,
    })
    const [mail] = await mailOf('session_changed')
    expect(mail).toMatchObject({ recipient: 'ann@example.test' })
    expect(mail?.subject).toContain('Changed: Yoga for all')
    for (const text of ['19:00 to 20:00', 'Side entrance', '18:00 to 19:00', 'The studio is being painted.'])
      expect(mail?.textBody).toContain(text)
    const { sequence } = await db.selectFrom('booking').select('sequence').executeTakeFirstOrThrow()
    expect(sequence).toBe(1)
    expect(await wrongWithPlaces(db, now)).toEqual([])
    const acts = await db.selectFrom('auditEntry').select(['act', 'subject']).execute()
    expect(acts).toContainEqual({ act: 'session changed', subject: `session:${sessionId}` })
  })

  test('and write to people who have checked in as well', async () => {
    await db.updateTable('booking').set({ status: 'attended' }).execute()
    expect(await change({ meetingPoint: 'Studio 2' })).toMatchObject({ notified: 1 })
    expect(await mailOf('session_changed')).toMatchObject([{ recipient: 'ann@example.test' }])
    const notice = { sessionId, message: 'We found a phone.' }
    expect(await desk.send(api.attendance.notifySession, notice)).toMatchObject({ notified: 1 })
    await db.updateTable('booking').set({ status: 'cancelled' }).execute()
    expect(await desk.send(api.attendance.notifySession, notice)).toMatchObject({ notified: 0 })
  })

  test('and write to those who wait for it, who keep their position', async () => {
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    await db.updateTable('occurrence').set({ capacity: 1 }).where('id', '=', sessionId).execute()
    const ben = await aCustomer(db, world.operator.id, { firstName: 'Ben', email: 'ben@example.test' })
    const gone = await aCustomer(db, world.operator.id, { email: 'gone@example.test' })
    for (const { id } of [ben, gone]) {
      const browser = app.browser()
      await browser.logIn(id)
      await browser.send(api.waitlists.join, { id: sessionId, data: { userId: id } })
      if (id === gone.id) await browser.send(api.waitlists.leave, { occurrenceId: sessionId, userId: id })
    }
    await change({ startsAt: '19:00', meetingPoint: 'Side entrance', message: 'Sorry for the delay.' })
    const mails = await mailOf('waitlist_changed')
    expect(mails).toMatchObject([{ recipient: 'ben@example.test' }])
    for (const text of ['Ben', '19:00 to 20:00', 'Side entrance', '18:00 to 19:00', 'Sorry for the delay.'])
      expect(mails[0]?.textBody).toContain(text)
    const entries = await db.selectFrom('waitlistEntry').select(['personId', 'state']).execute()
    expect(entries).toContainEqual({ personId: ben.id, state: 'waiting' })
    // A message alone is for those who have a place.
    await desk.send(api.attendance.notifySession, { sessionId, message: 'Bring a mat.' })
    expect(await mailOf('waitlist_changed')).toHaveLength(1)
  })

  test('and an offer ends at the latest when the session begins now', async () => {
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    await db.updateTable('occurrence').set({ capacity: 1 }).where('id', '=', sessionId).execute()
    const ben = await aCustomer(db, world.operator.id)
    const browser = app.browser()
    await browser.logIn(ben.id)
    await browser.send(api.waitlists.join, { id: sessionId, data: { userId: ben.id } })
    const { id: bookingId } = await db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
    await desk.send(api.bookings.cancel, { bookingId })
    const offerEnds = async () => (await browser.send(api.waitlists.mine, {}))[0]?.offerExpiresAt
    expect(await offerEnds()).toBe('2027-03-02T21:00:00Z')
    await change({ date: '2027-03-02', startsAt: '12:00' })
    expect(await offerEnds()).toBe('2027-03-02T12:00:00Z')
    expect(await wrongWithWaitlists(db, now)).toEqual([])
    await change({ date: '2027-03-03' })
    expect(await offerEnds()).toBe('2027-03-02T12:00:00Z')
  })

  test('and baskets say so before they are paid for', async () => {
    const buyer = app.browser()
    const { itemHash } = await buyer.send(api.baskets.add, { items: [{ id: sessionId }] })
    await change({ startsAt: '19:00' })
    const pay = async () =>
      buyer.send(api.checkout.authorise, { ...visitor, ...(await typeCard(buyer)), itemHash })
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'basket_changed' })
    expect(await db.selectFrom('demoCardPayment').select('state').execute()).toEqual([])
    const { items, notices } = await buyer.send(api.baskets.read, {})
    expect(notices).toEqual([
      {
        code: 'session_changed',
        message: "The venue has changed yoga. It's now on Thu 4 Mar, 19:00, at Studio 1.",
        cartItemId: items[0]?.id,
      },
    ])
    expect(await pay()).toMatchObject({ transactionStatus: 'authorised' })
  })

  test('and those whose payment is under way are told, and get an order for the new time', async () => {
    const buyer = app.browser()
    await buyer.send(api.baskets.add, { items: [{ id: sessionId }] })
    const { transactionUuid } = await authorise(buyer, undefined, { email: 'bo@example.test' })
    await change({ startsAt: '19:00' })
    const placed = await complete(buyer, transactionUuid)
    const { items, bookings } = await buyer.send(api.bookings.order, placed)
    expect(items[0]).toMatchObject({
      name: 'yoga - Thu 4 Mar - 19:00',
      cartableResource: { startsAt: { format24Hour: '19:00' } },
    })
    expect(items[0]?.cartableResource).toMatchObject({
      startsAt: bookings[0]?.item.startsAt,
      compositeKey: bookings[0]?.item.compositeKey,
    })
    const mails = await mailOf('session_changed')
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'ann@example.test',
      'bo@example.test',
    ])
    const mail = mails.find(({ recipient }) => recipient === 'bo@example.test')
    for (const text of ['19:00 to 20:00', '18:00 to 19:00']) expect(mail?.textBody).toContain(text)
  })

  test('and give it a link to join online, for those who have booked alone', async () => {
    const joinLink = 'https://online.example/yoga'
    await change({ joinLink })
    const [mail] = await mailOf('session_changed')
    expect(mail?.textBody).toContain(`Join online: ${joinLink}`)
    expect(await desk.send(api.attendance.register, { sessionId })).toMatchObject({ joinLink })
    await db.updateTable('activity').set({ joinLink }).execute()
    await change({ joinLink: '' })
    expect(await desk.send(api.attendance.register, { sessionId })).toMatchObject({ joinLink: '' })
    await change({ joinLink })
    expect(await session()).toMatchObject({ joinLink: null })
    const wrong = await refusal(change({ joinLink: 'http://online.example/yoga' }))
    expect(Object.keys(wrong.validationMessages)).toEqual(['join_link'])
  })

  test('the same as before writes to no one', async () => {
    expect(await change({ startsAt: '18:00' })).toMatchObject({ notified: 0 })
    expect(await mailOf('session_changed')).toEqual([])
  })

  test('an end past midnight is on the next day', async () => {
    await change({ startsAt: '23:30', endsAt: '00:30' })
    expect(await session()).toMatchObject({ endsAt: new Date('2027-03-05T00:30:00Z') })
  })

  test('not to a time that is over, and not once it has begun', async () => {
    expect(await refusal(change({ date: '2027-03-01' }))).toMatchObject({ code: 'invalid_time' })
    app.clock.set(new Date('2027-03-04T18:01:00Z'))
    await desk.logIn(staffId)
    expect(await refusal(change({ name: 'Yoga for all' }))).toMatchObject({ code: 'begun' })
  })

  test('moves to a room that is free, and not to one where another class is', async () => {
    const studio = await aLocation(db, world.venue.id, { slug: 'studio-2', spaces: ['studio-2'] })
    const other = await anActivity(db, world.venue.id, { slug: 'pilates' })
    await anOccurrence(db, {
      activity: other,
      locationId: studio.id,
      startsAt: new Date('2027-03-04T18:30:00Z'),
    })
    await claimClassFloor(db, world.venue.id, '2027-03-01')
    expect(await refusal(change({ locationId: studio.id }))).toMatchObject({ code: 'floor_taken' })
    await change({ locationId: studio.id, startsAt: '17:30' })
    expect(await session()).toMatchObject({ locationId: studio.id })
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('the timetable leaves it as staff made it, and makes no second one where it was planned', async () => {
    const series = await db
      .insertInto('series')
      .values({
        activityId: world.activity.id,
        slug: 'line',
        weekdays: [4],
        startTime: '18:00',
        durationMinutes: 60,
        capacity: 5,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { locationId, name } = await session()
    await db.insertInto('seriesLocation').values({ seriesId: series.id, locationId }).execute()
    await db.updateTable('occurrence').set({ seriesId: series.id }).where('id', '=', sessionId).execute()
    const ofDays = () =>
      db.selectFrom('occurrence').select(['id', 'startsAt', 'name']).orderBy('id').execute()
    await change({ date: '2027-03-03', startsAt: '19:00', name: `${name} for all` })
    await generateOccurrences(db, { now })
    const after = await ofDays()
    expect(after.filter(({ startsAt: at }) => at.getTime() === startsAt.getTime())).toEqual([])
    expect(after[0]).toMatchObject({ startsAt: new Date('2027-03-03T19:00:00Z'), name: `${name} for all` })
    // The day after, when it is over.
    app.clock.set(new Date('2027-03-04T06:00:00Z'))
    await generateOccurrences(db, { now: app.clock.now() })
    expect((await ofDays()).filter(({ startsAt: at }) => at.getTime() === startsAt.getTime())).toEqual([])
  })
})

test('staff send a message to all who have booked', async () => {
  const sent = await desk.send(api.attendance.notifySession, { sessionId, message: 'Bring a towel.' })
  expect(sent).toMatchObject({ notified: 1, emailed: ['Ann Example'] })
  const [mail] = await mailOf('session_notice')
  expect(mail).toMatchObject({ recipient: 'ann@example.test' })
  expect(mail?.textBody).toContain('Bring a towel.')
})
