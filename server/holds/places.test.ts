import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testDatabase } from '#test/support/database.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { aPlaceToHold, at, itemOf } from '#test/support/holds.ts'
import type { Offer, PlaceToHold } from '#test/support/holds.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { confirmPlaces, freeHolds, holdPlacesForMove, lapseHolds, movePlaces, renewPlaces } from './places.ts'

let db: Database
let place: PlaceToHold

beforeEach(async () => {
  db = (await testDatabase()).db
  place = await aPlaceToHold(db)
})

describe('requests that arrive together', () => {
  it('get places in the order of arrival, with an account or without (I2)', async () => {
    const yoga = await place.anOffer('classes')
    const ann = await place.aPerson()
    const requests = []
    for (const personId of [ann, null, null])
      requests.push({ basketId: await place.aBasket(), items: [itemOf(yoga, personId)] })
    expect(await place.takeTogether(requests)).toEqual(['ok', 'held', 'held'])
  })

  it('get the place of one that is refused before them', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    const ann = await place.aPerson()
    await place.take(spin, { personId: ann })
    const requests = [
      { basketId: await place.aBasket(), items: [itemOf(yoga, ann)] },
      { basketId: await place.aBasket(), items: [itemOf(yoga, null)] },
    ]
    expect(await place.takeTogether(requests)).toEqual(['clash', 'ok'])
  })

  it('are one line when a basket asks twice', async () => {
    const basketId = await place.aBasket()
    const items = [itemOf(await place.anOffer('classes', { capacity: 5 }), null)]
    const twice = [
      { basketId, items },
      { basketId, items },
    ]
    expect(await place.takeTogether(twice)).toEqual(['ok', 'ok'])
    expect(await db.selectFrom('basketItem').select('id').execute()).toHaveLength(1)
  })

  it('leave the waitlist of other sessions alone', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    const ann = await place.aPerson()
    await place.take(yoga, { until: 5 })
    await place.wait(yoga, ann)
    expect((await place.take(spin, { now: 6 })).outcome).toBe('ok')
    expect(await place.entryOf(ann)).toBe('waiting')
  })
})

describe('a session whose places lie in baskets', () => {
  it('is only held, even while people wait for another', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes')]
    for (const offer of [yoga, spin]) await place.take(offer)
    await place.wait(spin, await place.aPerson())
    expect((await place.take(yoga)).outcome).toBe('held')
  })

  it('has the places of those that have lapsed, however full others are', async () => {
    const [before, yoga, after] = [
      await place.anOffer('classes', { capacity: 2 }),
      await place.anOffer('classes'),
      await place.anOffer('classes', { capacity: 2 }),
    ]
    for (const offer of [before, after]) await place.take(offer, { places: 2 })
    await place.take(yoga, { until: 5 })
    expect((await place.take(yoga, { now: 5 })).outcome).toBe('ok')
    expect(await wrongWithPlaces(db, at(5))).toEqual([])
  })
})

describe('the size of a line', () => {
  it('stays as it is when its hold has lapsed or was released', async () => {
    const swim = await place.anOffer('tickets', { capacity: 10 })
    const [lapsed, released] = [await place.take(swim, { until: 5 }), await place.take(swim)]
    await transact(db, (tx) => freeHolds(tx, [released.holdId], 'released', at(1)))
    for (const { itemId, holdId } of [lapsed, released]) {
      expect(await place.resize(itemId, 2, 5)).toBe('full')
      expect(await place.resize(itemId, 1, 5)).toBe('ok')
      expect((await place.holdOf(holdId)).places).toBe(1)
    }
    expect(await place.resize((await place.take(swim)).itemId, 2, 5)).toBe('ok')
  })

  it('shrinks whatever has become of the session', async () => {
    const swim = await place.anOffer('tickets', { capacity: 2 })
    const { itemId } = await place.take(swim, { places: 2 })
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await place.resize(itemId, 1, 1)).toBe('ok')
    expect(await wrongWithPlaces(db, at(1))).toEqual([])
  })

  it('grows only by places that come free after the waitlist', async () => {
    const swim = await place.anOffer('tickets', { capacity: 2 })
    const [mine] = [await place.take(swim), await place.take(swim, { until: 5 })]
    const ann = await place.aPerson()
    await place.wait(swim, ann, 1, 1)
    expect(await place.resize(mine.itemId, 2, 6)).toBe('held')
    expect(await place.entryOf(ann)).toBe('offered')
    expect(await wrongWithPlaces(db, at(6))).toEqual([])
  })
})

