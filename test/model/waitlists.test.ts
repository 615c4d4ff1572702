/**
 * Long random sequences of booking, joining, leaving, cancelling, taking, lapsing and changes of capacity: after every
 * step the books of places and of waitlists are in order (I1, I3, I5), and no one who waits stands before a free place.
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addEntry, offerPlace, promoteWaitlist, removeEntry, withdrawOffers } from '#server/holds/offers.ts'
import { confirmPlaces, freeHolds, takeBatch } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { promoteWaitlists } from '#server/waitlists/offer.ts'
import { caseCount } from '#test/support/cases.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'

const opening = new Date('2027-03-27T21:00:00Z')
const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)
/** Early on the morning on which the clocks go forward. */
const starts = [600, 630]
const capacity = 2
const people = 5

type World = {
  occurrences: number[]
  pricingOptionId: number
  /** By person; a basket is used once, so each has some. */
  baskets: number[][]
  personIds: number[]
}

const build = async (db: Database): Promise<World> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const studio = await aLocation(db, venue.id, { slug: 'studio' })
  const activity = await anActivity(db, venue.id, {})
  const occurrences: number[] = []
  for (const start of starts) {
    const { id } = await anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: at(start) },
      { minutes: 60, capacity },
    )
    occurrences.push(id)
  }
  const personIds: number[] = []
  const baskets: number[][] = []
  for (let one = 0; one < people; one += 1) {
    personIds.push((await aCustomer(db, operator.id)).id)
    const made = await db
      .insertInto('basket')
      .values({ operatorId: operator.id, createdAt: opening, updatedAt: opening })
      .returning('id')
      .execute()
    baskets.push(made.map(({ id }) => id))
  }
  return { occurrences, pricingOptionId: activity.pricingOptionId, baskets, personIds }
}

const clear = async (db: Database): Promise<void> => {
  await db.deleteFrom('basketItem').execute()
  await writeReservations(db, async (tx) => {
    await tx.deleteFrom('hold').execute()
    await tx.deleteFrom('waitlistEvent').execute()
    await tx.deleteFrom('waitlistEntry').execute()
    await tx.updateTable('occurrence').set({ placesTaken: 0, capacity, status: 'scheduled' }).execute()
  })
}

type Step =
  | { do: 'take' | 'join' | 'leave' | 'buy' | 'cancel'; who: number; which: number }
  | { do: 'wait'; minutes: number }
  | { do: 'resize'; which: number; places: number }
  | { do: 'call off'; which: number }
  | { do: 'job' }
  | { do: 'out of turn'; who: number; which: number }

const of = (what: 'take' | 'join' | 'leave' | 'buy' | 'cancel' | 'out of turn') =>
  fc.record({ do: fc.constant(what), who: fc.nat(people - 1), which: fc.nat(1) })

const anyStep = fc.oneof(
  { weight: 6, arbitrary: of('take') },
  { weight: 6, arbitrary: of('join') },
  { weight: 2, arbitrary: of('leave') },
  { weight: 4, arbitrary: of('buy') },
  { weight: 4, arbitrary: of('cancel') },
  { weight: 1, arbitrary: of('out of turn') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 5, 11, 45, 150) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resize'),
      which: fc.nat(1),
      places: fc.integer({ min: 0, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call off'), which: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job') }) },
) as fc.Arbitrary<Step>

