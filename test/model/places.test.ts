/**
 * Long random sequences of taking, renewing, letting go, lapsing, buying and resizing, each compared with a
 * plain model that knows no counters, no claims and no sweeper: only who holds what until when.
 */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { caseCount } from '#test/support/cases.ts'
import { testDatabase } from '#test/support/database.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { clearReservations } from '#test/support/reservations.ts'
import { createModel } from './placesModel.ts'
import type { Model } from './placesModel.ts'
import { performStep } from './placesRun.ts'
import type { Real } from './placesRun.ts'
import { anyStep } from './placesSteps.ts'
import { at, buildWorld } from './placesWorld.ts'
import type { World } from './placesWorld.ts'

/** What must hold after every step, read from the database. */
const audit = async (plain: Model, { db, world }: Real, ended: Map<number, string>): Promise<void> => {
  const now = at(plain.now())
  expect(await wrongWithPlaces(db, now)).toEqual([])
  const holds = await db.selectFrom('hold').selectAll().orderBy('id').execute()
  for (const { id, state } of holds) {
    // I3: a hold ends once, in one way.
    if (ended.has(id)) expect(state).toBe(ended.get(id))
    if (state === 'released' || state === 'expired') ended.set(id, state)
  }
  const alive = holds.filter(
    (hold) =>
      hold.state === 'confirmed' ||
      (hold.state === 'held' && hold.heldUntil !== null && hold.heldUntil > now),
  )
  expect(
    alive.map((hold) => [hold.basketId, hold.occurrenceId, hold.places, hold.state].join()).sort(),
  ).toEqual(
    plain
      .live()
      .map((line) => {
        const basketId = world.baskets[line.basket]?.id
        return [basketId, line.occurrence.id, line.places, line.bought ? 'confirmed' : 'held'].join()
      })
      .sort(),
  )
}

describe('places', () => {
  let db: Database
  let world: World
  beforeAll(async () => {
    db = (await testDatabase()).db
    world = await buildWorld(db)
  })

  it('goes the way of the plain model, whatever is done in whatever order (I1, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        await clearReservations(db)
        const plain = createModel(world)
        const real: Real = { db, world, items: new Map() }
        const ended = new Map<number, string>()
        for (const step of steps) {
          await performStep(step, plain, real)
          await audit(plain, real, ended)
        }
      }),
      { numRuns: caseCount(25) },
    )
  })
})
