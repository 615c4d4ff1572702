/**
 * Bookings that move to dearer times, paid by card, while others take the place, the booking is cancelled or the process
 * dies, on PostgreSQL. With the locks taken out it goes wrong, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import type { Opened } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { removeLocks } from '#test/support/locks.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { aMovableClass, beginMove, driveMoves, payForMove } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { outcome } from '#test/support/outcome.ts'
import { cardEnding } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const booked = async (world: MovableClass) => {
  const { browser } = await world.customer()
  return { browser, booking: await world.buy(browser, world.ten) }
}

/** An authorised payment whose move has not been requested yet. */
const authorised = async (world: MovableClass, to = world.late) => {
  const { browser, booking } = await booked(world)
  const { id } = await beginMove(browser, booking.id, to)
  const paid = await payForMove(browser, id, cardEnding.accepted, { isCompleted: false })
  return { browser, booking, id, uuid: paid.authorised.transactionUuid }
}

const placesAndMoney = async (world: MovableClass): Promise<string[]> => {
  const { db, app } = world
  await driveMoves(world)
  await sweepLapsedHolds(db, app.clock.now())
  return [
    ...(await wrongWithPlaces(db, app.clock.now())),
    ...(await wrongWithMoney(db)),
    ...(await leftOpen(db)),
  ]
}

/** Four bookings want the last place of a dearer time, and pay for it. @returns what came of each, and what is wrong */
const raceForLastPlace = async (world: MovableClass) => {
  const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
  const people = await Promise.all(Array.from({ length: 4 }, () => booked(world)))
  const outcomes = await Promise.all(
    people.map(({ browser, booking }) =>
      outcome(beginMove(browser, booking.id, last).then(({ id }) => payForMove(browser, id))),
    ),
  )
  return {
    outcomes,
    taken: await world.placesOf(last),
    left: await world.placesOf(world.ten),
    wrong: await placesAndMoney(world),
  }
}

/** Two calls and a job move one booking while it is cancelled. @returns what came of each */
const raceWithCancelling = async (world: MovableClass) => {
  await world.db.updateTable('operator').set({ refundsTo: 'card' }).execute()
  const { browser, booking, id, uuid } = await authorised(world)
  world.app.clock.forward(61_000)
  const services = { db: world.db, cards: world.app.services.cards.provider, log: silent }
  const [first, second, cancelled] = await Promise.all([
    outcome(world.complete(browser, uuid, id)),
    outcome(world.complete(browser, uuid, id)),
    outcome(browser.send(api.bookings.cancel, { bookingId: booking.id })),
    reconcilePayments(services, world.app.clock.now()),
  ])
  const wrong = await placesAndMoney(world)
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(captured - refunded), 0)::int as left from demo_card_payment`.execute(world.db)
  const taken = (await world.placesOf(world.ten)) + (await world.placesOf(world.late))
  return { first, second, cancelled, wrong, taken, left: rows[0]?.left }
}

/** The same booking is to move to two times at once. @returns places of the two that are held */
const raceOfTwoChoices = async (world: MovableClass) => {
  const evening = await world.classAt('20:00', undefined, { band: 'late' })
  const { browser, booking } = await booked(world)
  const outcomes = await Promise.all(
    [world.late, evening, world.late, evening].map((to) => outcome(beginMove(browser, booking.id, to))),
  )
  const held = (await world.placesOf(world.late)) + (await world.placesOf(evening))
  return { outcomes, held, wrong: await wrongWithPlaces(world.db, world.app.clock.now()) }
}

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

describe('moves that are paid for, at once', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  afterAll(() => opened.close())

  it('sell the last place once, and the others keep what they have and their money', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { outcomes, taken, left, wrong } = await raceForLastPlace(await aMovableClass(opened.db))
      expect(outcomes.toSorted()).toEqual(['held', 'held', 'held', 'ok'].toSorted())
      expect([taken, left]).toEqual([1, 3])
      expect(wrong).toEqual([])
    }
  })

  it('end as moved and paid back, or as let go, when the booking is cancelled meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { first, second, cancelled, wrong, taken, left } = await raceWithCancelling(
        await aMovableClass(opened.db),
      )
      expect(cancelled).toBe('ok')
      expect([first, second].filter((one) => one !== 'ok' && one !== 'place_lost')).toEqual([])
      expect([taken, left]).toEqual([0, 0])
      expect(wrong).toEqual([])
    }
  })

  it('hold one place of a booking at a time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { outcomes, held, wrong } = await raceOfTwoChoices(await aMovableClass(opened.db))
      expect(outcomes.filter((one) => one !== 'ok')).toEqual([])
      expect(held).toBe(1)
      expect(wrong).toEqual([])
    }
  })

  it.each([
    ['completes and captures', false],
    ['lets go for want of the place', true],
  ])('what the process %s goes on after its death at any step', async (_, isLost) => {
    for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
      const world = await aMovableClass(opened.db)
      const last = await world.classAt('19:00', undefined, { band: 'late', capacity: 1 })
      const { booking } = await authorised(world, last)
      world.app.clock.forward(isLost ? 31 * 60_000 : 61_000)
      if (isLost) await world.add(world.app.browser(), last)
      const services = { db: world.db, cards: world.app.services.cards.provider, log: silent }
      const dying = mortal(services, diesAt)
      await reconcilePayments(dying.services, world.app.clock.now()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      isThrough = dying.steps() < diesAt
      expect(await placesAndMoney(world), `dies at ${diesAt}`).toEqual([])
      const { occurrenceId } = await world.db
        .selectFrom('booking')
        .select('occurrenceId')
        .where('id', '=', booking.id)
        .executeTakeFirstOrThrow()
      expect(occurrenceId).toBe(isLost ? world.ten.id : last.id)
      if (isThrough) expect(diesAt).toBeGreaterThan(4)
    }
  })
})

describe('moves that are paid for, with the locks taken out', () => {
  it('go wrong: the races above can be lost', async () => {
    const opened = await openCopy()
    await removeLocks(opened.db)
    const unlocked = withoutRowLocks(opened.db)
    const isSound = async (): Promise<boolean> => {
      const last = await raceForLastPlace(await aMovableClass(unlocked))
      const isLast = last.taken === 1 && last.left === 3 && last.wrong.length === 0
      const one = await raceWithCancelling(await aMovableClass(unlocked))
      return isLast && one.taken === 0 && one.left === 0 && one.wrong.length === 0
    }
    let isEverySound = true
    for (let tries = 0; tries < 15 && isEverySound; tries += 1) {
      isEverySound = await isSound()
    }
    await opened.close()
    expect(isEverySound).toBe(false)
  })
})
