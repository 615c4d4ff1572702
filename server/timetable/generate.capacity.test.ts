import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addEntry } from '#server/holds/offers.ts'
import { freePlaces, sweepLapsedHolds } from '#server/holds/places.ts'
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
})

/** A class of so many places, of which all are taken, the last ones in baskets. @returns its id and the holds */
const aTakenClass = async (places: number, inBaskets = 0) => {
  const { operator, gymnastics, hall: room } = hall
  const line = { activityId: gymnastics.id, locationIds: [room.id] }
  await timetable.aSeries(line, { capacity: places, weekdays: [1] })
  await generateOccurrences(timetable.db, { now })
  const [session] = await timetable.occurrences()
  const inTenMinutes = new Date(now.getTime() + 600_000)
  for (let one = 0; one < places; one += 1) {
    const { id } = await aCustomer(timetable.db, operator.id)
    await timetable.book(session!.id, id, one < places - inBaskets ? null : inTenMinutes)
  }
  const holds = await timetable.db.selectFrom('hold').select('id').orderBy('id').execute()
  return { id: session!.id, holds: holds.map(({ id }) => id) }
}

const setCapacity = async (capacity: number) => {
  await timetable.db.updateTable('series').set({ capacity }).execute()
  return generateOccurrences(timetable.db, { now })
}

const placesOf = async () => {
  const [session] = await timetable.occurrences()
  expect(await wrongWithPlaces(timetable.db, now)).toEqual([])
  return { capacity: session!.capacity, taken: session!.placesTaken }
}

const free = (holdId: number) => freePlaces(timetable.db, [holdId], now)

describe('a session that is to have fewer places than are taken', () => {
  test('does not sell again, nor offer, what comes free, until it has no more than it is to have', async () => {
    const { id, holds } = await aTakenClass(4)
    const { id: personId } = await aCustomer(timetable.db, hall.operator.id)
    const waiting = { occurrenceId: id, personId, actorId: personId, form: 'v2' as const, places: 1 }
    expect((await addEntry(timetable.db, waiting, now)).outcome).toBe('ok')
    const state = async () =>
      (await timetable.db.selectFrom('waitlistEntry').select('state').executeTakeFirstOrThrow()).state

    expect(await setCapacity(2)).toMatchObject({ changed: 1 })
    expect(await placesOf()).toEqual({ capacity: 4, taken: 4 })
    await free(holds[0]!)
    expect(await placesOf()).toEqual({ capacity: 3, taken: 3 })
    expect(await setCapacity(2)).toMatchObject({ changed: 0 })
    await free(holds[1]!)
    expect([await placesOf(), await state()]).toEqual([{ capacity: 2, taken: 2 }, 'waiting'])
    await free(holds[2]!)
    // The next place is one of the two, and nothing is planned for the session any more.
    expect([await placesOf(), await state()]).toEqual([{ capacity: 2, taken: 2 }, 'offered'])
    expect(await timetable.db.selectFrom('occurrence').select('plannedCapacity').execute()).toEqual([
      { plannedCapacity: null },
    ])
  })

  test('has its places back where it is to have more after all', async () => {
    const { holds } = await aTakenClass(3)
    await setCapacity(1)
    await setCapacity(5)
    await free(holds[0]!)
    expect(await placesOf()).toEqual({ capacity: 5, taken: 2 })
  })

  test('does not sell again what baskets let lapse, or take less of', async () => {
    const { db } = timetable
    await aTakenClass(4, 2)
    await setCapacity(1)
    await sweepLapsedHolds(db, new Date(now.getTime() + 601_000))
    expect(await placesOf()).toEqual({ capacity: 2, taken: 2 })
  })

  test('that happens once goes on with it, though no file is read', async () => {
    const { operator, venue, gymnastics, hall: room } = hall
    const { db } = timetable
    const generateOpenDay = (capacity: number) => {
      const openDay = {
        activityId: gymnastics.id,
        locationId: room.id,
        slug: 'open-day',
        name: null,
        description: null,
        date: '2027-03-02',
        startTime: '10:00',
        durationMinutes: 60,
        capacity,
        band: '',
        instructorIds: [],
        tagIds: [],
      }
      return generateOccurrences(db, {
        now,
        operatorId: operator.id,
        oneOffs: new Map([[venue.id, [openDay]]]),
      })
    }
    await generateOpenDay(2)
    const [session] = await timetable.occurrences()
    for (let one = 0; one < 2; one += 1)
      await timetable.book(session!.id, (await aCustomer(db, operator.id)).id)
    await generateOpenDay(1)
    expect(await generateOccurrences(db, { now })).toMatchObject({ changed: 0 })
    const { rows } = await sql<{ id: number }>`select id from hold order by id limit 1`.execute(db)
    await free(rows[0]!.id)
    expect(await placesOf()).toEqual({ capacity: 1, taken: 1 })
  })
})
