/**
 * Requests for places that are answered together, compared with the same requests answered one after the other: the
 * same outcomes, and the same holds, lines, counters and waitlists afterwards.
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addEntry } from '#server/holds/offers.ts'
import { confirmPlaces, takeBatch } from '#server/holds/places.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { caseCount } from '#test/support/cases.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'

const opening = new Date('2027-03-01T09:00:00Z')
const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)

type Offer = Pick<RequestedItem, 'occurrenceId' | 'pricingOptionId' | 'ticketTypeId' | 'mayOverlap'>
type World = { offers: Offer[]; baskets: { id: number; personId: number | null }[]; people: number[] }

/** Two classes at one time and a later one, a swim sold by tickets, and a class that is called off. */
const build = async (db: Database): Promise<World> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const studio = await aLocation(db, venue.id, { slug: 'studio' })
  const offers: Offer[] = []
  const offer = async (
    kind: 'classes' | 'tickets',
    from: number,
    more: { capacity?: number; status?: 'cancelled' } = {},
  ) => {
    const activity = await anActivity(db, venue.id, { kind })
    const ticket = kind === 'tickets' ? await aTicketType(db, activity.id) : null
    const startsAt = at(10_000 + from)
    const { id } = await anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt },
      { capacity: 3, ...more },
    )
    offers.push({
      occurrenceId: id,
      pricingOptionId: ticket?.pricingOptionId ?? activity.pricingOptionId,
      ticketTypeId: ticket?.id ?? null,
      mayOverlap: kind === 'tickets',
    })
  }
  await offer('classes', 0)
  await offer('classes', 30)
  await offer('classes', 90, { capacity: 2 })
  await offer('tickets', 0, { capacity: 4 })
  await offer('classes', 200, { status: 'cancelled' })
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => (await aCustomer(db, operator.id)).id),
  )
  const owners = [...people, null, null]
  const baskets = await Promise.all(
    owners.map(async (personId, index) => {
      const status = index === 5 ? ('paymentComplete' as const) : ('open' as const)
      const values = { operatorId: operator.id, status, createdAt: opening, updatedAt: opening }
      const { id } = await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()
      return { id, personId }
    }),
  )
  return { offers, baskets, people }
}

type Ask = { basket: number; offer: number; places: number; reference: boolean; forGuest: boolean }

const anyAsk: fc.Arbitrary<Ask> = fc.record({
  basket: fc.nat(5),
  offer: fc.nat(4),
  places: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(2) }),
  reference: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  forGuest: fc.oneof(
    { weight: 6, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})

const anyBatch: fc.Arbitrary<Ask[]> = fc.array(anyAsk, { minLength: 2, maxLength: 8 })

type Start = { lines: [Ask, number, boolean][]; waiting: [number, number][] }

/** What there is before: lines held for 5 to 15 minutes, some bought; then people who wait. */
const anyStart: fc.Arbitrary<Start> = fc.record({
  lines: fc.array(fc.tuple(anyAsk, fc.constantFrom(5, 10, 15), fc.boolean()), { maxLength: 8 }),
  waiting: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 3 }),
})

const itemOf = (world: World, ask: Ask): { basketId: number; item: RequestedItem } => {
  const [basket, offer] = [world.baskets[ask.basket], world.offers[ask.offer]]
  if (basket === undefined || offer === undefined) throw new Error('There is no such basket or offer.')
  const item: RequestedItem = {
    ...offer,
    places: ask.places,
    idForm: 'v2',
    quantity: ask.places,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: ask.reference ? 'ON1' : null,
    personId: ask.forGuest ? null : basket.personId,
    forGuest: ask.forGuest,
  }
  return { basketId: basket.id, item }
}

type Take = (tx: Tx, world: World, asks: readonly Ask[], now: Date, until: Date) => Promise<string[]>

