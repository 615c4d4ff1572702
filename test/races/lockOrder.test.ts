/**
 * Buyers who take, renew and let go of the same places at once, on PostgreSQL: because all take locks in one order, none
 * waits in a ring. The negative control takes them in an order left to chance.
 */
import { describe, expect, it } from 'vitest'
import { confirmPlaces, freeHolds, renewPlaces, sweepLapsedHolds, takeBatch } from '#server/holds/places.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { rewriteLockingFunctions } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { buildWorld, connections, now, openRace, wanted } from './placesWorld.ts'
import type { World } from './placesWorld.ts'

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

/**
 * Workers take, renew, let go of, buy and sweep several of the same places at once, until the first of them
 * fails. `at`: when they are done by the clock that they shared.
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
            async (tx) => (await renewPlaces(tx, ids, new Date(clock + 120_000), at)).length === 0,
          )
        } else if (what < 0.72) {
          await underBasket(db, basketId, async (tx) => (await confirmPlaces(tx, ids, at)).length === 0)
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
          await sweepLapsedHolds(db, at)
        }
      } catch (error) {
        failed.push(error as Error)
      }
    }
  }
  await Promise.all(Array.from({ length: connections - 2 }, (_, nth) => worker(nth)))
  return { failed, at: new Date(clock) }
}

describe('places', () => {
  it('whatever many do at once to shared courts, no one waits in a ring and the books are right', async () => {
    const guarded = await openRace()
    try {
      const { failed, at } = await mix(guarded.db, await buildWorld(guarded.db))
      expect(failed.map((error) => error.message)).toEqual([])
      // By their own clock: a hold that has lapsed may have lost its floor to another before anybody swept it.
      expect(await wrongWithPlaces(guarded.db, at)).toEqual([])
    } finally {
      await guarded.close()
    }
  })

  it('with the order of the locks left to chance, they do wait in rings', async () => {
    const disordered = await openRace()
    try {
      const { db } = disordered
      await rewriteLockingFunctions(db, (source) =>
        source.replaceAll(/order by \w\.id for no key update/gi, 'order by random() for no key update'),
      )
      const { failed } = await mix(db, await buildWorld(db))
      expect(failed.map((error) => (error as Error & { code?: string }).code)).toContain('40P01')
    } finally {
      await disordered.close()
    }
  })
})
