import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { findLimits, takeLines } from './sql/orders.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

let db: Database
let operatorId: number
let venueId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  venueId = (await aVenue(db, { operatorId })).id
})

const aBasket = async (): Promise<number> => {
  const values = { operatorId, createdAt: now, updatedAt: now }
  return (await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const aSession = async (kind: 'classes' | 'courts', spaces: string[] = [], capacity = 1) => {
  const location = await aLocation(db, venueId, { spaces })
  const activity = await anActivity(db, venueId, { kind })
  const of = { activity, locationId: location.id, startsAt: inMinutes(10_000) }
  const { id } = await anOccurrence(db, of, { capacity })
  return { id, pricingOptionId: activity.pricingOptionId }
}

type Session = Awaited<ReturnType<typeof aSession>>

const lease = (basketId: number, { id, pricingOptionId }: Session, until = 30) => {
  const item = {
    occurrenceId: id,
    places: 1,
    idForm: 'v2' as const,
    ticketTypeId: null,
    pricingOptionId,
    quantity: 1,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: null,
    personId: null,
    mayOverlap: true,
  }
  return transact(db, (tx) => takeLines(tx, basketId, inMinutes(until), [item], now))
}

const limitsOf = (basketId: number, sessions: readonly Session[], at = 1) =>
  transact(db, (tx) =>
    findLimits(
      tx,
      basketId,
      sessions.map(({ id }) => id),
      inMinutes(at),
    ),
  )

it('a court is free for the basket that has its floor, held for others and full once it is sold', async () => {
  const [hall, court] = [await aSession('courts', ['a', 'b']), await aSession('courts', ['a'])]
  const [own, other] = [await aBasket(), await aBasket()]
  await lease(own, hall)
  const limits = (of: Session, [ownPlaces, free, available]: readonly [number, number, number]) => [
    { occurrenceId: of.id, own: ownPlaces, free, available },
  ]
  expect(await limitsOf(own, [hall])).toEqual(limits(hall, [1, 1, 1]))
  expect(await limitsOf(own, [court])).toEqual(limits(court, [0, 1, 1]))
  expect(await limitsOf(other, [court])).toEqual(limits(court, [0, 0, 1]))
  await transact(db, async (tx) => {
    await sql`select open_reservation_guard()`.execute(tx)
    await tx.updateTable('hold').set({ state: 'confirmed', heldUntil: null }).execute()
  })
  expect(await limitsOf(other, [court])).toEqual(limits(court, [0, 0, 0]))
  // What it has bought it has no more on lease.
  expect(await limitsOf(own, [hall])).toEqual(limits(hall, [0, 0, 0]))
})

it('what is free of a class goes to its waitlist first, and what is on offer there counts once', async () => {
  const [yoga, spin] = [await aSession('classes', [], 3), await aSession('classes', [], 5)]
  const [own, other] = [await aBasket(), await aBasket()]
  await lease(other, yoga)
  await lease(other, yoga, 1)
  await lease(other, yoga)
  const { id: personId } = await aCustomer(db, operatorId)
  await sql`select join_waitlist(${yoga.id}, ${personId}, ${personId}, 'v2', 1, ${now})`.execute(db)
  await db.updateTable('occurrence').set({ capacity: 4 }).where('id', '=', yoga.id).execute()
  expect(await limitsOf(own, [yoga, spin])).toEqual([
    { occurrenceId: yoga.id, own: 0, free: 1, available: 3 },
    { occurrenceId: spin.id, own: 0, free: 5, available: 5 },
  ])
  const entries = db.selectFrom('waitlistEntry').select('state')
  expect(await entries.execute()).toEqual([{ state: 'offered' }])
})

it('the lines of each order are numbered from its first', async () => {
  const yoga = await aSession('classes', [], 5)
  const [own, other] = [await aBasket(), await aBasket()]
  for (const basketId of [other, other, own, other, own]) await lease(basketId, yoga)
  const lines = db.selectFrom('basketItem').select('sortBy').where('basketId', '=', own).orderBy('id')
  expect((await lines.execute()).map(({ sortBy }) => sortBy)).toEqual([0, 1])
})
