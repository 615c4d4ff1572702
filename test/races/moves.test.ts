/**
 * Bookings that move while others book, move or cancel, on PostgreSQL. With the locks taken out it goes wrong, or the
 * test proves nothing.
 */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditOf } from '#server/credits/balance.ts'
import { movePlaces, takeBatch } from '#server/holds/places.ts'
import type { Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { openCopy } from '#test/support/database.ts'
import { removeLocks } from '#test/support/locks.ts'
import { aMovableClass, move } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

/** Customers with a booking each. */
const movers = (world: MovableClass, count: number, session = world.noon) =>
  times(count, async () => {
    const { id, browser } = await world.customer()
    const { id: bookingId } = await world.buy(browser, session)
    return { id, browser, bookingId }
  })

/** Four who move and four visitors want the last place at once. @returns the outcomes, and who has it */
const raceForLastPlace = async (world: MovableClass) => {
  const last = await world.classAt('14:00', undefined, { capacity: 1 })
  const people = await movers(world, 4)
  const visitors = Array.from({ length: 4 }, () => world.app.browser())
  const [moved, held] = await Promise.all([
    Promise.all(people.map(({ browser, bookingId }) => outcome(move(browser, bookingId, last)))),
    Promise.all(visitors.map((browser) => outcome(world.add(browser, last)))),
  ])
  return {
    moved,
    held,
    taken: await world.placesOf(last),
    left: await world.placesOf(world.noon),
    wrong: await wrongWithPlaces(world.db, world.app.clock.now()),
  }
}

/** One booking is moved to two times and cancelled, all at once. @returns what came of each, and what it left */
const raceOfOneBooking = async (world: MovableClass) => {
  const [one] = await movers(world, 1)
  if (one === undefined) throw new Error('Nobody has booked.')
  const { id, browser, bookingId } = one
  const calls = [
    () => move(browser, bookingId, world.early, 695),
    () => move(browser, bookingId, world.friday),
    () => browser.send(api.bookings.cancel, { bookingId }),
  ]
  const outcomes = await Promise.all(calls.map((call) => outcome(call())))
  const { status } = await world.db
    .selectFrom('booking')
    .select('status')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const sessions = [world.ten, world.noon, world.early, world.friday]
  const { general } = await creditOf(world.db, id, world.app.clock.now())
  return {
    outcomes,
    status,
    credit: general.balance,
    taken: (await Promise.all(sessions.map(world.placesOf))).reduce((sum, places) => sum + places, 0),
    wrong: await wrongWithPlaces(world.db, world.app.clock.now()),
  }
}

describe('moving bookings at once', () => {
  let opened: Opened
  let world: MovableClass
  beforeAll(async () => {
    opened = await openCopy()
  })
  afterAll(() => opened.close())

  it('gives the last place to one, and the others keep what they have', async () => {
    for (let round = 0; round < 5; round += 1) {
      world = await aMovableClass(opened.db)
      const { moved, held, taken, left, wrong } = await raceForLastPlace(world)
      const won = [...moved, ...held].filter((one) => one === 'ok')
      expect(won).toHaveLength(1)
      expect([...moved, ...held].filter((one) => !['ok', 'full', 'held'].includes(one))).toEqual([])
      expect(taken).toBe(1)
      expect(left).toBe(moved.includes('ok') ? 3 : 4)
      expect(wrong).toEqual([])
      await world.audit()
    }
  })

  it('lets people cross, also where both sessions would be full with one more', async () => {
    world = await aMovableClass(opened.db)
    const one = await world.classAt('14:00', undefined, { capacity: 5 })
    const other = await world.classAt('16:00', undefined, { capacity: 5 })
    const [there, back] = [await movers(world, 4, one), await movers(world, 4, other)]
    const outcomes = await Promise.all([
      ...there.map(({ browser, bookingId }) => outcome(move(browser, bookingId, other))),
      ...back.map(({ browser, bookingId }) => outcome(move(browser, bookingId, one))),
    ])
    expect(outcomes.filter((result) => !['ok', 'full'].includes(result))).toEqual([])
    expect((await world.placesOf(one)) + (await world.placesOf(other))).toBe(8)
    await world.audit()
  })

  it('leaves two full sessions as they are when two want to swap', async () => {
    world = await aMovableClass(opened.db)
    const one = await world.classAt('14:00', undefined, { capacity: 1 })
    const other = await world.classAt('16:00', undefined, { capacity: 1 })
    const [[ann], [bob]] = [await movers(world, 1, one), await movers(world, 1, other)]
    if (ann === undefined || bob === undefined) throw new Error('Nobody has booked.')
    expect(
      await Promise.all([
        outcome(move(ann.browser, ann.bookingId, other)),
        outcome(move(bob.browser, bob.bookingId, one)),
      ]),
    ).toEqual(['full', 'full'])
    expect([await world.placesOf(one), await world.placesOf(other)]).toEqual([1, 1])
    await world.audit()
  })

  /** Someone takes a place, and the only booking moves before that is committed. @returns what came of both */
  const moveWhileTaken = async (taken: { id: number }, personId: number | null, to: { id: number }) => {
    const { db, operatorId, app } = world
    const now = app.clock.now()
    const { holdId } = await db.selectFrom('booking').select('holdId').executeTakeFirstOrThrow()
    const values = { operatorId, createdAt: now, updatedAt: now }
    const basket = await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()
    const item = {
      occurrenceId: taken.id,
      pricingOptionId: world.activity.pricingOptionId,
      ticketTypeId: null,
      mayOverlap: false,
      places: 1,
      idForm: 'v2' as const,
      quantity: 1,
      unitPrice: 845,
      purchasedForId: null,
      customerReference: null,
      personId,
    }
    const until = new Date(now.getTime() + 600_000)
    const { moving, first } = await transact(db, async (tx) => {
      const [result] = await takeBatch(tx, [{ basketId: basket.id, heldUntil: until, items: [item] }], now)
      const started = transact(db, (another) => movePlaces(another, holdId, to.id, now))
      // Long enough for one that does not wait.
      await Promise.race([started, setTimeout(500)])
      return { moving: started, first: result?.outcome }
    })
    return [first, (await moving).outcome]
  }

  it('waits for what else the person is taking at that time', async () => {
    world = await aMovableClass(opened.db)
    const [ann] = await movers(world, 1, world.ten)
    const other = await world.classAt('12:00')
    expect(await moveWhileTaken(other, ann?.id ?? 0, world.noon)).toEqual(['ok', 'clash'])
    await world.audit()
  })

  it('waits for who is taking the last place there', async () => {
    world = await aMovableClass(opened.db)
    await movers(world, 1, world.ten)
    const last = await world.classAt('14:00', undefined, { capacity: 1 })
    expect(await moveWhileTaken(last, null, last)).toEqual(['ok', 'held'])
    await world.audit()
  })

  it('moves and cancels one booking one after the other, and refunds its price once', async () => {
    for (let round = 0; round < 5; round += 1) {
      world = await aMovableClass(opened.db)
      const { outcomes, status, credit, taken, wrong } = await raceOfOneBooking(world)
      // Whoever comes after the cancelling is refused; the dearer time after the cheaper one, too.
      expect(outcomes[2]).toBe('ok')
      expect(
        outcomes.filter((result) => !['ok', 'already_cancelled', 'costs_more'].includes(result)),
      ).toEqual([])
      expect(status).toBe('cancelled')
      expect(credit).toBe(845)
      expect(taken).toBe(0)
      expect(wrong).toEqual([])
      await world.audit()
    }
  })
})

describe('moving bookings with the locks taken out', () => {
  it('goes wrong: the races above can be lost', async () => {
    const opened = await openCopy()
    await removeLocks(opened.db)
    const unlocked = withoutRowLocks(opened.db)
    const isSound = async (): Promise<boolean> => {
      const { moved, held, taken, left, wrong } = await raceForLastPlace(await aMovableClass(unlocked))
      const isExpected = [...moved, ...held].every((one) => ['ok', 'full', 'held'].includes(one))
      const isLast = taken === 1 && left === (moved.includes('ok') ? 3 : 4) && wrong.length === 0
      const one = await raceOfOneBooking(await aMovableClass(unlocked))
      return isExpected && isLast && one.taken === 0 && one.credit === 845 && one.wrong.length === 0
    }
    let isEverySound = true
    for (let tries = 0; tries < 15 && isEverySound; tries += 1) isEverySound = await isSound()
    await opened.close()
    expect(isEverySound).toBe(false)
  })
})
