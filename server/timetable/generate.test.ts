import { beforeEach, describe, expect, test } from 'vitest'
import { addEntry } from '#server/holds/offers.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anEmptyTimetable, now } from '#test/support/generation.ts'
import type { EmptyTimetable } from '#test/support/generation.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { generateNewDays, generateOccurrences } from './generate.ts'

let timetable: EmptyTimetable

beforeEach(async () => {
  timetable = await anEmptyTimetable()
})

test('makes occurrences with ids of both worlds, and the second time nothing', async () => {
  const { venue, court1, court2, badminton } = await timetable.aHall()
  await timetable.aSeries(
    { activityId: badminton.id, locationIds: [court1.id, court2.id] },
    { startTime: '17:00', untilTime: '20:00', stepMinutes: 60, capacity: 1 },
  )
  const made = await generateOccurrences(timetable.db, { now })
  // Today, a day for customers, and one to spare.
  expect(made).toMatchObject({
    added: 18,
    changed: 0,
    withdrawn: 0,
    cancelled: 0,
    notMade: [],
    venueIds: [venue.id],
  })
  const occurrences = await timetable.occurrences()
  expect(occurrences.every(({ publicId }) => /^AQG[A-Za-z]{31}$/.test(publicId))).toBe(true)
  expect(new Set(occurrences.map(({ publicId }) => publicId)).size).toBe(18)
  expect(await generateOccurrences(timetable.db, { now })).toMatchObject({
    added: 0,
    changed: 0,
    withdrawn: 0,
    venueIds: [],
  })
  expect(await timetable.occurrences()).toEqual(occurrences)
})

test('a new day makes the occurrences of one more day, and the job does so once', async () => {
  const { venue, hall, gymnastics } = await timetable.aHall()
  await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  expect((await generateNewDays(timetable.db, now)).added).toBe(3)
  expect((await generateNewDays(timetable.db, now)).venueIds).toEqual([])
  const tomorrow = new Date('2027-03-02T00:00:00Z')
  expect(await generateNewDays(timetable.db, tomorrow)).toMatchObject({ added: 1, venueIds: [venue.id] })
})

test("C05: the wall's hour is kept over the change to summer time", async () => {
  const { hall, gymnastics } = await timetable.aHall()
  await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await generateOccurrences(timetable.db, { now: new Date('2027-03-27T06:00:00Z') })
  expect(
    (await timetable.occurrences()).map(({ startsAt, localDate }) => [localDate, startsAt.toISOString()]),
  ).toEqual([
    ['2027-03-27', '2027-03-27T18:00:00.000Z'],
    ['2027-03-28', '2027-03-28T17:00:00.000Z'],
    ['2027-03-29', '2027-03-29T17:00:00.000Z'],
  ])
})