describe('holds that are ended as if their time were up', () => {
  it('are those named and not bought', async () => {
    const swim = await place.anOffer('tickets', { capacity: 10 })
    const [named, bought, other] = [await place.take(swim), await place.take(swim), await place.take(swim)]
    await transact(db, (tx) => confirmPlaces(tx, [bought.itemId], at(1)))
    await transact(db, (tx) => lapseHolds(tx, [named.holdId, bought.holdId], at(2)))
    const states = []
    for (const { holdId } of [named, bought, other]) states.push((await place.holdOf(holdId)).state)
    expect(states).toEqual(['expired', 'confirmed', 'held'])
    // The other one keeps its time.
    expect(await place.resize(other.itemId, 2, 3)).toBe('ok')
  })
})

describe('holds that are ended because their time was up', () => {
  it('are not those that were renewed meanwhile', async () => {
    const swim = await place.anOffer('tickets', { capacity: 10 })
    const [due, renewed] = [await place.take(swim, { until: 5 }), await place.take(swim, { until: 6 })]
    const ended = await transact(db, (tx) => freeHolds(tx, [due.holdId, renewed.holdId], 'expired', at(5)))
    expect(ended).toBe(1)
    expect((await place.holdOf(due.holdId)).state).toBe('expired')
    expect((await place.holdOf(renewed.holdId)).state).toBe('held')
  })

  it('keep their time when they had ended before', async () => {
    const swim = await place.anOffer('tickets', { capacity: 10 })
    const [lapsed, live, released] = [
      await place.take(swim, { until: 5 }),
      await place.take(swim),
      await place.take(swim),
    ]
    await transact(db, (tx) => freeHolds(tx, [released.holdId], 'released', at(7)))
    const ids = [lapsed.holdId, live.holdId, released.holdId]
    await transact(db, (tx) => lapseHolds(tx, ids, at(8)))
    const rows = await db.selectFrom('hold').select(['state', 'heldUntil']).orderBy('id').execute()
    expect(rows).toEqual([
      { state: 'expired', heldUntil: at(5) },
      { state: 'expired', heldUntil: at(8) },
      { state: 'released', heldUntil: at(30) },
    ])
  })
})

describe('a bought place', () => {
  it('stays bought when its line is renewed', async () => {
    const { itemId, holdId } = await place.take(await place.anOffer('tickets'))
    await transact(db, (tx) => confirmPlaces(tx, [itemId], at(1)))
    expect(await transact(db, (tx) => renewPlaces(tx, [itemId], at(30), at(2)))).toEqual([])
    expect((await place.holdOf(holdId)).state).toBe('confirmed')
  })
})

describe('a court', () => {
  it('is full for good while a class stands on its floor', async () => {
    const hall = await aLocation(db, place.venueId, { slug: 'hall', spaces: ['a'] })
    await place.anOffer('classes', { locationId: hall.id })
    const court = await place.anOffer('courts', { locationId: hall.id })
    await sql`select claim_class_floor(${place.venueId}, ${'2027-03-01'}::date)`.execute(db)
    expect((await place.take(court)).outcome).toBe('full')
  })
})