const together: Take = async (tx, world, asks, now, until) => {
  const requests = asks.map((ask) => {
    const { basketId, item } = itemOf(world, ask)
    return { basketId, heldUntil: until, items: [item] }
  })
  const results = await takeBatch(tx, requests, now)
  return results.map(({ outcome, itemIndex }) => {
    const isOfItem = outcome !== 'ok' && outcome !== 'basket_closed'
    expect(itemIndex).toBe(isOfItem ? 0 : null)
    return outcome
  })
}

const oneByOne: Take = async (tx, world, asks, now, until) => {
  const outcomes: string[] = []
  for (const ask of asks) outcomes.push(...(await together(tx, world, [ask], now, until)))
  return outcomes
}

/** All that is to be seen; a hold past its time is the same whether it has been ended or not. */
const stateOf = async (tx: Tx, now: Date) => {
  const { rows } = await sql<{ row: string }>`
    select format('hold of %s in %s for %s: %s %s until %s', h.occurrence_id, h.basket_id, h.person_id, h.places, h.state,
        h.held_until) as row
      from live_holds(${now}) h
    union all
    select format('line %s of %s in %s: %s x %s, %s, %s, %s %s in %s, %s', bi.sort_by, bi.occurrence_id, bi.basket_id,
        bi.quantity, bi.unit_price, bi.customer_reference, bi.for_guest, h.occurrence_id, h.places, h.basket_id,
        h.state = 'confirmed' or (h.state = 'held' and h.held_until > ${now}))
      from basket_item bi join hold h on h.id = bi.hold_id where bi.removed_at is null
    union all
    select format('entry of %s for %s: %s', w.person_id, w.occurrence_id, w.state) from waitlist_entry w
    order by 1`.execute(tx)
  return { rows: rows.map(({ row }) => row), wrong: await booksOf(tx, now) }
}

const booksOf = async (tx: Tx, now: Date): Promise<string[]> => [
  ...(await wrongWithPlaces(tx, now)),
  ...(await wrongWithWaitlists(tx, now)),
]

class Undo extends Error {}

/** Runs work and undoes it. */
const tryOut = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const results: T[] = []
  try {
    await transact(db, async (tx) => {
      results.push(await work(tx))
      throw new Undo('Nothing stays.')
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  const [result] = results
  if (result === undefined) throw new Error('There is no result.')
  return result
}

describe('requests for places', () => {
  let db: Database
  let world: World
  beforeAll(async () => {
    db = (await testDatabase()).db
    world = await build(db)
  })

  const start = async (tx: Tx, { lines, waiting }: Start): Promise<void> => {
    for (const [ask, minutes, isBought] of lines) {
      const before = await tx.selectFrom('basketItem').select('id').execute()
      await oneByOne(tx, world, [ask], at(0), at(minutes))
      const after = await tx.selectFrom('basketItem').select('id').execute()
      const added = after.flatMap(({ id }) => (before.some((line) => line.id === id) ? [] : [id]))
      if (isBought && added.length > 0) await confirmPlaces(tx, added, at(1))
    }
    for (const [person, offer] of waiting) {
      const [personId, occurrenceId] = [world.people[person] ?? 0, world.offers[offer]?.occurrenceId ?? 0]
      await addEntry(tx, { occurrenceId, personId, actorId: personId, form: 'v2', places: 1 }, at(2))
    }
  }

  const anyCase = fc.tuple(anyStart, anyBatch, fc.boolean()).map(([before, asks, haveOneSize]) => ({
    before,
    asks: haveOneSize ? asks.map((ask) => ({ ...ask, places: 1 })) : asks,
  }))

  it('are answered together as one after the other (I1, I2)', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ before, asks }) => {
        const answer = (take: Take) =>
          tryOut(db, async (tx) => {
            await start(tx, before)
            const outcomes = await take(tx, world, asks, at(10), at(25))
            return { outcomes, ...(await stateOf(tx, at(10))) }
          })
        const expected = await answer(oneByOne)
        expect(expected.wrong).toEqual([])
        expect(await answer(together)).toEqual(expected)
      }),
      { numRuns: caseCount(40) },
    )
  })
})
