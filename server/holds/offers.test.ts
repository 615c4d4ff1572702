import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#server/platform/transact.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { openFullSessions } from '#test/support/fullSessions.ts'
import type { FullSessions } from '#test/support/fullSessions.ts'
import { aPlaceToHold, at, itemOf } from '#test/support/holds.ts'
import type { PlaceToHold } from '#test/support/holds.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { addEntry, offerPlace, removeEntry, withdrawOffers } from './offers.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

let db: FullSessions['db']
let operatorId: FullSessions['operatorId']
let venueId: FullSessions['venueId']
let personId: FullSessions['personId']
let otherId: FullSessions['otherId']
let classes: FullSessions['classes']
let hold: FullSessions['hold']
let aFullOne: FullSessions['aFullOne']
let joinRange: FullSessions['joinRange']
let join: FullSessions['join']
let promote: FullSessions['promote']
let setCapacity: FullSessions['setCapacity']
let callOff: FullSessions['callOff']
let statesOf: FullSessions['statesOf']
let entriesWith: FullSessions['entriesWith']

beforeEach(async () => {
  ;({
    db,
    operatorId,
    venueId,
    personId,
    otherId,
    classes,
    hold,
    aFullOne,
    joinRange,
    join,
    promote,
    setCapacity,
    callOff,
    statesOf,
    entriesWith,
  } = await openFullSessions())
})

describe('an entry', () => {
  it('cannot be made for a session that was called off', async () => {
    const occurrenceId = await aFullOne(5, classes, 'cancelled')
    const joining = { occurrenceId, personId, actorId: personId, form: 'v2' as const, places: 1 }
    expect(await transact(db, (tx) => addEntry(tx, joining, now))).toMatchObject({ outcome: 'cancelled' })
  })

  it('cannot be made by a person who has an offer, for the session or for times of a day', async () => {
    const yoga = await aFullOne(5)
    await join(yoga, personId)
    await setCapacity(yoga, 2)
    await promote(yoga)
    const joining = { occurrenceId: yoga, personId, actorId: personId, form: 'v2' as const, places: 1 }
    const refusal = { outcome: 'already_on_waitlist' }
    expect(await transact(db, (tx) => addEntry(tx, joining, now))).toMatchObject(refusal)
    expect(await joinRange([yoga])).toMatchObject(refusal)
  })

  it('can be made by a person who has a place in a basket, of what may be had twice', async () => {
    const twice = await anActivity(db, venueId, { allowsOverlap: true })
    for (const [activity, outcome] of [
      [classes, 'places_free'],
      [twice, 'ok'],
    ] as const) {
      const full = await aFullOne(5, activity)
      for (const person of [personId, otherId]) await hold(full, person, inHours(1))
      const joining = { occurrenceId: full, personId, actorId: personId, form: 'v2' as const, places: 1 }
      expect(await transact(db, (tx) => addEntry(tx, joining, now))).toMatchObject({ outcome })
      expect(await joinRange([full], otherId)).toMatchObject({ outcome })
    }
  })

  it('ends when the person has booked', async () => {
    const yoga = await aFullOne(5)
    await join(yoga, personId)
    await join(yoga, otherId)
    await hold(yoga, personId)
    await promote(yoga)
    expect([await statesOf(personId), await statesOf(otherId)]).toEqual([['taken'], ['waiting']])
  })
})