describe('moving what is booked', () => {
  const sell = async (offer: Offer, personId: number, places = 1): Promise<number> => {
    const { itemId, holdId } = await place.take(offer, { personId, places })
    await transact(db, (tx) => confirmPlaces(tx, [itemId], at(0)))
    return holdId
  }
  const move = async (holdId: number, to: Offer, now = 1): Promise<string> =>
    (await transact(db, (tx) => movePlaces(tx, holdId, to.occurrenceId, at(now)))).outcome

  it('is for what is booked, and to another session', async () => {
    const [yoga, spin] = [
      await place.anOffer('classes', { capacity: 5 }),
      await place.anOffer('classes', { later: 60 }),
    ]
    await expect(move((await place.take(yoga)).holdId, spin)).rejects.toThrow('no booked places')
    await expect(move(await sell(yoga, await place.aPerson()), yoga)).rejects.toThrow('no booked places')
  })

  it('to what one has or to the time of another is for tickets and for what may overlap', async () => {
    const early = await place.anOffer('tickets', { capacity: 9 })
    const [pool, yoga, gym, spin] = [
      await place.anOffer('tickets', { capacity: 9, later: 60 }),
      await place.anOffer('classes', { capacity: 9, later: 60 }),
      await place.anOffer('classes', { capacity: 9, later: 60, allowsOverlap: true }),
      await place.anOffer('classes', { later: 60 }),
    ]
    const ann = await place.aPerson()
    for (const [to, again] of [
      [pool, 'ok'],
      [yoga, 'already_booked'],
      [gym, 'ok'],
    ] as const) {
      const there = await sell(to, ann)
      expect(await move(await sell(early, ann), to)).toBe(again)
      const { rows } = await sql<{ id: number }>`select id from hold where id >= ${there}`.execute(db)
      for (const { id } of rows) await freeHolds(db, [id], 'released', at(1))
    }
    await sell(yoga, ann)
    for (const to of [gym, pool]) expect(await move(await sell(early, ann), to)).toBe('ok')
    await sell(spin, await place.aPerson())
    // Also where it would clash.
    expect(await move(await sell(early, ann), spin)).toBe('full')
  })

  it('is after those who wait there', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes', { later: 60 })]
    await place.take(spin, { until: 5 })
    await place.wait(spin, await place.aPerson())
    expect(await move(await sell(yoga, await place.aPerson()), spin, 6)).toBe('full')
  })

  it('to what cannot be held leaves what is on offer to the person there', async () => {
    const [swim, dip] = [
      await place.anOffer('tickets', { capacity: 5 }),
      await place.anOffer('tickets', { later: 60 }),
    ]
    const ann = await place.aPerson()
    await place.take(dip, { until: 5 })
    await place.wait(dip, ann)
    await sql`select promote_waitlist(${dip.occurrenceId}, ${at(6)})`.execute(db)
    const holdId = await sell(swim, ann, 2)
    const { occurrenceId } = dip
    const wanted = { holdId, occurrenceId, basketId: await place.aBasket(), until: at(20) }
    expect((await transact(db, (tx) => holdPlacesForMove(tx, wanted, at(7)))).outcome).toBe('full')
    expect(await place.entryOf(ann)).toBe('offered')
    expect(await wrongWithWaitlists(db, at(7))).toEqual([])
  })

  it('to what is on offer takes that offer and none other', async () => {
    const [yoga, spin, step, late] = [
      await place.anOffer('classes', { capacity: 5 }),
      await place.anOffer('classes', { later: 60 }),
      await place.anOffer('classes', { later: 120 }),
      await place.anOffer('classes', { later: 180 }),
    ]
    const [ann, ben] = [await place.aPerson(), await place.aPerson()]
    const other = await place.take(yoga, { until: 60 })
    for (const offer of [step, spin]) {
      await place.take(offer, { until: 5 })
      await place.wait(offer, ann)
      await sql`select promote_waitlist(${offer.occurrenceId}, ${at(6)})`.execute(db)
    }
    await place.wait(spin, ben, 1, 6)
    await place.take(late, { until: 7 })
    await place.wait(late, ben, 1, 6)
    for (const to of [await place.anOffer('classes', { later: 240 }), spin])
      expect(await move(await sell(yoga, ann), to, 8)).toBe('ok')
    const entries = db.selectFrom('waitlistEntry as w').innerJoin('waitlistEvent as e', 'e.entryId', 'w.id')
    const last = entries.distinctOn('w.id').select(['w.personId', 'w.occurrenceId', 'e.what'])
    expect(await last.orderBy('w.id').orderBy('e.id', 'desc').execute()).toEqual([
      { personId: ann, occurrenceId: step.occurrenceId, what: 'offered' },
      { personId: ann, occurrenceId: spin.occurrenceId, what: 'taken' },
      { personId: ben, occurrenceId: spin.occurrenceId, what: 'joined' },
      // Its place has come free, which is for its own lock to see.
      { personId: ben, occurrenceId: late.occurrenceId, what: 'joined' },
    ])
    expect((await place.holdOf(other.holdId)).state).toBe('held')
    expect(await wrongWithPlaces(db, at(8))).toEqual([])
    expect(await wrongWithWaitlists(db, at(8))).toEqual([])
  })
})
