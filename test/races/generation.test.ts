/**
 * The timetable is made anew while customers take what stands in it, on PostgreSQL. A class that comes into a hall
 * and a court that is taken beneath it: one of them has the floor, never both and never neither by an error.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHolds } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { copyDatabase, emptyTables } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { aWaitingCall } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'

const now = new Date('2027-03-01T06:00:00Z')
const rounds = 12

describe('making sessions', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: '16' }))
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  /** A hall of four courts that are let from six to ten, today only. */
  const aHall = async () => {
    const { db } = opened
    const operator = await anOperator(db)
    const release = { releaseDaysCustomer: 0, releaseDaysVisitor: 0 }
    const venue = await aVenue(db, { operatorId: operator.id }, release)
    const courts = []
    for (const slug of ['1', '2', '3', '4'])
      courts.push(await aLocation(db, venue.id, { slug, spaces: [slug] }))
    const hall = await aLocation(db, venue.id, { slug: 'hall', spaces: ['1', '2', '3', '4'] })
    const badminton = await anActivity(db, venue.id, { slug: 'badminton', kind: 'courts' })
    const gymnastics = await anActivity(db, venue.id, { slug: 'gymnastics' })
    const line = async (activityId: number, locationIds: number[], more: object) => {
      const { id } = await db
        .insertInto('series')
        .values({ activityId, slug: 'line', weekdays: [1], durationMinutes: 60, ...more } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('seriesLocation')
        .values(locationIds.map((locationId) => ({ seriesId: id, locationId })))
        .execute()
    }
    const hours = { startTime: '18:00', untilTime: '22:00', stepMinutes: 60 }
    await line(
      badminton.id,
      courts.map(({ id }) => id),
      { ...hours, capacity: 1 },
    )
    await generateOccurrences(db, { now })
    await line(gymnastics.id, [hall.id], { ...hours, capacity: 20 })
    return { operator, badminton }
  }

  const aBasket = async (operatorId: number): Promise<number> =>
    (
      await opened.db
        .insertInto('basket')
        .values({ operatorId, createdAt: now, updatedAt: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  /** A class this evening, of a one-off line. */
  const aClass = async () => {
    const { db } = opened
    const { id: operatorId } = await anOperator(db)
    const venue = await aVenue(db, { operatorId }, { releaseDaysCustomer: 0, releaseDaysVisitor: 0 })
    const room = await aLocation(db, venue.id, { slug: 'studio' })
    const yoga = await anActivity(db, venue.id, { slug: 'yoga' })
    const at = (startTime: string) => {
      const line = {
        slug: 'open-day',
        activityId: yoga.id,
        locationId: room.id,
        date: '2027-03-01',
        startTime,
      }
      const more = { name: null, description: null, durationMinutes: 60, capacity: 20, band: '' }
      return new Map([[venue.id, [{ ...line, ...more, instructorIds: [], tagIds: [] }]]])
    }
    const load = (within: Database, startTime: string) =>
      generateOccurrences(within, { now, operatorId, oneOffs: at(startTime) })
    await load(db, '18:00')
    const { id } = await db.selectFrom('occurrence').select('id').executeTakeFirstOrThrow()
    const close = () =>
      db
        .insertInto('closure')
        .values({ venueId: venue.id, startsAt: now, endsAt: new Date('2027-03-02T00:00:00Z') })
        .execute()
    const session = () => db.selectFrom('occurrence').select(['startsAt', 'status']).executeTakeFirstOrThrow()
    return { id, load, close, session }
  }

  /** What comes of work that begins while a place is being bought, and ends when it has been. */
  const whileBooking = async <T>(occurrenceId: number, work: () => Promise<T>): Promise<T> => {
    let working: Promise<T> | undefined
    await transact(opened.db, async (tx) => {
      await sql`select lock_places(array[${occurrenceId}::int])`.execute(tx)
      await sql`select create_hold(${occurrenceId}, null, null, null, null, 1, null, ${now})`.execute(tx)
      working = work()
      await Promise.race([working, aWaitingCall(opened.db)])
    })
    if (working === undefined) throw new Error('Nothing was done.')
    return working
  }

  it('leaves a class where it is that somebody books meanwhile, and says so', async () => {
    const { id, load, session } = await aClass()
    const { notMade } = await whileBooking(id, () => load(opened.db, '20:00'))
    expect(notMade.map(({ why }) => why)).toEqual(['booked_as_it_was'])
    expect(await session()).toEqual({ startsAt: new Date('2027-03-01T18:00:00Z'), status: 'scheduled' })
  })

  it('calls a class off that somebody books meanwhile where the venue is closed', async () => {
    const { id, load, close, session } = await aClass()
    await close()
    expect(await whileBooking(id, () => load(opened.db, '18:00'))).toMatchObject({
      cancelled: 1,
      withdrawn: 0,
    })
    expect(await session()).toMatchObject({ status: 'cancelled' })
  })

  it('would move such a class without its lock', async () => {
    const { id, load, session } = await aClass()
    await whileBooking(id, () => load(withoutRowLocks(opened.db), '20:00'))
    expect(await session()).toMatchObject({ startsAt: new Date('2027-03-01T20:00:00Z') })
  })

  it('beside customers who take courts gives every hour of the floor to one of them', async () => {
    const { db } = opened
    let made = 0
    let taken = 0
    for (let round = 0; round < rounds; round += 1) {
      await emptyTables(db)
      const { operator, badminton } = await aHall()
      const courts = await db
        .selectFrom('occurrence')
        .select('id')
        .where('activityId', '=', badminton.id)
        .orderBy('id')
        .execute()
      const baskets = await Promise.all([0, 1, 2, 3].map(() => aBasket(operator.id)))
      const holds = createHolds(db, () => now)
      const take = async (basketId: number, hour: number) => {
        const court = courts[(hour * 4 + round) % courts.length]!
        // In the first rounds before it, in the last after it, in between in the middle of it.
        await new Promise((resolve) => setTimeout(resolve, hour * 10 + round * 8))
        return holds.takePlaces({
          basketId,
          heldUntil: new Date('2027-03-01T06:10:00Z'),
          items: [
            {
              occurrenceId: court.id,
              places: 1,
              idForm: 'v2',
              ticketTypeId: null,
              pricingOptionId: badminton.pricingOptionId,
              quantity: 1,
              unitPrice: 500,
              purchasedForId: null,
              customerReference: null,
              personId: null,
              mayOverlap: false,
            },
          ],
        })
      }
      const [first, second, ...verdicts] = await Promise.all([
        generateOccurrences(db, { now }),
        generateOccurrences(db, { now }),
        ...baskets.map(take),
      ])
      made += first.added + second.added
      taken += verdicts.filter(({ outcome }) => outcome === 'ok').length
      const { rows: both } = await sql`
        select 1 from space_claim a join space_claim b on a.space_id = b.space_id and a.id < b.id and a.during && b.during`.execute(
        db,
      )
      expect(both).toEqual([])
      const { rows: doubles } = await sql`
        select 1 from occurrence group by activity_id, location_id, starts_at having count(*) > 1`.execute(db)
      expect(doubles).toEqual([])
      // Every class that stands has all its floor, and none of it is anybody's court.
      const { rows: bare } = await sql`
        select o.id from occurrence o join activity a on a.id = o.activity_id and a.kind = 'classes'
        where o.status = 'scheduled'
          and (select count(*) from space_claim c where c.occurrence_id = o.id) <> 4`.execute(db)
      expect(bare).toEqual([])
      expect(await wrongWithPlaces(db, now)).toEqual([])
    }
    // Both sides won something, so they did meet.
    expect(made).toBeGreaterThan(0)
    expect(taken).toBeGreaterThan(0)
  })
})
