import { confirmPlaces, freeHolds } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import type { ApiError } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestApp, TestBrowser } from './app.ts'
import { emptyTables } from './database.ts'
import { anActivity, aTicketType } from './factories/activities.ts'
import type { ActivityRow } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import type { OccurrenceRow } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'
import type { LocationRow, VenueRow } from './factories/venues.ts'

/** A Monday, before 22:00: a visitor sees until Saturday the 6th, a customer until Sunday. */
export const monday = new Date('2027-03-01T09:00:00Z')

/** The Thursday on which things stand unless a test says otherwise. */
export const thursday = '2027-03-04'

export const on = (time: string, date = thursday): Date => new Date(`${date}T${time}:00Z`)

type More<T extends (...args: never[]) => unknown> = Partial<NonNullable<Parameters<T>[2]>>

/** An empty leisure centre, with the means to fill its timetable and to book. */
export type Centre = Awaited<ReturnType<typeof aCentre>>

/** Empties the database and opens a venue, `demo-centre`, whose ids are of the second world from Friday on. */
export const aCentre = async (db: Database, now = monday) => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const venue = await aVenue(
    db,
    { operatorId: operator.id },
    { slug: 'demo-centre', name: 'Demo Centre', migrationDate: '2027-03-05' },
  )
  const app = testApp(db, { now })
  return {
    db,
    operatorId: operator.id,
    venue,
    app,
    ...programmeOf(db, venue),
    ...shoppingAt(db, operator.id, venue, app),
  }
}

const programmeOf = (db: Database, venue: VenueRow) => ({
  /** Yoga in Studio 1. */
  yoga: async (more: More<typeof anActivity> = {}) => ({
    studio: await aLocation(db, venue.id, { slug: 'studio-1', name: 'Studio 1' }),
    activity: await anActivity(db, venue.id, { slug: 'yoga', name: 'Yoga', ...more }),
  }),

  aClassOf: (
    { studio, activity }: { studio: LocationRow; activity: ActivityRow },
    time: string,
    { date, ...more }: More<typeof anOccurrence> & { date?: string } = {},
  ): Promise<OccurrenceRow> =>
    anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: on(time, date) },
      { capacity: 10, name: 'Yoga', ...more },
    ),

  /** Badminton in the three courts of the hall, which are the same for every length. Slots by hour, then court. */
  badminton: async (times: readonly string[], minutes = 60, slug = 'badminton-60min') => {
    const courts: LocationRow[] = []
    for (const letter of ['a', 'b', 'c']) {
      const found = await db
        .selectFrom('location')
        .select(['id', 'slug', 'name'])
        .where('venueId', '=', venue.id)
        .where('slug', '=', `court-${letter}`)
        .executeTakeFirst()
      const name = `Court ${letter.toUpperCase()}`
      courts.push(
        found ?? (await aLocation(db, venue.id, { slug: `court-${letter}`, name, spaces: [letter] })),
      )
    }
    const activity = await anActivity(db, venue.id, { slug, kind: 'courts' })
    const slots: OccurrenceRow[] = []
    for (const [index, time] of times.entries()) {
      for (const court of courts) {
        const of = { activity, locationId: court.id, startsAt: on(time) }
        slots.push(await anOccurrence(db, of, { minutes, compositeKey: `0000000${index}` }))
      }
    }
    return { activity, courts, slots }
  },

  /** Five-a-side on the hall that holds the three courts. */
  fiveASide: async (times: readonly string[]) => {
    const hall = await aLocation(db, venue.id, { slug: 'hall', name: 'Main Hall', spaces: ['a', 'b', 'c'] })
    const activity = await anActivity(db, venue.id, { slug: 'five-a-side', kind: 'courts' })
    return Promise.all(
      times.map((time) => anOccurrence(db, { activity, locationId: hall.id, startsAt: on(time) }, {})),
    )
  },

  /** A swim of nine places under the heading Swimming, sold to adults and to families of four. */
  swim: async (times: readonly string[] = ['09:00']) => {
    const heading = await anActivity(db, venue.id, { slug: 'swimming', name: 'Swimming', kind: 'tickets' })
    const activity = await anActivity(db, venue.id, {
      slug: 'swim-for-all',
      kind: 'tickets',
      parentId: heading.id,
    })
    const pool = await aLocation(db, venue.id, { slug: 'pool', name: 'Pool' })
    const adult = await aTicketType(db, activity.id, { name: 'Adult', price: 600, maxQuantity: 8 })
    const family = await aTicketType(db, activity.id, {
      name: 'Family',
      price: 1500,
      places: 4,
      maxQuantity: 2,
    })
    const sessionAt = (time: string, date?: string) =>
      anOccurrence(db, { activity, locationId: pool.id, startsAt: on(time, date) }, { capacity: 9 })
    return {
      activity,
      adult,
      family,
      sessionAt,
      sessions: await Promise.all(times.map((time) => sessionAt(time))),
    }
  },
})

