/**
 * Many at one waitlist, on PostgreSQL: promoters, takers, quitters and a venue that shrinks. With the locks taken out it
 * goes wrong, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addEntry, offerPlace, promoteWaitlist, removeEntry, withdrawOffers } from '#server/holds/offers.ts'
import { freeHolds, takeBatch } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { removeLocks } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const connections = 16
const waiters = 6

type World = { occurrenceId: number; pricingOptionId: number; people: number[]; baskets: number[] }

const build = async (db: Database): Promise<World> => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const studio = await aLocation(db, venue.id, { slug: 'studio' })
  const activity = await anActivity(db, venue.id, {})
  const of = { activity, locationId: studio.id, startsAt: inMinutes(10_000) }
  const { id: occurrenceId } = await anOccurrence(db, of, { capacity: 1 })
  const people: number[] = []
  for (let one = 0; one < 20; one += 1) people.push((await aCustomer(db, operator.id)).id)
  const baskets = await db
    .insertInto('basket')
    .values(people.map(() => ({ operatorId: operator.id, createdAt: now, updatedAt: now })))
    .returning('id')
    .execute()
  return {
    occurrenceId,
    pricingOptionId: activity.pricingOptionId,
    people,
    baskets: baskets.map(({ id }) => id),
  }
}

const open = async (): Promise<Opened> => {
  const url = await copyDatabase()
  return openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: String(connections) }))
}

const racing = (db: Database, { occurrenceId, pricingOptionId, people, baskets }: World) => {
  const take = async (who: number) => {
    const item = {
      occurrenceId,
      places: 1,
      idForm: 'v2' as const,
      ticketTypeId: null,
      pricingOptionId,
      quantity: 1,
      unitPrice: 500,
      purchasedForId: null,
      customerReference: null,
      personId: people[who] ?? 0,
      mayOverlap: false,
    }
    const ask = { basketId: baskets[who] ?? 0, heldUntil: inMinutes(10), items: [item] }
    const [verdict] = await takeBatch(db, [ask], now)
    return verdict?.outcome
  }
  const joinAs = (who: number) => {
    const personId = people[who] ?? 0
    const joining = { occurrenceId, personId, actorId: personId, form: 'v2' as const, places: 1 }
    return addEntry(db, joining, now)
  }
  return {
    take,
    joinAs,
    /** One has the place and six wait, in this order. */
    fill: async (): Promise<{ holdId: number; entries: number[] }> => {
      await db.deleteFrom('basketItem').execute()
      await writeReservations(db, async (tx) => {
        await tx.deleteFrom('hold').execute()
        await tx.deleteFrom('waitlistEvent').execute()
        await tx.deleteFrom('waitlistEntry').execute()
        await tx.updateTable('occurrence').set({ placesTaken: 0, capacity: 1 }).execute()
      })
      expect(await take(0)).toBe('ok')
      const entries: number[] = []
      for (let who = 1; who <= waiters; who += 1) entries.push((await joinAs(who)).entryId ?? 0)
      const { id } = await db.selectFrom('hold').select('id').executeTakeFirstOrThrow()
      return { holdId: id, entries }
    },
    /** Frees the place behind everybody's back, so that only the promoters find it. */
    freeQuietly: async (holdId: number) => {
      await sql`select end_holds(array[${holdId}::bigint], 'released', ${now})`.execute(db)
    },
    promote: () => transact(db, (tx) => promoteWaitlist(tx, occurrenceId, now)),
    wrong: async () => [...(await wrongWithPlaces(db, now)), ...(await wrongWithWaitlists(db, now))],
    states: async () =>
      (await db.selectFrom('waitlistEntry').select('state').orderBy('id').execute()).map(
        ({ state }) => state,
      ),
  }
}

const together = <T>(count: number, one: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => one(index)))

