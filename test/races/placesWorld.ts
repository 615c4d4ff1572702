import { sql } from 'kysely'
import type { RequestedItem } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'

export const now = new Date('2027-03-01T09:00:00Z')
export const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
export const connections = 16

type ModelOccurrence = Pick<RequestedItem, 'occurrenceId' | 'pricingOptionId' | 'ticketTypeId' | 'mayOverlap'>
export type World = {
  class: ModelOccurrence
  courts: ModelOccurrence[]
  shorts: ModelOccurrence[]
  hall: ModelOccurrence
  swim: { id: number; adult: ModelOccurrence; family: ModelOccurrence }
  /** Two at the same time, with room for everybody. */
  bigClasses: ModelOccurrence[]
  /** A class of four places, of which a block booking is to keep three for the desk. */
  forDesk: { class: ModelOccurrence; blockId: number }
  baskets: number[]
  /** Each of a log-in of staff. */
  deskBaskets: number[]
  personId: number
}

/** A class of one place; three courts of a hall, let by the hour, for 40 minutes, and whole; a swim of three. */
export const buildWorld = async (db: Database): Promise<World> => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const startsAt = inMinutes(10_000)
  const offer = async (
    kind: 'classes' | 'courts' | 'tickets',
    places: readonly { id: number }[],
    minutes: number,
    capacity: number,
  ) => {
    const activity = await anActivity(db, venue.id, { kind })
    const rows = await Promise.all(
      places.map((place) =>
        anOccurrence(db, { activity, locationId: place.id, startsAt }, { minutes, capacity }),
      ),
    )
    const occurrences = rows.map(({ id }): ModelOccurrence => ({
      occurrenceId: id,
      pricingOptionId: activity.pricingOptionId,
      ticketTypeId: null,
      mayOverlap: false,
    }))
    return { activity, occurrences }
  }
  const courts = await Promise.all(
    ['a', 'b', 'c'].map((space) => aLocation(db, venue.id, { slug: `court-${space}`, spaces: [space] })),
  )
  const hall = await aLocation(db, venue.id, { slug: 'hall', spaces: ['a', 'b', 'c'] })
  const studio = await aLocation(db, venue.id, { slug: 'studio' })

  const swim = await offer('tickets', [studio], 60, 3)
  const [swimOccurrence] = swim.occurrences
  const [aClass] = (await offer('classes', [studio], 60, 1)).occurrences
  const [theHall] = (await offer('courts', [hall], 60, 1)).occurrences
  if (swimOccurrence === undefined || aClass === undefined || theHall === undefined)
    throw new Error('Nothing to race for.')
  const ticket = async (places: number): Promise<ModelOccurrence> => {
    const type = await aTicketType(db, swim.activity.id, { places })
    return {
      ...swimOccurrence,
      ticketTypeId: type.id,
      pricingOptionId: type.pricingOptionId,
      mayOverlap: true,
    }
  }
  const baskets = await db
    .insertInto('basket')
    .values(Array.from({ length: 200 }, () => ({ operatorId: operator.id, createdAt: now, updatedAt: now })))
    .returning('id')
    .execute()
  const desk = await offer('classes', [studio], 60, 4)
  const [deskClass] = desk.occurrences
  if (deskClass === undefined) throw new Error('Nothing to keep.')
  const { id: blockId } = await db
    .insertInto('blockBooking')
    .values({
      activityId: desk.activity.id,
      slug: 'desk',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startTime: '00:00',
      untilTime: '24:00',
      places: 3,
      deskOnly: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: staffId } = await aCustomer(db, operator.id, { role: 'staff', staffLevel: 'desk' })
  const deskBaskets = await db
    .insertInto('basket')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        operatorId: operator.id,
        customerId: staffId,
        loginDigest: Buffer.from([index]),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning('id')
    .execute()
  return {
    class: aClass,
    courts: (await offer('courts', courts, 60, 1)).occurrences,
    shorts: (await offer('courts', courts, 40, 1)).occurrences,
    hall: theHall,
    swim: { id: swimOccurrence.occurrenceId, adult: await ticket(1), family: await ticket(2) },
    bigClasses: (await offer('classes', [studio, hall], 60, 100)).occurrences,
    forDesk: { class: deskClass, blockId },
    baskets: baskets.map((basket) => basket.id),
    deskBaskets: deskBaskets.map((basket) => basket.id),
    personId: (await aCustomer(db, operator.id)).id,
  }
}

/** A line of a basket for places of this occurrence. */
export const wanted = (
  occurrence: ModelOccurrence,
  places = 1,
  personId: number | null = null,
): RequestedItem => ({
  ...occurrence,
  places,
  idForm: 'v2',
  quantity: 1,
  unitPrice: 500,
  purchasedForId: null,
  customerReference: null,
  personId,
})

/** A database of its own with as many connections as a race wants. */
export const openRace = async (): Promise<Opened> => {
  const url = await copyDatabase()
  const settings = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '2' }))
  // A ring is found soon, so that a race which has one does not take for ever.
  await sql
    .raw(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '50ms'`)
    .execute(settings.db)
  await settings.close()
  return openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: String(connections) }))
}
