import type { Sent } from '#contract/endpoint.ts'
import type * as contract from '#contract/index.ts'
import type { Database } from '#server/platform/database.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import { emptyTables } from './database.ts'
import { anActivity } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'
import { aMemberOfStaff } from './tills.ts'

/** A Monday morning. */
export const now = new Date('2027-03-01T09:00:00Z')

type HireWanted = Sent<typeof contract.hirers.preview>
type HireMore = Partial<HireWanted> & Partial<Sent<typeof contract.hirers.hire>>

/**
 * A hall of two courts, which are let each hour of the evening, and on Tuesdays gymnastics on the whole of it; a studio with
 * nothing on; and a school that wants to hire.
 */
export const aHallToHire = async (db: Database) => {
  await emptyTables(db)
  const app = testApp(db, { now })
  const operator = await anOperator(db)
  const venue = await aVenue(
    db,
    { operatorId: operator.id },
    { slug: 'demo-centre', name: 'Demo Centre', releaseDaysCustomer: 8, releaseDaysVisitor: 8 },
  )
  const court1 = await aLocation(db, venue.id, { slug: 'court-1', name: 'Court 1', spaces: ['court-1'] })
  const court2 = await aLocation(db, venue.id, { slug: 'court-2', name: 'Court 2', spaces: ['court-2'] })
  const hall = await aLocation(db, venue.id, {
    slug: 'hall',
    name: 'Main Hall',
    spaces: ['court-1', 'court-2'],
  })
  const studio = await aLocation(db, venue.id, { slug: 'studio', name: 'Studio', spaces: ['studio'] })
  const badminton = await anActivity(db, venue.id, {
    slug: 'badminton',
    name: 'Badminton',
    kind: 'courts',
    price: 800,
    allowsAnonymousBookings: true,
  })
  const gymnastics = await anActivity(db, venue.id, {
    slug: 'gymnastics',
    name: 'Gymnastics',
    price: 500,
    allowsAnonymousBookings: true,
  })
  const line = { durationMinutes: 60, capacity: 1 }
  const aSeries = async (activityId: number, locationIds: readonly number[], more: object) => {
    const { id } = await db
      .insertInto('series')
      .values({
        activityId,
        slug: 'line',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        startTime: '17:00',
        ...line,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('seriesLocation')
      .values(locationIds.map((locationId) => ({ seriesId: id, locationId })))
      .execute()
  }
  await aSeries(badminton.id, [court1.id, court2.id], { untilTime: '20:00', stepMinutes: 60 })
  await aSeries(gymnastics.id, [hall.id], { weekdays: [2], startTime: '19:00', capacity: 10 })
  await generateOccurrences(db, { now })
  const staff = await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })
  const office = app.browser({ site: 'desk' })
  await office.logIn(staff.id)
  const school = await office.send(api.hirers.add, {
    name: 'Park School',
    contact: 'Mo Patel',
    phone: '020 7946 0100',
    email: 'bursar@school.example.test',
    vatTreatment: 'exempt_series',
    exemptReason: 'A school, more than ten lets',
    termsDays: 30,
  })
  const wanted = (more: HireMore = {}): HireWanted => ({
    hirerId: school.id,
    venue: venue.slug,
    locationIds: [hall.id],
    weekdays: [4],
    start: '17:00',
    end: '18:30',
    from: '2027-03-04',
    until: '2027-03-25',
    priceBy: 'hour' as const,
    price: 2000,
    ...more,
  })
  const preview = (more: HireMore = {}) => office.send(api.hirers.preview, wanted(more))
  return {
    db,
    app,
    operator,
    venue,
    court1,
    court2,
    hall,
    studio,
    staff,
    office,
    school,
    wanted,
    preview,
    /** With the effect that is found first. */
    hire: async (more: HireMore = {}) => {
      const { digest } = await preview(more)
      return office.send(api.hirers.hire, { ...wanted(more), name: 'PE lessons', digest, ...more })
    },
    hires: async () => (await office.send(api.hirers.one, { hirerId: school.id })).hires,
    /** The sessions of a day that can be booked, by time and place. */
    onSale: async (day: string) =>
      (
        await db
          .selectFrom('occurrence as o')
          .innerJoin('location as l', 'l.id', 'o.locationId')
          .select(['o.id', 'o.publicId', 'o.name', 'o.startsAt', 'l.name as place'])
          .where('o.localDate', '=', day)
          .where('o.status', '=', 'scheduled')
          .orderBy('o.startsAt')
          .orderBy('l.position')
          .execute()
      ).map(({ startsAt, ...one }) => ({ ...one, at: startsAt.toISOString().slice(11, 16) })),
    /** Ann has booked a session at the desk. */
    book: async (publicId: string, price: number) => {
      const ann = await aCustomer(db, operator.id, {
        firstName: 'Ann',
        lastName: 'Example',
      })
      await db.updateTable('customer').set({ phone: '07700 900123' }).where('id', '=', ann.id).execute()
      await office.send(api.baskets.add, { items: [{ id: publicId }], selectedUserId: ann.id })
      await office.send(api.checkout.payAtDesk, {
        selectedUserId: ann.id,
        payments: [{ tenderType: 'cash', amount: price }],
      })
      return ann
    },
  }
}

export type HallToHire = Awaited<ReturnType<typeof aHallToHire>>
