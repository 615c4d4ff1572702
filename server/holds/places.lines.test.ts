import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testDatabase } from '#test/support/database.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { aPlaceToHold, at, itemOf } from '#test/support/holds.ts'
import type { Offer, PlaceToHold } from '#test/support/holds.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { confirmPlaces, freeHolds, renewPlaces } from './places.ts'
import type { RequestedItem } from './places.ts'

let db: Database
let place: PlaceToHold

beforeEach(async () => {
  db = (await testDatabase()).db
  place = await aPlaceToHold(db)
})

/** Adds an item to a basket, for fifteen minutes. */
const add = async (basketId: number, item: RequestedItem, now = 0): Promise<void> => {
  expect(await place.takeTogether([{ basketId, items: [item] }], now)).toEqual(['ok'])
}

const linesOf = (basketId: number) =>
  db
    .selectFrom('basketItem')
    .select(['holdId', 'forGuest', 'ticketTypeId', 'removedAt'])
    .where('basketId', '=', basketId)
    .orderBy('id')
    .execute()

describe('a line whose time is up', () => {
  it.each([false, true])('is replaced once when it is added again (for a guest: %s)', async (forGuest) => {
    const item = { ...itemOf(await place.anOffer('classes', { capacity: 9 }), null), forGuest }
    const basketId = await place.aBasket()
    await add(basketId, item)
    const [first] = await linesOf(basketId)
    await freeHolds(db, [first?.holdId ?? 0], 'expired', at(16))
    await add(basketId, item, 20)
    // The hold of the second line has not been settled.
    await add(basketId, item, 40)
    expect((await linesOf(basketId)).map(({ removedAt }) => removedAt)).toEqual([at(20), at(40), null])
  })

  it.each([false, true])('stays when one for others is added (added for a guest: %s)', async (isForGuest) => {
    const item = itemOf(await place.anOffer('classes', { capacity: 9 }), null)
    const basketId = await place.aBasket()
    for (const forGuest of [false, true]) await add(basketId, { ...item, forGuest })
    await add(basketId, { ...item, forGuest: isForGuest }, 20)
    const lines = await linesOf(basketId)
    expect(lines.map(({ forGuest, removedAt }) => [forGuest, removedAt])).toEqual([
      [false, isForGuest ? null : at(20)],
      [true, isForGuest ? at(20) : null],
      [isForGuest, null],
    ])
  })
})

describe('a session that is no longer sold by tickets', () => {
  it('is a line of its own beside the tickets in the basket', async () => {
    const swim = await place.anOffer('tickets', { capacity: 9 })
    const basketId = await place.aBasket()
    await add(basketId, itemOf(swim, null))
    await add(basketId, { ...itemOf(swim, null), ticketTypeId: null }, 1)
    expect((await linesOf(basketId)).map(({ ticketTypeId }) => ticketTypeId)).toEqual([
      swim.ticketTypeId,
      null,
    ])
  })
})

describe('people with entries of waitlists', () => {
  /** A full session whose place a person is waiting for. */
  const aWait = async (personId: number, later = 0): Promise<Offer> => {
    const offer = await place.anOffer('classes', { later })
    await place.take(offer, { until: 5 })
    await place.wait(offer, personId)
    return offer
  }
  const promote = ({ occurrenceId }: Offer) =>
    sql`select promote_waitlist(${occurrenceId}, ${at(6)})`.execute(db)

  it('get places in the order of arrival, unless the entry has an offer of the session', async () => {
    const [ann, ben] = [await place.aPerson(), await place.aPerson()]
    const yoga = await aWait(ann)
    await sql`select leave_waitlist(w.id, w.person_id, ${at(2)}) from waitlist_entry w`.execute(db)
    await promote(await aWait(ben, 120))
    expect(await place.entryOf(ben)).toBe('offered')
    for (const [personId, offer] of [
      [ann, yoga],
      [ben, await place.anOffer('classes')],
    ] as const) {
      const requests = []
      for (const who of [personId, null])
        requests.push({ basketId: await place.aBasket(), items: [itemOf(offer, who)] })
      expect(await place.takeTogether(requests, 6)).toEqual(['ok', 'held'])
    }
  })

  it('take what is on offer without a change for the open data: as many places are taken as before', async () => {
    const ann = await place.aPerson()
    const yoga = await aWait(ann)
    await promote(yoga)
    await db.deleteFrom('openactiveChange').execute()
    await add(await place.aBasket(), itemOf(yoga, ann), 7)
    expect(await place.entryOf(ann)).toBe('taken')
    expect(await db.selectFrom('openactiveChange').select('occurrenceId').execute()).toEqual([])
  })
})

