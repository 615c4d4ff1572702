import { beforeEach, expect, test } from 'vitest'
import { addEntry } from '#server/holds/offers.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anEmptyTimetable, now } from '#test/support/generation.ts'
import type { EmptyTimetable } from '#test/support/generation.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { generateOccurrences } from './generate.ts'

let timetable: EmptyTimetable
let hall: Awaited<ReturnType<EmptyTimetable['aHall']>>

beforeEach(async () => {
  timetable = await anEmptyTimetable()
  hall = await timetable.aHall()
  const { gymnastics, hall: room } = hall
  await timetable.aSeries({ activityId: gymnastics.id, locationIds: [room.id] }, { weekdays: [1] })
  await timetable.db
    .insertInto('blockBooking')
    .values({
      activityId: gymnastics.id,
      slug: 'club',
      weekdays: [1],
      startTime: '00:00',
      untilTime: '24:00',
      places: 4,
    })
    .execute()
  await generateOccurrences(timetable.db, { now })
})

/** The files give the club other places. @returns what it has of the class, and how many of its places are taken */
const change = async (to: { places?: number | null; deskOnly?: boolean }) => {
  const { db } = timetable
  await db.updateTable('blockBooking').set(to).execute()
  await generateOccurrences(db, { now })
  // Doing it again changes nothing.
  expect(await generateOccurrences(db, { now })).toMatchObject({ venueIds: [] })
  expect(await wrongWithPlaces(db, now)).toEqual([])
  const [session] = await timetable.occurrences()
  const hold = await db
    .selectFrom('hold')
    .select(['places', 'state', 'heldUntil'])
    .where('blockBookingId', 'is not', null)
    .executeTakeFirstOrThrow()
  return { ...hold, taken: session!.placesTaken }
}

test('a block booking that gets other places has them in the sessions that stand already', async () => {
  const sold = { state: 'confirmed', heldUntil: null }
  expect(await change({ places: 7 })).toEqual({ ...sold, places: 7, taken: 7 })
  expect(await change({ places: 2 })).toEqual({ ...sold, places: 2, taken: 2 })
  const ends = new Date('2027-03-01T19:00:00Z')
  expect(await change({ deskOnly: true })).toEqual({ state: 'held', heldUntil: ends, places: 2, taken: 2 })
  expect(await change({ deskOnly: false, places: null })).toEqual({ ...sold, places: 10, taken: 10 })
})

test('a block booking that grows takes no place of a customer, and one that shrinks leaves it to who waits', async () => {
  const { db } = timetable
  const [session] = await timetable.occurrences()
  for (let one = 0; one < 3; one += 1)
    await timetable.book(session!.id, (await aCustomer(db, hall.operator.id)).id)
  expect(await change({ places: 9 })).toMatchObject({ places: 7, taken: 10 })
  const { id: personId } = await aCustomer(db, hall.operator.id)
  const waiting = { occurrenceId: session!.id, personId, actorId: personId, form: 'v2' as const, places: 1 }
  expect((await addEntry(db, waiting, now)).outcome).toBe('ok')
  expect(await change({ places: 5 })).toMatchObject({ places: 5, taken: 9 })
  expect(await db.selectFrom('waitlistEntry').select('state').execute()).toEqual([{ state: 'offered' }])
})
