import { beforeEach, expect, test } from 'vitest'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { anEmptyTimetable, now } from '#test/support/generation.ts'
import type { EmptyTimetable } from '#test/support/generation.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { generateOccurrences } from './generate.ts'

let timetable: EmptyTimetable

beforeEach(async () => {
  timetable = await anEmptyTimetable()
})

test('a booked court keeps the floor that its court is made of when the files say otherwise now', async () => {
  const { operator, venue, court1, court2, badminton } = await timetable.aHall()
  // The files have forgotten what this hall contains.
  const arena = await aLocation(timetable.db, venue.id, { slug: 'arena', spaces: ['arena'] })
  const football = await anActivity(timetable.db, venue.id, { slug: 'football', kind: 'courts' })
  await timetable.aSeries({ activityId: football.id, locationIds: [arena.id] }, { capacity: 1 })
  await timetable.aSeries(
    { activityId: badminton.id, locationIds: [court1.id, court2.id] },
    { slug: 'courts', capacity: 1 },
  )
  await generateOccurrences(timetable.db, { now })
  const [match] = (await timetable.occurrences()).filter(({ slug }) => slug === 'football')
  const { id: ann } = await aCustomer(timetable.db, operator.id)
  await timetable.book(match!.id, ann)
  const contains = await timetable.db
    .selectFrom('locationSpace')
    .select('spaceId')
    .where('locationId', 'in', [court1.id, court2.id])
    .execute()
  await timetable.db.deleteFrom('locationSpace').where('locationId', '=', arena.id).execute()
  await timetable.db
    .insertInto('locationSpace')
    .values(contains.map(({ spaceId }) => ({ spaceId, locationId: arena.id })))
    .execute()

  expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ changed: 0, withdrawn: 0 })
  const claims = await timetable.db.selectFrom('spaceClaim').select('spaceId').orderBy('spaceId').execute()
  expect(claims).toEqual(contains.toSorted((one, other) => one.spaceId - other.spaceId))
  const [court] = (await timetable.occurrences()).filter(({ slug }) => slug === 'badminton')
  await expect(timetable.book(court!.id, ann)).rejects.toThrow()
  expect(await wrongWithPlaces(timetable.db, now)).toEqual([])
})

test('a court that is let has its floor for as long as the files say now, when no other has it', async () => {
  const { operator, court1, badminton, venue } = await timetable.aHall()
  const seriesId = await timetable.aSeries(
    { activityId: badminton.id, locationIds: [court1.id] },
    { capacity: 1, weekdays: [1] },
  )
  const tennis = await anActivity(timetable.db, venue.id, { slug: 'tennis', kind: 'courts' })
  await timetable.aSeries(
    { activityId: tennis.id, locationIds: [court1.id] },
    { capacity: 1, weekdays: [1], startTime: '19:00' },
  )
  await timetable.db
    .insertInto('blockBooking')
    .values({ activityId: badminton.id, slug: 'club', weekdays: [1], startTime: '00:00', untilTime: '24:00' })
    .execute()
  await generateOccurrences(timetable.db, { now })
  const generateFor = async (durationMinutes: number) => {
    await timetable.db.updateTable('series').set({ durationMinutes }).where('id', '=', seriesId).execute()
    const { notMade } = await generateOccurrences(timetable.db, { now })
    const claims = await timetable.db.selectFrom('spaceClaim').select('during').orderBy('during').execute()
    return { notMade: notMade.map(({ why }) => why), floor: claims.map(({ during }) => during) }
  }
  const monday = (from: string, to: string) => `["2027-03-01 ${from}:00+00","2027-03-01 ${to}:00+00")`
  expect(await generateFor(90)).toEqual({ notMade: [], floor: [monday('18:00', '19:30')] })
  const [, tennisCourt] = await timetable.occurrences()
  const { id: ann } = await aCustomer(timetable.db, operator.id)
  await expect(timetable.book(tennisCourt!.id, ann)).rejects.toThrow()
  expect(await generateFor(40)).toEqual({ notMade: [], floor: [monday('18:00', '18:40')] })
  await timetable.book(tennisCourt!.id, ann)
  expect(await generateFor(70)).toEqual({
    notMade: ['floor_taken'],
    floor: [monday('18:00', '18:40'), monday('19:00', '20:00')],
  })
  expect(await generateFor(60)).toMatchObject({ floor: [monday('18:00', '19:00'), monday('19:00', '20:00')] })
  expect(await wrongWithPlaces(timetable.db, now)).toEqual([])
})