describe('a place that is held again or bought', () => {
  it.each(['held', 'bought'] as const)('is not %s where its floor was given to another', async (how) => {
    const locationId = (await aLocation(db, place.venueId, { spaces: ['a'] })).id
    const [court, other] = [
      await place.anOffer('courts', { locationId }),
      await place.anOffer('courts', { locationId }),
    ]
    // Classes have no floor to lose.
    await place.anOffer('classes')
    const { itemId } = await place.take(court, { until: 5 })
    expect((await place.take(other, { now: 5 })).outcome).toBe('ok')
    // The clock of this server is behind: to it the line still has a minute.
    const lost = await transact(db, (tx) =>
      how === 'held' ? renewPlaces(tx, [itemId], at(30), at(4)) : confirmPlaces(tx, [itemId], at(4)),
    )
    expect(lost).toEqual([{ itemId, outcome: 'held' }])
    expect(await wrongWithPlaces(db, at(5))).toEqual([])
  })

  it('is not bought at the time of another that the person has taken since it lapsed', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    const personId = await place.aPerson()
    const { itemId } = await place.take(yoga, { personId, until: 5 })
    expect((await place.take(spin, { personId, now: 5 })).outcome).toBe('ok')
    const lost = await transact(db, (tx) => confirmPlaces(tx, [itemId], at(5)))
    expect(lost).toEqual([{ itemId, outcome: 'clash' }])
  })

  it('is held anew after it was given back, unless the person has another at its time', async () => {
    const [yoga, spin] = [await place.anOffer('classes', { capacity: 5 }), await place.anOffer('classes')]
    const [ann, ben] = [await place.aPerson(), await place.aPerson()]
    const [own, other] = [
      await place.take(yoga, { personId: ann }),
      await place.take(yoga, { personId: ben }),
    ]
    await transact(db, (tx) => freeHolds(tx, [own.holdId, other.holdId], 'released', at(1)))
    expect((await place.take(spin, { personId: ben, now: 2 })).outcome).toBe('ok')
    const lost = await transact(db, (tx) => renewPlaces(tx, [own.itemId, other.itemId], at(40), at(3)))
    expect(lost).toEqual([{ itemId: other.itemId, outcome: 'clash' }])
    expect(await wrongWithPlaces(db, at(3))).toEqual([])
  })

  it('is bought together with the last one, which another person let lapse', async () => {
    const yoga = await place.anOffer('classes', { capacity: 2 })
    const bought = [await place.take(yoga, { until: 5 }), await place.take(yoga, { until: 5 })]
    await transact(db, (tx) =>
      freeHolds(
        tx,
        bought.map(({ holdId }) => holdId),
        'expired',
        at(6),
      ),
    )
    await place.take(yoga, { now: 6, until: 7 })
    const itemIds = bought.map(({ itemId }) => itemId)
    expect(await transact(db, (tx) => confirmPlaces(tx, itemIds, at(20)))).toEqual([])
    const holds = db.selectFrom('basketItem as i').innerJoin('hold as h', 'h.id', 'i.holdId').select('state')
    expect(await holds.where('i.id', 'in', itemIds).execute()).toEqual([
      { state: 'confirmed' },
      { state: 'confirmed' },
    ])
    expect(await wrongWithPlaces(db, at(20))).toEqual([])
  })

  it('keeps its hold, of a class on a floor too: the limit of renewals counts from its beginning', async () => {
    const locationId = (await aLocation(db, place.venueId, { spaces: ['a'] })).id
    const { itemId, holdId } = await place.take(await place.anOffer('classes', { locationId }), { until: 5 })
    expect(await transact(db, (tx) => renewPlaces(tx, [itemId], at(30), at(6)))).toEqual([])
    expect(await db.selectFrom('basketItem').select(['id', 'holdId']).execute()).toEqual([
      { id: itemId, holdId },
    ])
  })
})