describe('an offer', () => {
  it('has run out at its time, not before', async () => {
    const yoga = await aFullOne(5)
    await hold(await aFullOne(8), otherId, inHours(9))
    await join(yoga, personId)
    await setCapacity(yoga, 2)
    await promote(yoga)
    const { offerExpiresAt } = await db
      .selectFrom('waitlistEntry')
      .select('offerExpiresAt')
      .executeTakeFirstOrThrow()
    const expiry = offerExpiresAt?.getTime() ?? 0
    await promote(yoga, new Date(expiry - 1))
    expect(await statesOf(personId)).toEqual(['offered'])
    await promote(yoga, new Date(expiry))
    expect(await statesOf(personId)).toEqual(['passed'])
    const held = db.selectFrom('hold').select('state').where('waitlistEntryId', 'is not', null)
    expect(await held.execute()).toEqual([{ state: 'expired' }])
  })

  it('that has run out at another session has run out there', async () => {
    const [yoga, spin] = [await aFullOne(5), await aFullOne(8)]
    await join(yoga, personId)
    await join(spin, otherId)
    for (const session of [yoga, spin]) {
      await setCapacity(session, 2)
      await promote(session)
    }
    await promote(yoga, inHours(4))
    expect([await statesOf(personId), await statesOf(otherId)]).toEqual([['passed'], ['offered']])
    await promote(spin, inHours(4))
    expect(await statesOf(otherId)).toEqual(['passed'])
  })

  it('is made while its own venue is open, whatever other venues are', async () => {
    const closed = await aVenue(db, { operatorId }, { status: 'closed' })
    const [yoga, spin] = [await aFullOne(5), await aFullOne(5, await anActivity(db, closed.id))]
    await join(yoga, personId)
    await join(spin, otherId)
    for (const session of [yoga, spin]) {
      await setCapacity(session, 2)
      await promote(session)
    }
    expect([await statesOf(personId), await statesOf(otherId)]).toEqual([['offered'], ['waiting']])
  })

  it('out of turn passes over those who wait before, while the list is open', async () => {
    const [yoga, spin] = [await aFullOne(5), await aFullOne(8)]
    const leftId = await join(yoga, (await aCustomer(db, operatorId)).id)
    await transact(db, (tx) => removeEntry(tx, { entryId: leftId, actorId: personId }, now))
    await join(spin, personId)
    const first = await join(yoga, personId)
    const second = await join(yoga, otherId)
    await join(yoga, (await aCustomer(db, operatorId)).id)
    await setCapacity(yoga, 2)
    const offer = (at: Date) =>
      transact(db, (tx) => offerPlace(tx, { entryId: second, actorId: personId }, at))
    expect(await offer(inHours(5))).toBe('closed')
    expect(await offer(now)).toBe('ok')
    expect(await entriesWith('passed_over')).toEqual([first])
    expect(await statesOf(otherId)).toEqual(['offered'])
  })

  it('is withdrawn once each time', async () => {
    const yoga = await aFullOne(5)
    const entryId = await join(yoga, personId)
    for (let times = 0; times < 2; times += 1) {
      await setCapacity(yoga, 2)
      await promote(yoga)
      await transact(db, (tx) => withdrawOffers(tx, [{ id: yoga, capacity: 1 }], now))
      await setCapacity(yoga, 1)
    }
    expect(await entriesWith('withdrawn')).toEqual([entryId, entryId])
  })
})

describe('a range with an offer', () => {
  let three: [number, number, number]

  beforeEach(async () => {
    three = [await aFullOne(5), await aFullOne(8), await aFullOne(11)]
    await joinRange(three)
    await setCapacity(three[0], 2)
    await promote(three[0])
  })

  it('waits again for the others when the session on offer is called off', async () => {
    await callOff(three[0])
    await promote(three[0])
    expect(await statesOf(personId)).toEqual(['closed', 'waiting', 'waiting'])
  })

  it('stays paused when another session is called off', async () => {
    await callOff(three[1])
    await promote(three[1])
    expect(await statesOf(personId)).toEqual(['offered', 'closed', 'paused'])
  })

  it('stays paused when the person leaves another session', async () => {
    const { id } = await db
      .selectFrom('waitlistEntry')
      .select('id')
      .where('occurrenceId', '=', three[1])
      .executeTakeFirstOrThrow()
    await transact(db, (tx) => removeEntry(tx, { entryId: id, actorId: personId }, now))
    expect(await statesOf(personId)).toEqual(['offered', 'left', 'paused'])
  })

  it('says only of what changes that it is paused or resumed', async () => {
    await db
      .updateTable('waitlistEntry')
      .set({ state: 'waiting' })
      .where('occurrenceId', '=', three[1])
      .execute()
    await sql`select change_range(range_id, 'resumed', ${now}) from waitlist_entry limit 1`.execute(db)
    expect(await entriesWith('resumed')).toHaveLength(1)
  })
})

describe('a range without an offer', () => {
  it('ends when the person has booked one of its sessions', async () => {
    const two = [await aFullOne(5), await aFullOne(8)]
    await joinRange(two)
    await hold(two[0] ?? 0, personId)
    await promote(two[0] ?? 0)
    expect(await statesOf(personId)).toEqual(['taken', 'left'])
  })
})

