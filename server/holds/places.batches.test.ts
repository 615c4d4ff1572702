import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testDatabase } from '#test/support/database.ts'
import { aTicketType } from '#test/support/factories/activities.ts'
import { aPlaceToHold, at, itemOf } from '#test/support/holds.ts'
import type { PlaceToHold } from '#test/support/holds.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { confirmPlaces, freeHolds, renewPlaces, takeBatch } from './places.ts'
import type { RequestedItem } from './places.ts'

let db: Database
let place: PlaceToHold

beforeEach(async () => {
  db = (await testDatabase()).db
  place = await aPlaceToHold(db)
})

/** Items of guests and of one basket twice are taken one after the other, the others together. */
const requestsOf = async (items: readonly RequestedItem[]) => {
  const requests: { basketId: number; items: RequestedItem[] }[] = []
  for (const item of items) requests.push({ basketId: await place.aBasket(), items: [item] })
  return requests
}

const updatedAt = async (): Promise<Date[]> =>
  (await db.selectFrom('basket').select('updatedAt').orderBy('id').execute()).map(
    (basket) => basket.updatedAt,
  )

describe('requests that arrive together', () => {
  it('end what has lapsed of their own sessions, and leave others to the sweep', async () => {
    for (const forGuest of [false, true]) {
      const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
      const elsewhere = await place.take(yoga, { until: 5 })
      await place.take(spin, { until: 5 })
      const requests = await requestsOf([{ ...itemOf(spin, null), forGuest }])
      expect(await place.takeTogether(requests, 6)).toEqual(['ok'])
      expect((await place.holdOf(elsewhere.holdId)).state).toBe('held')
    }
  })

  it('end no more where a line is held again', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    const elsewhere = await place.take(yoga, { until: 5 })
    const { itemId, holdId } = await place.take(spin, { until: 5 })
    await freeHolds(db, [holdId], 'expired', at(5))
    const between = await place.take(spin, { now: 5, until: 8 })
    expect(await transact(db, (tx) => renewPlaces(tx, [itemId], at(30), at(9)))).toEqual([])
    expect((await place.holdOf(between.holdId)).state).toBe('expired')
    expect((await place.holdOf(elsewhere.holdId)).state).toBe('held')
  })

  it('get what fits: one that wants too many leaves the last place to the next', async () => {
    const yoga = await place.anOffer('classes', { capacity: 3 })
    await place.take(yoga, { places: 2 })
    const requests = await requestsOf([itemOf(yoga, null, 2), itemOf(yoga, null)])
    expect(await place.takeTogether(requests)).toEqual(['held', 'ok'])
  })

  it('are refused for their own session: one is full for good, places of the other may come back', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    const { itemId } = await place.take(yoga)
    expect(await transact(db, (tx) => confirmPlaces(tx, [itemId], at(1)))).toEqual([])
    await place.take(spin)
    const requests = await requestsOf([itemOf(yoga, null), itemOf(spin, null)])
    expect(await place.takeTogether(requests, 2)).toEqual(['full', 'held'])
  })

  it.each([false, true])(
    'change the baskets that get places, and no others (for a guest: %s)',
    async (forGuest) => {
      const yoga = await place.anOffer('classes', { capacity: 2 })
      await place.aBasket()
      await place.take(yoga, { now: 1 })
      const item = { ...itemOf(yoga, null), forGuest }
      expect(await place.takeTogether(await requestsOf([item, item]), 3)).toEqual(['ok', 'held'])
      expect(await updatedAt()).toEqual([at(0), at(1), at(3), at(0)])
    },
  )

  it('leave no basket to a visitor whose first request is refused', async () => {
    const yoga = await place.anOffer('classes')
    const first = () => ({
      firstBasket: { uuid: randomUUID(), operatorId: place.operatorId },
      heldUntil: at(15),
      items: [itemOf(yoga, null)],
    })
    const results = await takeBatch(db, [first(), first()], at(0))
    expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'held'])
    const baskets = await db.selectFrom('basket').select('id').execute()
    expect(baskets).toEqual([{ id: results[0]?.basketId }])
  })
})

