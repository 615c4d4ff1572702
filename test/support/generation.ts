import { sql } from 'kysely'
import { expect } from 'vitest'
import { emptyTables, testDatabase } from './database.ts'
import { anActivity } from './factories/activities.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'

export const now = new Date('2027-03-01T06:00:00Z')

/** An empty timetable, with the rows that occurrences are generated from. */
export const anEmptyTimetable = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  return {
    db,
    aSeries: async (
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
    },
    /** A hall of two courts with badminton on them, and a class that stands on the whole of it. */
    aHall: async () => {
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
    },
    /** All occurrences, in the order of time. */
    occurrences: () =>
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
        .execute(),
    /** How many spaces are claimed. */
    countClaims: async () =>
      (await sql<{ n: number }>`select count(*)::int as n from space_claim`.execute(db)).rows[0]?.n,
    /** A person takes a place and, of a court, its floor: what take_places does. */
    book: async (occurrenceId: number, personId: number, heldUntil: Date | null = null) => {
      const { rows } = await sql<{ refusal: string | null }>`
        select promote_and_check_availability(${occurrenceId}, null, 1, ${now}) as refusal`.execute(db)
      expect(rows).toEqual([{ refusal: null }])
      await sql`select create_hold(${occurrenceId}, null, ${personId}, null, null, 1, ${heldUntil}, ${now})`.execute(
        db,
      )
    },
  }
}

export type EmptyTimetable = Awaited<ReturnType<typeof anEmptyTimetable>>