const shoppingAt = (db: Database, operatorId: number, venue: VenueRow, app: TestApp) => {
  const add = (browser: TestBrowser, ...occurrences: { publicId: string }[]) =>
    browser.send(api.baskets.add, { items: occurrences.map((occurrence) => ({ id: occurrence.publicId })) })

  /** Buys what a browser has in its basket, without a till. */
  const buy = async (browser: TestBrowser): Promise<void> => {
    const { items } = await browser.send(api.baskets.read, {})
    await confirmPlaces(
      db,
      items.map((item) => item.id),
      app.clock.now(),
    )
    db.invalidate(venue.id)
  }

  return {
    add,
    buy,
    /** A browser in which a person has logged in. */
    customer: async (more: Parameters<typeof aCustomer>[2] = {}) => {
      const { id } = await aCustomer(db, operatorId, more)
      const browser = app.browser()
      await browser.logIn(id)
      return { id, browser }
    },
    /** Gives back what everybody holds, behind the application's back, and invalidates its caches. */
    freeAll: async (): Promise<void> => {
      const holds = await db.selectFrom('hold').select('id').execute()
      await freeHolds(
        db,
        holds.map(({ id }) => id),
        'released',
        app.clock.now(),
      )
      db.invalidate(venue.id)
    },
    /** Buys what a customer has in the basket and makes a booking of it, as checkout would. Answers its id. */
    book: async (browser: TestBrowser, customerId: number): Promise<number> => {
      const { cartId } = await browser.send(api.baskets.read, {})
      await buy(browser)
      const order = await db
        .insertInto('customerOrder')
        .values({
          operatorId,
          basketId: cartId ?? 0,
          customerId,
          reference: `ONS-${cartId}`,
          placedAt: app.clock.now(),
          total: 500,
          taxTotal: 0,
          itemHash: '',
          items: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const item = await db
        .selectFrom('basketItem')
        .select(['id', 'holdId', 'occurrenceId'])
        .where('basketId', '=', cartId)
        .executeTakeFirstOrThrow()
      const booking = await db
        .insertInto('booking')
        .values({
          orderId: order.id,
          basketItemId: item.id,
          holdId: item.holdId,
          occurrenceId: item.occurrenceId,
          idForm: 'v2',
          customerId,
          personId: customerId,
          quantity: 1,
          price: 500,
          vatRate: 0,
          tax: 0,
          accessCode: 'TESTED',
          position: 0,
          createdAt: app.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.updateTable('basket').set({ status: 'paymentComplete' }).where('id', '=', cartId).execute()
      db.invalidate(venue.id)
      return booking.id
    },
  }
}

/** The refusal of a call that must be refused. */
export const refusalOf = async (asking: Promise<unknown>): Promise<ApiError> => {
  try {
    await asking
  } catch (error) {
    return error as ApiError
  }
  throw new Error('It was not refused.')
}

/** The same thrice over, for three courts that are in one state. */
export const thrice = <T>(value: T): T[] => [value, value, value]
