/**
 * Many buyers at the same places, on PostgreSQL. Each race has its negative control: with what prevents it taken
 * out, it must happen, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdExistingOccurrence } from '#server/holds/blockBookings.ts'
import { createHolds, takeBatch } from '#server/holds/places.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { removeLocks } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { clearReservations } from '#test/support/reservations.ts'
import { buildWorld, inMinutes, now, openRace, wanted } from './placesWorld.ts'
import type { World } from './placesWorld.ts'

const ask = (basketId: number, items: RequestedItem[]) => ({ basketId, heldUntil: inMinutes(10), items })

/** Everybody asks by a statement of their own, all at once. */
const rush = async (db: Database, asks: ReturnType<typeof ask>[]): Promise<string[]> => {
  const verdicts = await Promise.all(asks.map((one) => takeBatch(db, [one], now)))
  return verdicts.map(([verdict]) => verdict?.outcome ?? 'no answer')
}

const count = (outcomes: readonly string[], of: string): number =>
  outcomes.filter((outcome) => outcome === of).length

describe('places', () => {
  let guarded: Opened
  let world: World
  beforeAll(async () => {
    guarded = await openRace()
    world = await buildWorld(guarded.db)
  })
  beforeEach(() => clearReservations(guarded.db))
  afterAll(() => guarded.close())

  /** The same world without what prevents a race. */
  let unguarded: Opened
  let sameWorld: World
  beforeAll(async () => {
    unguarded = await openRace()
    const { db } = unguarded
    await sql`alter table occurrence drop constraint places_within_capacity`.execute(db)
    for (const name of ['desk_keeps_no_less_than_none', 'desk_places_of_hold'])
      await sql`alter table hold drop constraint ${sql.ref(name)}`.execute(db)
    await sql`alter table space_claim drop constraint no_overlapping_claims`.execute(db)
    // The index went with the constraint.
    await sql`create index on space_claim (space_id)`.execute(db)
    await removeLocks(db)
    sameWorld = await buildWorld(db)
  })
  beforeEach(() => clearReservations(unguarded.db))
  afterAll(() => unguarded.close())

  /** Runs a race until it is seen to go wrong; thirty times at the most. What went wrong, in sentences. */
  const goesWrong = async (
    race: (db: Database, world: World) => Promise<string[]>,
    wrongWith = (_outcomes: string[]) => wrongWithPlaces(unguarded.db, now),
  ): Promise<string[]> => {
    for (let tries = 0; tries < 30; tries += 1) {
      await clearReservations(unguarded.db)
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
      await clearReservations(guarded.db)
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

  /** What the desk and others get of a class of four places, three of which are kept for it. */
  const sellAtDesk = async (db: Database, { baskets, deskBaskets, forDesk }: World) => {
    const { class: session, blockId } = forDesk
    await holdExistingOccurrence(
      db,
      {
        occurrenceId: session.occurrenceId,
        blockId,
        places: 3,
        deskOnly: true,
        endsAt: inMinutes(10_060).getTime(),
      },
      now,
    )
    const others = baskets.slice(0, deskBaskets.length)
    const outcomes = await rush(
      db,
      deskBaskets.flatMap((basket, index) => [
        ask(others[index] ?? basket, [wanted(session)]),
        ask(basket, [wanted(session)]),
      ]),
    )
    const ofDesk = count(
      outcomes.filter((_, index) => index % 2 === 1),
      'ok',
    )
    return { outcomes, ofDesk, ofOthers: count(outcomes, 'ok') - ofDesk }
  }

  it('100 desks and 100 others, one place and three that are kept: the desks have those three', async () => {
    for (let round = 0; round < 5; round += 1) {
      await clearReservations(guarded.db)
      const { ofDesk, ofOthers } = await sellAtDesk(guarded.db, world)
      expect(ofDesk + ofOthers).toBe(4)
      expect(ofOthers).toBeLessThanOrEqual(1)
      expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
    }
  })

  it('100 desks and 100 others, with the locks taken out: kept places are sold more than once', async () => {
    expect(await goesWrong(async (...of) => (await sellAtDesk(...of)).outcomes)).not.toEqual([])
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
})

const addressOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ name: string; port: number }>`
    select current_database() as name, inet_server_port() as port`.execute(db)
  return `postgres://postgres@127.0.0.1:${rows[0]?.port}/${rows[0]?.name}`
}