describe('a class in the hall', () => {
  test('claims its floor, and no court is let beneath it', async () => {
    const { court1, court2, hall, badminton, gymnastics } = await timetable.aHall()
    await timetable.aSeries(
      { activityId: badminton.id, locationIds: [court1.id, court2.id] },
      { startTime: '17:00', untilTime: '20:00', stepMinutes: 60, capacity: 1 },
    )
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { weekdays: [1] })
    await generateOccurrences(timetable.db, { now })
    const monday = (await timetable.occurrences()).filter(({ localDate }) => localDate === '2027-03-01')
    expect(monday.map(({ slug, startsAt }) => `${startsAt.getUTCHours()} ${slug}`)).toEqual([
      '17 badminton',
      '17 badminton',
      '18 gymnastics',
      '19 badminton',
      '19 badminton',
    ])
    expect(await timetable.countClaims()).toBe(2)
  })

  test('does not come where a customer has a court, and says so', async () => {
    const { operator, court1, court2, hall, badminton, gymnastics } = await timetable.aHall()
    await timetable.aSeries(
      { activityId: badminton.id, locationIds: [court1.id, court2.id] },
      { capacity: 1 },
    )
    await generateOccurrences(timetable.db, { now })
    const [court] = await timetable.occurrences()
    const customer = await aCustomer(timetable.db, operator.id)
    await timetable.book(court!.id, customer.id)
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
    const made = await generateOccurrences(timetable.db, { now })
    expect(made).toMatchObject({
      added: 2,
      withdrawn: 4,
      notMade: [{ why: 'floor_taken', startsAt: court!.startsAt }],
    })
    expect((await timetable.occurrences()).find(({ id }) => id === court!.id)?.status).toBe('scheduled')
  })

  test('takes the floor of another that goes with the same change, and comes the first time', async () => {
    const { hall, gymnastics } = await timetable.aHall()
    const old = await timetable.aSeries(
      { activityId: gymnastics.id, locationIds: [hall.id] },
      { slug: 'old', weekdays: [1] },
    )
    await generateOccurrences(timetable.db, { now })
    await timetable.db.updateTable('series').set({ withdrawn: true }).where('id', '=', old).execute()
    const line = await timetable.aSeries(
      { activityId: gymnastics.id, locationIds: [hall.id] },
      { slug: 'renamed', weekdays: [1] },
    )
    await timetable.db.updateTable('series').set({ name: 'Renamed' }).where('id', '=', line).execute()
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({
      added: 1,
      withdrawn: 1,
      notMade: [],
    })
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ added: 0, withdrawn: 0 })
    expect(await timetable.countClaims()).toBe(2)
  })

  test('takes the floor of a basket whose time is over', async () => {
    const { operator, court1, hall, badminton, gymnastics } = await timetable.aHall()
    const line = await timetable.aSeries(
      { activityId: badminton.id, locationIds: [court1.id] },
      { capacity: 1, weekdays: [1] },
    )
    await generateOccurrences(timetable.db, { now })
    const [court] = await timetable.occurrences()
    const customer = await aCustomer(timetable.db, operator.id)
    await timetable.book(court!.id, customer.id, new Date('2027-03-01T05:59:00Z'))
    await timetable.db.updateTable('series').set({ withdrawn: true }).where('id', '=', line).execute()
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { weekdays: [1] })
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({
      added: 1,
      withdrawn: 1,
      notMade: [],
    })
  })
})

describe('a closure', () => {
  test('withdraws free occurrences, calls off bought ones and gives up their floor', async () => {
    const { operator, venue, hall, gymnastics } = await timetable.aHall()
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
    await generateOccurrences(timetable.db, { now })
    const [monday, tuesday] = await timetable.occurrences()
    const customer = await aCustomer(timetable.db, operator.id)
    await timetable.book(tuesday!.id, customer.id)
    await timetable.book(monday!.id, customer.id, new Date('2027-03-01T06:10:00Z'))
    await timetable.db
      .insertInto('closure')
      .values({
        venueId: venue.id,
        startsAt: new Date('2027-03-01T12:00:00Z'),
        endsAt: new Date('2027-03-03T00:00:00Z'),
      })
      .execute()
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({
      withdrawn: 1,
      cancelled: 1,
      added: 0,
    })
    expect((await timetable.occurrences()).map(({ status }) => status)).toEqual([
      'withdrawn',
      'cancelled',
      'scheduled',
    ])
    expect(await timetable.countClaims()).toBe(2)
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({
      withdrawn: 0,
      cancelled: 0,
      changed: 0,
    })
  })
})

test('a line that is withdrawn takes back what noProfile has booked; booked occurrences stand', async () => {
  const { operator, hall, gymnastics } = await timetable.aHall()
  const line = await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await generateOccurrences(timetable.db, { now })
  const [monday] = await timetable.occurrences()
  const customer = await aCustomer(timetable.db, operator.id)
  await timetable.book(monday!.id, customer.id)
  await timetable.db.updateTable('series').set({ withdrawn: true }).where('id', '=', line).execute()
  expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ withdrawn: 2 })
  expect((await timetable.occurrences()).map(({ status }) => status)).toEqual([
    'scheduled',
    'withdrawn',
    'withdrawn',
  ])

  await timetable.db.updateTable('series').set({ withdrawn: false }).where('id', '=', line).execute()
  expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ changed: 2, added: 0 })
  expect((await timetable.occurrences()).map(({ status }) => status)).toEqual([
    'scheduled',
    'scheduled',
    'scheduled',
  ])
  expect(await timetable.countClaims()).toBe(6)
})

