import type { Database } from '#server/platform/database.ts'
import { emptyTables } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'

const opening = new Date('2027-03-01T09:00:00Z')
/** A time so many minutes after the opening. */
export const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)

export type ModelOccurrence = {
  id: number
  kind: 'classes' | 'courts' | 'tickets'
  allowsOverlap: boolean
  capacity: number
  from: number
  to: number
  floor: readonly string[]
  pricingOptionId: number
  ticketTypeId: number | null
}

export type World = { occurrences: ModelOccurrence[]; baskets: { id: number; personId: number | null }[] }

/** A hall of three courts let in two lengths and whole, two classes, and a swim sold by tickets. */
export const buildWorld = async (db: Database): Promise<World> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const courts = await Promise.all(
    ['a', 'b', 'c'].map(async (space) => ({
      floor: [space],
      ...(await aLocation(db, venue.id, { slug: `court-${space}`, spaces: [space] })),
    })),
  )
  const hall = {
    floor: ['a', 'b', 'c'],
    ...(await aLocation(db, venue.id, { slug: 'hall', spaces: ['a', 'b', 'c'] })),
  }
  const studio = { floor: [], ...(await aLocation(db, venue.id, { slug: 'studio' })) }

  const occurrences: ModelOccurrence[] = []
  const offer = async (
    kind: ModelOccurrence['kind'],
    places: readonly { id: number; floor: readonly string[] }[],
    times: readonly (readonly [number, number])[],
    more: { capacity?: number; allowsOverlap?: boolean; places?: number } = {},
  ) => {
    const { capacity = 1, allowsOverlap = false } = more
    const activity = await anActivity(db, venue.id, { kind, allowsOverlap })
    const ticket = kind === 'tickets' ? await aTicketType(db, activity.id) : null
    for (const place of places) {
      for (const [from, to] of times) {
        const { id } = await anOccurrence(
          db,
          { activity, locationId: place.id, startsAt: at(10_000 + from) },
          { minutes: to - from, capacity },
        )
        occurrences.push({
          id,
          kind,
          allowsOverlap,
          capacity,
          from,
          to,
          floor: place.floor,
          pricingOptionId: ticket?.pricingOptionId ?? activity.pricingOptionId,
          ticketTypeId: ticket?.id ?? null,
        })
      }
    }
  }
  await offer('courts', courts, [
    [0, 60],
    [60, 120],
  ])
  await offer(
    'courts',
    courts,
    [
      [0, 40],
      [40, 80],
      [80, 120],
    ],
    { allowsOverlap: true },
  )
  await offer(
    'courts',
    [hall],
    [
      [0, 60],
      [60, 120],
    ],
  )
  await offer(
    'classes',
    [studio],
    [
      [0, 60],
      [30, 90],
    ],
    { capacity: 2 },
  )
  await offer('tickets', [studio], [[0, 120]], { capacity: 5 })

  const people = await Promise.all([0, 1].map(() => aCustomer(db, operator.id)))
  const baskets = await Promise.all(
    [people[0], people[1], people[0], undefined].map(async (person, index) => ({
      personId: person?.id ?? null,
      ...(await db
        .insertInto('basket')
        // The third stands for a basket at the desk, filled for the first person.
        .values({
          operatorId: operator.id,
          customerId: index < 2 ? (person?.id ?? null) : null,
          createdAt: opening,
          updatedAt: opening,
        })
        .returning('id')
        .executeTakeFirstOrThrow()),
    })),
  )
  return { occurrences, baskets }
}