describe('what a person takes beyond the places on offer to them', () => {
  it('is what is left of their request', async () => {
    const yoga = await place.anOffer('classes', { capacity: 2 })
    const ann = await place.aPerson()
    await place.take(yoga, { until: 5, places: 2 })
    await place.wait(yoga, ann)
    await sql`select promote_waitlist(${yoga.occurrenceId}, ${at(6)})`.execute(db)
    expect(await place.entryOf(ann)).toBe('offered')
    expect(await place.takeTogether(await requestsOf([itemOf(yoga, ann, 2)]), 7)).toEqual(['ok'])
    expect(await wrongWithPlaces(db, at(7))).toEqual([])
  })
})

describe('a ticket that has other places by now', () => {
  it.each([
    ['held', 30],
    ['held', 5],
    ['bought', 30],
    ['bought', 5],
  ] as const)('is %s with those, whatever other tickets have (its time is up at %i)', async (how, until) => {
    const swim = await place.anOffer('tickets', { capacity: 9 })
    const { activityId } = await db
      .selectFrom('occurrence')
      .select('activityId')
      .where('id', '=', swim.occurrenceId)
      .executeTakeFirstOrThrow()
    await aTicketType(db, activityId)
    const { itemId, holdId } = await place.take(swim, { until })
    await db
      .updateTable('ticketType')
      .set({ places: 2 })
      .where('id', '=', swim.ticketTypeId ?? 0)
      .execute()
    const lost = await transact(db, (tx) =>
      how === 'held' ? renewPlaces(tx, [itemId], at(40), at(10)) : confirmPlaces(tx, [itemId], at(10)),
    )
    expect(lost).toEqual([])
    const line = await db.selectFrom('basketItem').select('holdId').executeTakeFirstOrThrow()
    expect((await place.holdOf(line.holdId ?? 0)).places).toBe(2)
    // One that has time left keeps its hold.
    if (until > 10) expect(line.holdId).toBe(holdId)
    expect(await wrongWithPlaces(db, at(10))).toEqual([])
  })
})

describe('a place that another server has found lapsed', () => {
  it('is taken again where it is bought', async () => {
    const yoga = await place.anOffer('classes')
    const { itemId, holdId } = await place.take(yoga, { until: 5 })
    await freeHolds(db, [holdId], 'expired', at(5))
    // To this server it has a minute left.
    expect(await transact(db, (tx) => confirmPlaces(tx, [itemId], at(4)))).toEqual([])
    expect(await wrongWithPlaces(db, at(5))).toEqual([])
  })
})

describe('places that come free', () => {
  it('are offered at their own session: what has run out elsewhere waits for its turn', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes', { later: 120 })]
    const [ann, ben] = [await place.aPerson(), await place.aPerson()]
    const { holdId } = await place.take(yoga)
    await place.take(spin, { until: 5 })
    for (const [offer, who] of [
      [yoga, ann],
      [spin, ben],
    ] as const)
      await place.wait(offer, who)
    await sql`select promote_waitlist(${spin.occurrenceId}, ${at(6)})`.execute(db)
    expect([await place.entryOf(ann), await place.entryOf(ben)]).toEqual(['waiting', 'offered'])
    // Ben's offer has run out by now.
    await freeHolds(db, [holdId], 'released', at(5000))
    expect([await place.entryOf(ann), await place.entryOf(ben)]).toEqual(['offered', 'offered'])
  })
})

describe('a dearer time that cannot be held for a move', () => {
  it('leaves the person what is on offer to them there', async () => {
    const [yoga, spin, box] = [
      await place.anOffer('classes'),
      await place.anOffer('classes', { later: 120 }),
      await place.anOffer('classes', { later: 120 }),
    ]
    const ann = await place.aPerson()
    const { itemId, holdId } = await place.take(yoga, { personId: ann })
    await transact(db, (tx) => confirmPlaces(tx, [itemId], at(1)))
    await place.take(spin, { until: 5 })
    await place.wait(spin, ann)
    await sql`select promote_waitlist(${spin.occurrenceId}, ${at(6)})`.execute(db)
    await place.take(box, { personId: ann, now: 6 })
    const { rows } = await sql<{ outcome: string }>`
      select outcome from hold_for_move(${holdId}, ${spin.occurrenceId}, null, ${at(30)}, ${at(7)})`.execute(
      db,
    )
    expect(rows).toEqual([{ outcome: 'clash' }])
    const offers = db.selectFrom('hold').select('state').where('waitlistEntryId', 'is not', null)
    expect(await offers.execute()).toEqual([{ state: 'held' }])
  })
})