const act = async (db: Database, world: World, step: Step, now: Date): Promise<void> => {
  const occurrenceOf = (which: number) => world.occurrences[which] ?? 0
  const personOf = (who: number) => world.personIds[who] ?? 0
  const itemsOf = (who: number, which: number, states: string[]) =>
    sql<{ id: number; holdId: number }>`
    select bi.id, bi.hold_id from basket_item bi join hold h on h.id = bi.hold_id
    where h.person_id = ${personOf(who)} and h.occurrence_id = ${occurrenceOf(which)} and bi.removed_at is null
      and h.state = any(${states}::text[])`.execute(db)
  switch (step.do) {
    case 'take': {
      const item = {
        occurrenceId: occurrenceOf(step.which),
        places: 1,
        idForm: 'v2' as const,
        ticketTypeId: null,
        pricingOptionId: world.pricingOptionId,
        quantity: 1,
        unitPrice: 500,
        purchasedForId: null,
        customerReference: null,
        personId: personOf(step.who),
        mayOverlap: false,
      }
      const basketId = world.baskets[step.who]?.[0] ?? 0
      const heldUntil = new Date(now.getTime() + 600_000)
      const offered = await sql<{ id: number }>`
        select w.id from waitlist_entry w join hold h on h.waitlist_entry_id = w.id
        where w.person_id = ${item.personId} and w.occurrence_id = ${item.occurrenceId} and w.state = 'offered'
          and h.state = 'held' and h.held_until > ${now}
          and not has_conflicting_hold(${item.personId}, ${item.occurrenceId}, null, ${now})`.execute(db)
      const booked = await itemsOf(step.who, step.which, ['confirmed'])
      const [verdict] = await takeBatch(db, [{ basketId, heldUntil, items: [item] }], now)
      // Whom a place is kept for gets it, whoever else is about.
      if (offered.rows.length > 0 && booked.rows.length === 0)
        expect(['ok', 'cancelled']).toContain(verdict?.outcome)
      return
    }
    case 'join': {
      const joining = {
        occurrenceId: occurrenceOf(step.which),
        personId: personOf(step.who),
        actorId: personOf(step.who),
        form: 'v2' as const,
        places: 1,
      }
      await addEntry(db, joining, now)
      return
    }
    case 'leave':
    case 'out of turn': {
      const { rows } = await sql<{ id: number }>`
        select id from waitlist_entry where person_id = ${personOf(step.who)}
          and occurrence_id = ${occurrenceOf(step.which)} and state in ('waiting', 'offered')`.execute(db)
      const entryId = rows[0]?.id
      if (entryId === undefined) return
      const by = { entryId, actorId: personOf(step.who) }
      if (step.do === 'leave') expect(await removeEntry(db, by, now)).toBe(true)
      else await offerPlace(db, by, now)
      return
    }
    case 'buy': {
      const { rows } = await itemsOf(step.who, step.which, ['held'])
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return
      await transact(db, async (tx) => {
        if ((await confirmPlaces(tx, ids, now)).length > 0) throw new Error('gone')
      }).catch((error: Error) => {
        if (error.message !== 'gone') throw error
      })
      return
    }
    case 'cancel': {
      const { rows } = await itemsOf(step.who, step.which, ['held', 'confirmed'])
      const holdIds = rows.map(({ holdId }) => holdId)
      if (holdIds.length > 0) await freeHolds(db, holdIds, 'released', now)
      return
    }
    case 'resize': {
      const id = occurrenceOf(step.which)
      await withdrawOffers(db, [{ id, capacity: step.places }], now)
      await sql`update occurrence set capacity = greatest(places_taken, ${step.places}) where id = ${id}`.execute(
        db,
      )
      await promoteWaitlist(db, id, now)
      return
    }
    case 'call off':
      await db
        .updateTable('occurrence')
        .set({ status: 'cancelled' })
        .where('id', '=', occurrenceOf(step.which))
        .execute()
      return
    case 'job':
      await promoteWaitlists(db, now)
      return
    case 'wait':
  }
}

const does = (what: 'take' | 'join' | 'buy' | 'cancel', who: number): Step => ({ do: what, who, which: 0 })
const pass = (minutes: number): Step => ({ do: 'wait', minutes })
const fillAndQueue: Step[] = [
  ...[0, 1].flatMap((who) => [does('take', who), does('buy', who)]),
  does('join', 2),
  does('join', 3),
]

/** Each thing that can become of an offer, whatever chance brings besides. */
const allEnds: Step[][] = [
  [...fillAndQueue, does('cancel', 0), { do: 'job' }, does('take', 2), does('buy', 2)],
  [...fillAndQueue, does('cancel', 0), { do: 'job' }, pass(150), { do: 'job' }, pass(150), { do: 'job' }],
  [...fillAndQueue, does('cancel', 0), { do: 'job' }, { do: 'resize', which: 0, places: 1 }, { do: 'job' }],
]

/** Once the job has run: no one waits for what is free, nor for what is over. */
const stillWaiting = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select w.id from waitlist_entry w join occurrence o on o.id = w.occurrence_id
    where w.state in ('waiting', 'offered') and (
      o.status <> 'scheduled' or waitlist_closes_at(o.id) <= ${now}
      or (w.state = 'waiting' and o.capacity > (
        select coalesce(sum(h.places), 0) from hold h where h.occurrence_id = o.id
          and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > ${now}))
      ))
      or has_conflicting_booking(w.person_id, o.id, ${now})
    )`.execute(db)
  return rows.map(({ id }) => id)
}

describe('waitlists', () => {
  let db: Database
  let world: World

  beforeAll(async () => {
    db = (await testDatabase()).db
    world = await build(db)
  })

  it('are in order after every step, whatever is done in whatever order (I1, I3, I5)', async () => {
    const offers = { made: 0, taken: 0, lapsed: 0, withdrawn: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 45 }), async (steps) => {
        await clear(db)
        let minutes = 0
        for (const step of steps) {
          if (step.do === 'wait') minutes += step.minutes
          await act(db, world, step, at(minutes))
          expect(await wrongWithPlaces(db, at(minutes))).toEqual([])
          expect(await wrongWithWaitlists(db, at(minutes))).toEqual([])
        }
        await promoteWaitlists(db, at(minutes))
        expect(await stillWaiting(db, at(minutes))).toEqual([])
        const { rows } = await sql<{ what: string; count: number }>`
          select what, count(*)::int as count from waitlist_event group by what`.execute(db)
        const count = (what: string) => rows.find((row) => row.what === what)?.count ?? 0
        offers.made += count('offered')
        offers.taken += count('taken')
        offers.lapsed += count('lapsed')
        offers.withdrawn += count('withdrawn')
      }),
      { numRuns: caseCount(60), examples: allEnds.map((steps) => [steps] as [Step[]]) },
    )
    // The runs came to what they are about.
    for (const seen of Object.values(offers)) expect(seen).toBeGreaterThan(0)
  })
})