describe('waitlists', () => {
  let opened: Opened
  let race: ReturnType<typeof racing>
  let world: World

  beforeAll(async () => {
    opened = await open()
    world = await build(opened.db)
    race = racing(opened.db, world)
  })
  afterAll(() => opened.close())

  let holdId: number
  let entries: number[]
  beforeEach(async () => {
    ;({ holdId, entries } = await race.fill())
  })

  it('I5: ten promoters and one freed place make one offer, to the first', async () => {
    await race.freeQuietly(holdId)
    await together(10, race.promote)
    expect(await race.states()).toEqual(['offered', ...Array<string>(waiters - 1).fill('waiting')])
    expect(await race.wrong()).toEqual([])
  })

  it('by hand and by itself at once, one place is offered once', async () => {
    await race.freeQuietly(holdId)
    const byHand = { entryId: entries[3] ?? 0, actorId: world.people[0] ?? 0 }
    await together(10, async (index): Promise<unknown> =>
      index % 2 === 0 ? race.promote() : offerPlace(opened.db, byHand, now),
    )
    expect((await race.states()).filter((state) => state === 'offered')).toHaveLength(1)
    expect(await race.wrong()).toEqual([])
  })

  it('the place on offer is had by one, however many ask and however often', async () => {
    await freeHolds(opened.db, [holdId], 'released', now)
    const outcomes = await Promise.all([1, 1, 2, 7, 8, 9, 10, 11].map(race.take))
    // The same person twice is the same basket line twice.
    expect(outcomes).toEqual(['ok', 'ok', ...Array<string>(6).fill('full')])
    expect(await race.wrong()).toEqual([])
  })

  it('a place freed while others ask goes to who waits', async () => {
    const [, ...outcomes] = await Promise.all([
      freeHolds(opened.db, [holdId], 'released', now).then(() => 'freed'),
      ...[7, 8, 9, 10, 11, 12].map(race.take),
    ])
    expect(outcomes).not.toContain('ok')
    expect((await race.states())[0]).toBe('offered')
    expect(await race.wrong()).toEqual([])
  })

  it('passing, taking and lapsing at once end in one state', async () => {
    await freeHolds(opened.db, [holdId], 'released', now)
    const leaving = { entryId: entries[0] ?? 0, actorId: world.people[1] ?? 0 }
    await together(9, async (index): Promise<unknown> => {
      if (index % 3 === 0) return removeEntry(opened.db, leaving, now)
      return index % 3 === 1 ? race.take(1) : race.promote()
    })
    expect(['passed', 'taken']).toContain((await race.states())[0])
    expect(await race.wrong()).toEqual([])
  })

  it('a venue that shrinks while an offer is taken never sells too much', async () => {
    await freeHolds(opened.db, [holdId], 'released', now)
    await together(6, async (index): Promise<unknown> =>
      index % 2 === 0
        ? race.take(1)
        : transact(opened.db, async (tx) => {
            await withdrawOffers(tx, [{ id: world.occurrenceId, capacity: 0 }], now)
            await sql`update occurrence set capacity = greatest(places_taken, 0) where id = ${world.occurrenceId}`.execute(
              tx,
            )
          }),
    )
    expect(await race.wrong()).toEqual([])
  })

  it('many who join at once are told apart', async () => {
    await together(13, (index) => race.joinAs(7 + index))
    await together(13, (index) => race.joinAs(7 + index))
    const states = await race.states()
    expect(states).toEqual(Array<string>(waiters + 13).fill('waiting'))
    expect(await race.wrong()).toEqual([])
  })
})

describe('waitlists with the locks taken out', () => {
  it('go wrong: the races above can be lost', async () => {
    const opened = await open()
    const race = racing(opened.db, await build(opened.db))
    await removeLocks(opened.db)
    let wentWrong = 0
    for (let tries = 0; tries < 15 && wentWrong === 0; tries += 1) {
      const { holdId } = await race.fill()
      await race.freeQuietly(holdId)
      const outcomes = await together(10, race.promote)
      const offers = (await race.states()).filter((state) => state === 'offered').length
      const refused = outcomes.some(({ status }) => status === 'rejected')
      if (offers !== 1 || refused || (await race.wrong()).length > 0) wentWrong += 1
    }
    await opened.close()
    expect(wentWrong).toBeGreaterThan(0)
  })
})
