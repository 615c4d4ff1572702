/**
 * Many buyers at the same places, on PostgreSQL. Each race has its negative control: with what prevents it taken
 * out, it must happen, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmItems, freeHolds, listLapsedHolds, renewItems, takeBatch } from '#server/holds/queries.ts'
import type { RequestedItem } from '#server/holds/queries.ts'
import { createHolds } from '#server/holds/service.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { copyDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const connections = 16

type ModelOccurrence = Pick<RequestedItem, 'occurrenceId' | 'pricingOptionId' | 'ticketTypeId' | 'mayOverlap'>
type World = {
  class: ModelOccurrence
  courts: ModelOccurrence[]
  shorts: ModelOccurrence[]
  hall: ModelOccurrence
  swim: { id: number; adult: ModelOccurrence; family: ModelOccurrence }
  /** Two at the same time, with room for everybody. */
  bigClasses: ModelOccurrence[]
  baskets: number[]
  personId: number
}

/** A class of one place; three courts of a hall, let by the hour, for 40 minutes, and whole; a swim of three. */
const build = async (db: Database): Promise<World> => {
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
  return {
    class: aClass,
    courts: (await offer('courts', courts, 60, 1)).occurrences,
    shorts: (await offer('courts', courts, 40, 1)).occurrences,
    hall: theHall,
    swim: { id: swimOccurrence.occurrenceId, adult: await ticket(1), family: await ticket(2) },
    bigClasses: (await offer('classes', [studio, hall], 60, 100)).occurrences,
    baskets: baskets.map((basket) => basket.id),
    personId: (await aCustomer(db, operator.id)).id,
  }
}

const clear = async (db: Database): Promise<void> => {
  await db.deleteFrom('basketItem').execute()
  await writeReservations(db, async (tx) => {
    await tx.deleteFrom('spaceClaim').execute()
    await tx.deleteFrom('hold').execute()
    await tx.updateTable('occurrence').set({ placesTaken: 0 }).execute()
  })
}

const wanted = (occurrence: ModelOccurrence, places = 1, personId: number | null = null): RequestedItem => ({
  ...occurrence,
  places,
  idForm: 'v2',
  quantity: 1,
  unitPrice: 500,
  purchasedForId: null,
  customerReference: null,
  personId,
})

const ask = (basketId: number, items: RequestedItem[]) => ({ basketId, heldUntil: inMinutes(10), items })

/** Everybody asks by a statement of their own, all at once. */
const rush = async (db: Database, asks: ReturnType<typeof ask>[]): Promise<string[]> => {
  const verdicts = await Promise.all(asks.map((one) => takeBatch(db, [one], now)))
  return verdicts.map(([verdict]) => verdict?.outcome ?? 'no answer')
}

const count = (outcomes: readonly string[], of: string): number =>
  outcomes.filter((outcome) => outcome === of).length

const open = async (): Promise<Opened> => {
  const url = await copyDatabase()
  const settings = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '2' }))
  // A ring is found soon, so that a race which has one does not take for ever.
  await sql
    .raw(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '50ms'`)
    .execute(settings.db)
  await settings.close()
  return openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: String(connections) }))
}

/** Writes the functions that lock places anew, changed. */
const rewriteFunctions = async (db: Database, change: (source: string) => string): Promise<void> => {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(p.oid) as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ilike '%for no key update%'`.execute(db)
  for (const { source } of rows) await sql.raw(change(source)).execute(db)
}

