/** Many baskets whose time has run out want the last place again at the same moment, on PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmPlaces, lapsePlaces, renewPlaces, takeBatch } from '#server/holds/places.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { removeLocks } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { clearReservations } from '#test/support/reservations.ts'
import { buildWorld, inMinutes, now, openRace, wanted } from './placesWorld.ts'
import type { World } from './placesWorld.ts'

const buyers = 30

/** Each had the only place of the class, one after the other, until its time ran out. @returns their lines */
const lapsedLines = async (db: Database, { baskets, class: only }: World): Promise<number[]> => {
  const lines: number[] = []
  for (const basketId of baskets.slice(0, buyers)) {
    await takeBatch(db, [{ basketId, heldUntil: inMinutes(10), items: [wanted(only)] }], now)
    const line = await db
      .selectFrom('basketItem')
      .select(['id', 'holdId'])
      .where('basketId', '=', basketId)
      .executeTakeFirstOrThrow()
    await transact(db, (tx) => lapsePlaces(tx, [line.holdId ?? 0], now))
    lines.push(line.id)
  }
  return lines
}

type Take = (db: Database, line: number) => Promise<string>

/** As the callers do: what is not had in full is undone. */
const undoLost = async (db: Database, take: Parameters<typeof transact<string>>[1]): Promise<string> => {
  try {
    return await transact(db, take)
  } catch (error) {
    if (error instanceof LostError) return error.message
    throw error
  }
}
class LostError extends Error {}
const outcomeOf = ([lost]: readonly { outcome: string }[]): string => {
  if (lost === undefined) return 'ok'
  throw new LostError(lost.outcome)
}

const renew: Take = (db, line) =>
  undoLost(db, async (tx) => outcomeOf(await renewPlaces(tx, [line], inMinutes(20), now)))
const confirm: Take = (db, line) =>
  undoLost(db, async (tx) => outcomeOf(await confirmPlaces(tx, [line], now)))

describe.each([
  ['held again', renew, 'held'],
  ['bought', confirm, 'full'],
])('the last place, which %s after the time has run out', (_, take, refusal) => {
  let guarded: Opened
  let unguarded: Opened
  let world: World
  let sameWorld: World
  beforeAll(async () => {
    guarded = await openRace()
    world = await buildWorld(guarded.db)
    unguarded = await openRace()
    await sql`alter table occurrence drop constraint places_within_capacity`.execute(unguarded.db)
    await removeLocks(unguarded.db)
    sameWorld = await buildWorld(unguarded.db)
  })
  beforeEach(() => clearReservations(guarded.db))
  afterAll(() => Promise.all([guarded.close(), unguarded.close()]))

  const race = async (db: Database, of: World): Promise<string[]> => {
    const lines = await lapsedLines(db, of)
    return Promise.all(lines.map((line) => take(db, line)))
  }

  it('goes to one of them, and the others are refused', async () => {
    const outcomes = await race(guarded.db, world)
    expect(outcomes.toSorted()).toEqual(
      ['ok', ...Array.from({ length: buyers - 1 }, () => refusal)].toSorted(),
    )
    expect(await wrongWithPlaces(guarded.db, now)).toEqual([])
  })

  it('goes to several with the locks taken out', async () => {
    let wrong: string[] = []
    for (let tries = 0; tries < 30 && wrong.length === 0; tries += 1) {
      await clearReservations(unguarded.db)
      await race(unguarded.db, sameWorld)
      wrong = await wrongWithPlaces(unguarded.db, now)
    }
    expect(wrong).not.toEqual([])
  })
})