describe('block bookings', () => {
  const aBlock = (activityId: number, more: object = {}) =>
    timetable.db
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
    timetable.db
      .selectFrom('hold')
      .select(['state', 'places', 'heldUntil', 'blockBookingId'])
      .orderBy('blockBookingId')
      .execute()

  test('are held or bought places of the occurrences they cover, and the floor of courts', async () => {
    const { court1, badminton, gymnastics, court2 } = await timetable.aHall()
    await timetable.aSeries(
      { activityId: badminton.id, locationIds: [court1.id] },
      { capacity: 1, weekdays: [1] },
    )
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [court2.id] }, { weekdays: [1] })
    await aBlock(badminton.id, { places: null })
    await aBlock(gymnastics.id, { deskOnly: true })
    await generateOccurrences(timetable.db, { now })
    expect((await timetable.occurrences()).map(({ slug, placesTaken }) => [slug, placesTaken])).toEqual([
      ['gymnastics', 4],
      ['badminton', 1],
    ])
    expect(await holds()).toMatchObject([
      { state: 'confirmed', places: 1, heldUntil: null },
      { state: 'held', places: 4, heldUntil: new Date('2027-03-01T19:00:00Z') },
    ])
    expect(await timetable.countClaims()).toBe(2)
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ venueIds: [] })
  })

  test('that come later are let where there is room, and freed when they go', async () => {
    const { operator, hall, gymnastics } = await timetable.aHall()
    await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] }, { capacity: 4 })
    await generateOccurrences(timetable.db, { now })
    const [monday] = await timetable.occurrences()
    await timetable.book(monday!.id, (await aCustomer(timetable.db, operator.id)).id)
    await aBlock(gymnastics.id)
    await generateOccurrences(timetable.db, { now })
    expect((await timetable.occurrences()).map(({ placesTaken }) => placesTaken)).toEqual([4, 4, 4])
    await timetable.db.updateTable('blockBooking').set({ withdrawn: true }).execute()
    await generateOccurrences(timetable.db, { now })
    expect((await timetable.occurrences()).map(({ placesTaken }) => placesTaken)).toEqual([1, 0, 0])
  })
})

test('fewer places take offers back, the latest first; more places are offered to who waits', async () => {
  const { operator, gymnastics, hall } = await timetable.aHall()
  const seriesId = await timetable.aSeries(
    { activityId: gymnastics.id, locationIds: [hall.id] },
    { slug: 'gymnastics', capacity: 3 },
  )
  await generateOccurrences(timetable.db, { now })
  const tomorrow = (await timetable.occurrences())[1]!
  const waiters: number[] = []
  for (let one = 0; one < 3; one += 1)
    await timetable.book(tomorrow.id, (await aCustomer(timetable.db, operator.id)).id)
  for (let one = 0; one < 3; one += 1) {
    const { id: personId } = await aCustomer(timetable.db, operator.id)
    const joining = { occurrenceId: tomorrow.id, personId, actorId: personId, form: 'v2' as const, places: 1 }
    const joined = await addEntry(timetable.db, joining, now)
    waiters.push(joined.entryId ?? 0)
  }
  const states = async () =>
    (await timetable.db.selectFrom('waitlistEntry').select('state').orderBy('id').execute()).map(
      ({ state }) => state,
    )
  const resize = async (capacity: number) => {
    await timetable.db.updateTable('series').set({ capacity }).where('id', '=', seriesId).execute()
    await generateOccurrences(timetable.db, { now })
    expect(await wrongWithPlaces(timetable.db, now)).toEqual([])
    expect(await wrongWithWaitlists(timetable.db, now)).toEqual([])
    const { capacity: places, placesTaken: taken } = (await timetable.occurrences()).find(
      ({ id }) => id === tomorrow.id,
    )!
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