describe('places', () => {
  let guarded: Opened
  let world: World
  beforeAll(async () => {
    guarded = await open()
    world = await build(guarded.db)
  })
  beforeEach(() => clear(guarded.db))
  afterAll(() => guarded.close())

  /** The same world without what prevents a race. */
  let unguarded: Opened
  let sameWorld: World
  beforeAll(async () => {
    unguarded = await open()
    const { db } = unguarded
    await sql`alter table occurrence drop constraint places_within_capacity`.execute(db)
    await sql`alter table space_claim drop constraint no_overlapping_claims`.execute(db)
    // The index went with the constraint.
    await sql`create index on space_claim (space_id)`.execute(db)
    await rewriteFunctions(db, (source) => source.replaceAll(/for no key update/gi, ''))
    sameWorld = await build(db)
  })
  beforeEach(() => clear(unguarded.db))
  afterAll(() => unguarded.close())

  /** Runs a race until it is seen to go wrong; thirty times at the most. What went wrong, in sentences. */
  const goesWrong = async (
    race: (db: Database, world: World) => Promise<string[]>,
    wrongWith = (_outcomes: string[]) => wrongWithPlaces(unguarded.db, now),
  ): Promise<string[]> => {
    for (let tries = 0; tries < 30; tries += 1) {
      await clear(unguarded.db)
      const wrong = await wrongWith(await race(unguarded.db, sameWorld))
      if (wrong.length > 0) return wrong
    }
    return []
  }

  const lastPlace = (db: Database, { baskets, class: only }: World) =>
    rush(
      db,
      baskets.map((basket) => ask(basket, [wanted(only)])),
    )

  it('200 clients, one place: one has it, 199 are told that it is held', async () => {
    const outcomes = await lastPlace(guarded.db, world)
    expect(count(outcomes, 'ok')).toBe(1)
    expect(count(outcomes, 'held')).toBe(199)
    expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
  })

  it('200 clients, one place, with the locks taken out: sold more than once', async () => {
    expect(await goesWrong(lastPlace)).not.toEqual([])
  })

  it('200 clients in batches of two nodes: one has it', async () => {
    const other = await openDatabase(
      readConfig({ DATABASE_URL: await addressOf(guarded.db), DATABASE_POOL: '4' }),
    )
    try {
      const one = createHolds(guarded.db, () => now)
      const another = createHolds(other.db, () => now)
      const verdicts = await Promise.all(
        world.baskets.map((basket, index) =>
          (index % 2 === 0 ? one : another).takePlaces(ask(basket, [wanted(world.class)])),
        ),
      )
      expect(verdicts.filter((verdict) => verdict.outcome === 'ok')).toHaveLength(1)
      expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
    } finally {
      await other.close()
    }
  })

  const hallAgainstCourts = (db: Database, { baskets, hall, courts, shorts }: World) => {
    const occurrences = [hall, ...courts, ...shorts]
    return rush(
      db,
      baskets.slice(0, 70).map((basket, index) => ask(basket, [wanted(occurrences[index % 7] ?? hall)])),
    )
  }

  it('a hall against its courts, in two lengths: no floor is given twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      await clear(guarded.db)
      const outcomes = await hallAgainstCourts(guarded.db, world)
      // The hall alone, or one of each court.
      expect([1, 3]).toContain(count(outcomes, 'ok'))
      expect(count(outcomes, 'ok') + count(outcomes, 'held')).toBe(70)
      expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
    }
  })

  it('a hall against its courts, with the locks and the exclusion taken out: floor is given twice', async () => {
    expect((await goesWrong(hallAgainstCourts)).join()).toContain('is given twice')
  })

  const families = (db: Database, { baskets, swim }: World) =>
    rush(
      db,
      baskets.slice(0, 60).map((basket) => ask(basket, [wanted(swim.adult), wanted(swim.family, 2)])),
    )

  it('two lines on one pool are one demand: three places take one such basket, and all of it', async () => {
    const outcomes = await families(guarded.db, world)
    expect(count(outcomes, 'ok')).toBe(1)
    const { placesTaken } = await guarded.db
      .selectFrom('occurrence')
      .select('placesTaken')
      .where('id', '=', world.swim.id)
      .executeTakeFirstOrThrow()
    expect(placesTaken).toBe(3)
    expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
  })

  it('two lines on one pool that would each fit alone are refused together, and leave nothing behind', async () => {
    const [first, second, third] = world.baskets.map(
      (basket) =>
        (...items: RequestedItem[]) =>
          takeBatch(guarded.db, [ask(basket, items)], now),
    )
    const [one] = (await first?.(wanted(world.swim.adult))) ?? []
    const [both] = (await second?.(wanted(world.swim.adult), wanted(world.swim.family, 2))) ?? []
    const [each] = (await third?.(wanted(world.swim.family, 2))) ?? []
    expect([one?.outcome, both?.outcome, each?.outcome]).toEqual(['ok', 'held', 'ok'])
    expect(both?.itemIndex).toBe(1)
    expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
  })

  it('a hall and one of its courts in one basket stand in their own way', async () => {
    const [outcome] = await rush(guarded.db, [
      ask(world.baskets[0] ?? 0, [wanted(world.hall), wanted(world.courts[0] ?? world.hall)]),
    ])
    expect(outcome).toBe('clash')
    expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
  })

  const onePersonTwice = (db: Database, { baskets, bigClasses, personId }: World) =>
    rush(
      db,
      baskets.slice(0, 40).map((basket, index) =>
        ask(
          basket,
          bigClasses.slice(index % 2, (index % 2) + 1).map((occurrence) => wanted(occurrence, 1, personId)),
        ),
      ),
    )

  it('one person, two classes at one time, requested from many baskets at once: one place (I4)', async () => {
    const outcomes = await onePersonTwice(guarded.db, world)
    expect(count(outcomes, 'ok')).toBe(1)
    expect(count(outcomes, 'clash')).toBe(39)
  })

  it('one person, two classes at one time, with the locks taken out: in two places at once', async () => {
    const wrong = await goesWrong(onePersonTwice, async (outcomes) =>
      outcomes.filter((outcome) => outcome === 'ok').slice(1),
    )
    expect(wrong).not.toEqual([])
  })

  /**
   * Workers take, renew, let go, buy and sweep, several things at once, all over the same places, until the
   * first of them fails. `at`: when they are done by the clock that they shared.
   */
  const mix = async (
    db: Database,
    { baskets, class: aClass, courts, shorts, hall, swim }: World,
  ): Promise<{ failed: Error[]; at: Date }> => {
    const occurrences = [hall, ...courts, ...shorts, aClass, swim.adult, swim.family]
    const failed: Error[] = []
    let clock = now.getTime()
    const worker = async (nth: number) => {
      const random = seeded(nth)
      const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.3)
      for (let turn = 0; turn < 60 && failed.length === 0; turn += 1) {
        // Time flies, so that holds lapse under the hands of others.
        clock += 20_000
        const at = new Date(clock)
        const basketId = baskets[Math.floor(random() * 24)] ?? 0
        const shuffled = occurrences.toSorted(() => random() - 0.5)
        const lines = await db
          .selectFrom('basketItem')
          .select(['id', 'holdId'])
          .where('basketId', '=', basketId)
          .where('removedAt', 'is', null)
          .execute()
        const chosen = some(lines)
        const ids = chosen.map((line) => line.id)
        try {
          const what = random()
          if (what < 0.5) {
            const items = some(shuffled).map((occurrence) =>
              wanted(occurrence, occurrence === swim.family ? 2 : 1),
            )
            await takeBatch(db, [{ basketId, heldUntil: new Date(clock + 120_000), items }], at)
          } else if (what < 0.65) {
            await underBasket(
              db,
              basketId,
              async (tx) => (await renewItems(tx, ids, new Date(clock + 120_000), at)).length === 0,
            )
          } else if (what < 0.72) {
            await underBasket(db, basketId, async (tx) => (await confirmItems(tx, ids, at)).length === 0)
          } else if (what < 0.9) {
            await underBasket(db, basketId, async (tx) => {
              await freeHolds(
                tx,
                chosen.map((line) => line.holdId),
                'released',
                at,
              )
              if (ids.length > 0)
                await tx.updateTable('basketItem').set({ removedAt: at }).where('id', 'in', ids).execute()
              return true
            })
          } else {
            const lapsed = await listLapsedHolds(db, at, 500)
            await freeHolds(
              db,
              lapsed.map((hold) => hold.id),
              'expired',
              at,
            )
          }
        } catch (error) {
          failed.push(error as Error)
        }
      }
    }
    await Promise.all(Array.from({ length: connections - 2 }, (_, nth) => worker(nth)))
    return { failed, at: new Date(clock) }
  }

  it('whatever many do at once to shared courts, no one waits in a ring and the books are right', async () => {
    const { failed, at } = await mix(guarded.db, world)
    expect(failed.map((error) => error.message)).toEqual([])
    // By their own clock: a hold that has lapsed may have lost its floor to another before anybody swept it.
    expect(await wrongWithPlaces(guarded.db, at)).toEqual([])
  })

  it('with the order of the locks left to chance, they do wait in rings', async () => {
    const disordered = await open()
    try {
      const { db } = disordered
      await rewriteFunctions(db, (source) =>
        source.replaceAll(/order by \w\.id for no key update/gi, 'order by random() for no key update'),
      )
      const { failed } = await mix(db, await build(db))
      expect(failed.map((error) => (error as Error & { code?: string }).code)).toContain('40P01')
    } finally {
      await disordered.close()
    }
  })
})

const addressOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ name: string; port: number }>`
    select current_database() as name, inet_server_port() as port`.execute(db)
  return `postgres://postgres@127.0.0.1:${rows[0]?.port}/${rows[0]?.name}`
}

/** Under the lock of the basket, as its service does; undone when the work says no. */
const underBasket = async (
  db: Database,
  basketId: number,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> => {
  const undo = new Error('undone')
  try {
    await transact(db, async (tx) => {
      await tx.selectFrom('basket').select('id').where('id', '=', basketId).forNoKeyUpdate().execute()
      if (!(await work(tx))) throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
}

/** The same numbers in every run. */
const seeded = (seed: number) => {
  let state = seed * 7919 + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