describe('taking what is on offer', () => {
  let place: PlaceToHold
  beforeEach(async () => {
    place = await aPlaceToHold(db)
  })

  it('is refused once the session is called off', async () => {
    const yoga = await place.anOffer('classes')
    const ann = await place.aPerson()
    await place.take(yoga, { until: 5 })
    await place.wait(yoga, ann)
    await sql`select promote_waitlist(${yoga.occurrenceId}, ${at(6)})`.execute(db)
    expect(await place.entryOf(ann)).toBe('offered')
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect((await place.take(yoga, { personId: ann, now: 7 })).outcome).toBe('cancelled')
  })

  it('leaves what is on offer at another session', async () => {
    const [yoga, spin] = [await place.anOffer('classes'), await place.anOffer('classes', { capacity: 5 })]
    const ann = await place.aPerson()
    await place.take(yoga, { until: 5 })
    await place.wait(yoga, ann)
    await sql`select promote_waitlist(${yoga.occurrenceId}, ${at(6)})`.execute(db)
    expect((await place.take(spin, { personId: ann, now: 7 })).outcome).toBe('ok')
    expect(await place.entryOf(ann)).toBe('offered')
    expect(await wrongWithPlaces(db, at(7))).toEqual([])
    // Nor with other sessions, nor what is on offer to another person.
    const ben = await place.aPerson()
    const [swim, dip] = [
      await place.anOffer('tickets', { capacity: 5 }),
      await place.anOffer('tickets', { capacity: 5 }),
    ]
    const both = [itemOf(swim, ann), itemOf(dip, ann)]
    expect(await place.takeTogether([{ basketId: await place.aBasket(), items: both }], 7)).toEqual(['ok'])
    const theirs = [itemOf(swim, ben), itemOf(yoga, ben)]
    expect(await place.takeTogether([{ basketId: await place.aBasket(), items: theirs }], 7)).toEqual([
      'full',
    ])
    expect(await place.entryOf(ann)).toBe('offered')
  })

  it('is for the buyer of tickets that name no one, and of nothing else', async () => {
    const [swim, dip, yoga] = [
      await place.anOffer('tickets'),
      await place.anOffer('tickets'),
      await place.anOffer('classes'),
    ]
    const ann = await place.aPerson()
    const basketId = await place.aBasket()
    await db.updateTable('basket').set({ customerId: ann }).where('id', '=', basketId).execute()
    const offers = []
    for (const offer of [swim, dip, yoga]) {
      await place.take(offer, { until: 5 })
      await place.wait(offer, ann)
      await sql`select promote_waitlist(${offer.occurrenceId}, ${at(6)})`.execute(db)
      const { rows } = await sql<{ occurrenceId: number }>`
        select w.occurrence_id from find_offer(${offer.occurrenceId}, ${basketId}, null, ${at(6)}) f
          join waitlist_entry w on w.id = f.entry_id`.execute(db)
      offers.push(rows.map(({ occurrenceId }) => occurrenceId))
    }
    expect(offers).toEqual([[swim.occurrenceId], [dip.occurrenceId], []])
  })

  it('leaves the places that are not wanted to the next', async () => {
    const swim = await place.anOffer('tickets', { capacity: 2 })
    const [ann, ben] = [await place.aPerson(), await place.aPerson()]
    // Another session has its own places.
    await place.take(await place.anOffer('tickets', { capacity: 5 }), { places: 3 })
    await place.take(swim, { until: 5, places: 2 })
    await place.wait(swim, ann, 2)
    await place.wait(swim, ben, 1)
    await sql`select promote_waitlist(${swim.occurrenceId}, ${at(6)})`.execute(db)
    expect([await place.entryOf(ann), await place.entryOf(ben)]).toEqual(['offered', 'waiting'])
    expect((await place.take(swim, { personId: ann, now: 7 })).outcome).toBe('ok')
    expect([await place.entryOf(ann), await place.entryOf(ben)]).toEqual(['taken', 'offered'])
    expect(await wrongWithPlaces(db, at(7))).toEqual([])
  })
})
