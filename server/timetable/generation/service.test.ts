import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { addEntry } from '#server/holds/offers/service.ts'
import { generateNewDays, generateOccurrences } from './service.ts'

const now = new Date('2027-03-01T06:00:00Z')
let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
})

const aSeries = async (
  of: { activityId: number; locationIds: number[] },
  more: Partial<{
    slug: string
    startTime: string
    untilTime: string
    stepMinutes: number
    durationMinutes: number
    capacity: number
    weekdays: number[]
  }> = {},
): Promise<number> => {
  const { id } = await db
    .insertInto('series')
    .values({
      activityId: of.activityId,
      slug: 'line',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startTime: '18:00',
      durationMinutes: 60,
      capacity: 10,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('seriesLocation')
    .values(of.locationIds.map((locationId) => ({ seriesId: id, locationId })))
    .execute()
  return id
}

/** A hall of two courts with badminton on them, and a class that stands on the whole of it. */
const aHall = async () => {
  const operator = await anOperator(db)
  const venue = await aVenue(
    db,
    { operatorId: operator.id },
    { slug: 'demo-centre', releaseDaysCustomer: 1, releaseDaysVisitor: 0 },
  )
  const court1 = await aLocation(db, venue.id, { slug: 'court-1', spaces: ['court-1'] })
  const court2 = await aLocation(db, venue.id, { slug: 'court-2', spaces: ['court-2'] })
  const hall = await aLocation(db, venue.id, { slug: 'hall', spaces: ['court-1', 'court-2'] })
  const badminton = await anActivity(db, venue.id, { slug: 'badminton', kind: 'courts' })
  const gymnastics = await anActivity(db, venue.id, { slug: 'gymnastics' })
  return { operator, venue, court1, court2, hall, badminton, gymnastics }
}

const all = () =>
  db
    .selectFrom('occurrence as o')
    .innerJoin('activity as a', 'a.id', 'o.activityId')
    .innerJoin('location as l', 'l.id', 'o.locationId')
    .select([
      'o.id',
      'o.publicId',
      'a.slug',
      'l.slug as place',
      'o.startsAt',
      'o.status',
      'o.placesTaken',
      'o.capacity',
      'o.localDate',
    ])
    .orderBy('o.startsAt')
    .orderBy('o.id')
    .execute()

const claims = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from space_claim`.execute(db)).rows[0]?.n

/** A person takes a place and, of a court, its floor: what take_places does. */
const book = async (occurrenceId: number, personId: number, heldUntil: Date | null = null) => {
  const { rows } = await sql<{ refusal: string | null }>`
    select promote_and_check_availability(${occurrenceId}, null, 1, ${now}) as refusal`.execute(db)
  expect(rows).toEqual([{ refusal: null }])
  await sql`select create_hold(${occurrenceId}, null, ${personId}, null, null, 1, ${heldUntil}, ${now})`.execute(
    db,
  )
}

test('makes occurrences with ids of both worlds, and the second time nothing', async () => {
  const { venue, court1, court2, badminton } = await aHall()
  await aSeries(
    { activityId: badminton.id, locationIds: [court1.id, court2.id] },
    { startTime: '17:00', untilTime: '20:00', stepMinutes: 60, capacity: 1 },
  )
  const made = await generateOccurrences(db, { now })
  // Today, a day for customers, and one to spare.
  expect(made).toMatchObject({
    added: 18,
    changed: 0,
    withdrawn: 0,
    cancelled: 0,
    notMade: [],
    venueIds: [venue.id],
  })
  const occurrences = await all()
  expect(occurrences.every(({ publicId }) => /^AQG[A-Za-z]{31}$/.test(publicId))).toBe(true)
  expect(new Set(occurrences.map(({ publicId }) => publicId)).size).toBe(18)
  expect(await generateOccurrences(db, { now })).toMatchObject({
    added: 0,
    changed: 0,
    withdrawn: 0,
    venueIds: [],
  })
  expect(await all()).toEqual(occurrences)
})

test('a new day makes the occurrences of one more day, and the job does so once', async () => {
  const { venue, hall, gymnastics } = await aHall()
  await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  expect((await generateNewDays(db, now)).added).toBe(3)
  expect((await generateNewDays(db, now)).venueIds).toEqual([])
  const tomorrow = new Date('2027-03-02T00:00:00Z')
  expect(await generateNewDays(db, tomorrow)).toMatchObject({ added: 1, venueIds: [venue.id] })
})

test("C05: the wall's hour is kept over the change to summer time", async () => {
  const { hall, gymnastics } = await aHall()
  await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await generateOccurrences(db, { now: new Date('2027-03-27T06:00:00Z') })
  expect((await all()).map(({ startsAt, localDate }) => [localDate, startsAt.toISOString()])).toEqual([
    ['2027-03-27', '2027-03-27T18:00:00.000Z'],
    ['2027-03-28', '2027-03-28T17:00:00.000Z'],
    ['2027-03-29', '2027-03-29T17:00:00.000Z'],
  ])
})

describe('a class in the hall', () => {
  test('claims its floor, and no court is let beneath it', async () => {
    const { court1, court2, hall, badminton, gymnastics } = await aHall()
    await aSeries(
      { activityId: badminton.id, locationIds: [court1.id, court2.id] },
      { startTime: '17:00', untilTime: '20:00', stepMinutes: 60, capacity: 1 },
    )
    await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { weekdays: [1] })
    await generateOccurrences(db, { now })
    const monday = (await all()).filter(({ localDate }) => localDate === '2027-03-01')
    expect(monday.map(({ slug, startsAt }) => `${startsAt.getUTCHours()} ${slug}`)).toEqual([
      '17 badminton',
      '17 badminton',
      '18 gymnastics',
      '19 badminton',
      '19 badminton',
    ])
    expect(await claims()).toBe(2)
  })

  test('does not come where a customer has a court, and says so', async () => {
    const { operator, court1, court2, hall, badminton, gymnastics } = await aHall()
    await aSeries({ activityId: badminton.id, locationIds: [court1.id, court2.id] }, { capacity: 1 })
    await generateOccurrences(db, { now })
    const [court] = await all()
    const customer = await aCustomer(db, operator.id)
    await book(court!.id, customer.id)
    await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
    const made = await generateOccurrences(db, { now })
    expect(made).toMatchObject({
      added: 2,
      withdrawn: 4,
      notMade: [{ why: 'floor_taken', startsAt: court!.startsAt }],
    })
    expect((await all()).find(({ id }) => id === court!.id)?.status).toBe('scheduled')
  })

  test('takes the floor of a basket whose time is over', async () => {
    const { operator, court1, hall, badminton, gymnastics } = await aHall()
    const line = await aSeries(
      { activityId: badminton.id, locationIds: [court1.id] },
      { capacity: 1, weekdays: [1] },
    )
    await generateOccurrences(db, { now })
    const [court] = await all()
    const customer = await aCustomer(db, operator.id)
    await book(court!.id, customer.id, new Date('2027-03-01T05:59:00Z'))
    await db.updateTable('series').set({ withdrawn: true }).where('id', '=', line).execute()
    await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { weekdays: [1] })
    expect(await generateOccurrences(db, { now })).toMatchObject({ added: 1, withdrawn: 1, notMade: [] })
  })
})

describe('a closure', () => {
  test('withdraws free occurrences, calls off bought ones and gives up their floor', async () => {
    const { operator, venue, hall, gymnastics } = await aHall()
    await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
    await generateOccurrences(db, { now })
    const [monday, tuesday] = await all()
    const customer = await aCustomer(db, operator.id)
    await book(tuesday!.id, customer.id)
    await book(monday!.id, customer.id, new Date('2027-03-01T06:10:00Z'))
    await db
      .insertInto('closure')
      .values({
        venueId: venue.id,
        startsAt: new Date('2027-03-01T12:00:00Z'),
        endsAt: new Date('2027-03-03T00:00:00Z'),
      })
      .execute()
    expect(await generateOccurrences(db, { now })).toMatchObject({ withdrawn: 1, cancelled: 1, added: 0 })
    expect((await all()).map(({ status }) => status)).toEqual(['withdrawn', 'cancelled', 'scheduled'])
    expect(await claims()).toBe(2)
    expect(await generateOccurrences(db, { now })).toMatchObject({ withdrawn: 0, cancelled: 0, changed: 0 })
  })
})

test('a line that is withdrawn takes back what noProfile has booked; booked occurrences stand', async () => {
  const { operator, hall, gymnastics } = await aHall()
  const line = await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await generateOccurrences(db, { now })
  const [monday] = await all()
  const customer = await aCustomer(db, operator.id)
  await book(monday!.id, customer.id)
  await db.updateTable('series').set({ withdrawn: true }).where('id', '=', line).execute()
  expect(await generateOccurrences(db, { now })).toMatchObject({ withdrawn: 2 })
  expect((await all()).map(({ status }) => status)).toEqual(['scheduled', 'withdrawn', 'withdrawn'])

  await db.updateTable('series').set({ withdrawn: false }).where('id', '=', line).execute()
  expect(await generateOccurrences(db, { now })).toMatchObject({ changed: 2, added: 0 })
  expect((await all()).map(({ status }) => status)).toEqual(['scheduled', 'scheduled', 'scheduled'])
  expect(await claims()).toBe(6)
})

describe('block bookings', () => {
  const aBlock = (activityId: number, more: object = {}) =>
    db
      .insertInto('blockBooking')
      .values({
        activityId,
        slug: 'club',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        startTime: '00:00',
        untilTime: '24:00',
        places: 4,
        ...more,
      })
      .execute()
  const holds = () =>
    db
      .selectFrom('hold')
      .select(['state', 'places', 'heldUntil', 'blockBookingId'])
      .orderBy('blockBookingId')
      .execute()

  test('are held or bought places of the occurrences they cover, and the floor of courts', async () => {
    const { court1, badminton, gymnastics, court2 } = await aHall()
    await aSeries({ activityId: badminton.id, locationIds: [court1.id] }, { capacity: 1, weekdays: [1] })
    await aSeries({ activityId: gymnastics.id, locationIds: [court2.id] }, { weekdays: [1] })
    await aBlock(badminton.id, { places: null })
    await aBlock(gymnastics.id, { deskOnly: true })
    await generateOccurrences(db, { now })
    expect((await all()).map(({ slug, placesTaken }) => [slug, placesTaken])).toEqual([
      ['gymnastics', 4],
      ['badminton', 1],
    ])
    expect(await holds()).toMatchObject([
      { state: 'confirmed', places: 1, heldUntil: null },
      { state: 'held', places: 4, heldUntil: new Date('2027-03-01T19:00:00Z') },
    ])
    expect(await claims()).toBe(2)
    expect(await generateOccurrences(db, { now })).toMatchObject({ venueIds: [] })
  })

  test('that come later are let where there is room, and freed when they go', async () => {
    const { operator, hall, gymnastics } = await aHall()
    await aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { capacity: 4 })
    await generateOccurrences(db, { now })
    const [monday] = await all()
    await book(monday!.id, (await aCustomer(db, operator.id)).id)
    await aBlock(gymnastics.id)
    await generateOccurrences(db, { now })
    expect((await all()).map(({ placesTaken }) => placesTaken)).toEqual([4, 4, 4])
    await db.updateTable('blockBooking').set({ withdrawn: true }).execute()
    await generateOccurrences(db, { now })
    expect((await all()).map(({ placesTaken }) => placesTaken)).toEqual([1, 0, 0])
  })
})

test('fewer places take offers back, the latest first; more places are offered to who waits', async () => {
  const { operator, gymnastics, hall } = await aHall()
  const seriesId = await aSeries(
    { activityId: gymnastics.id, locationIds: [hall.id] },
    { slug: 'gymnastics', capacity: 3 },
  )
  await generateOccurrences(db, { now })
  const tomorrow = (await all())[1]!
  const waiters: number[] = []
  for (let one = 0; one < 3; one += 1) await book(tomorrow.id, (await aCustomer(db, operator.id)).id)
  for (let one = 0; one < 3; one += 1) {
    const { id: personId } = await aCustomer(db, operator.id)
    const joining = { occurrenceId: tomorrow.id, personId, actorId: personId, form: 'v2' as const, places: 1 }
    const joined = await addEntry(db, joining, now)
    waiters.push(joined.entryId ?? 0)
  }
  const states = async () =>
    (await db.selectFrom('waitlistEntry').select('state').orderBy('id').execute()).map(({ state }) => state)
  const resize = async (capacity: number) => {
    await db.updateTable('series').set({ capacity }).where('id', '=', seriesId).execute()
    await generateOccurrences(db, { now })
    expect(await wrongWithPlaces(db, now)).toEqual([])
    expect(await wrongWithWaitlists(db, now)).toEqual([])
    const { capacity: places, placesTaken: taken } = (await all()).find(({ id }) => id === tomorrow.id)!
    return { places, taken }
  }
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  expect(await resize(5)).toEqual({ places: 5, taken: 5 })
  expect(await states()).toEqual(['offered', 'offered', 'waiting'])
  expect(await resize(4)).toEqual({ places: 4, taken: 4 })
  expect(await states()).toEqual(['offered', 'waiting', 'waiting'])
  // No one who has booked is turned away.
  expect(await resize(1)).toEqual({ places: 3, taken: 3 })
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  expect(waiters).toHaveLength(3)
})
