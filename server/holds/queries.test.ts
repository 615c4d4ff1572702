import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { addEntry } from './offers/service.ts'
import { confirmItems, freeHolds, lapseHolds, moveHold, renewItems, takeBatch } from './queries.ts'
import type { RequestedItem } from './queries.ts'

const opening = new Date('2027-03-01T09:00:00Z')
const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)

type Offer = Pick<RequestedItem, 'occurrenceId' | 'pricingOptionId' | 'ticketTypeId' | 'mayOverlap'>

let db: Database
let operatorId: number
let venueId: number
let studioId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  venueId = (await aVenue(db, { operatorId })).id
  studioId = (await aLocation(db, venueId, { slug: 'studio' })).id
})

const anOffer = async (
  kind: 'classes' | 'courts' | 'tickets',
  { capacity = 1, locationId = studioId, later = 0, allowsOverlap = false } = {},
): Promise<Offer> => {
  const activity = await anActivity(db, venueId, { kind, allowsOverlap })
  const ticket = kind === 'tickets' ? await aTicketType(db, activity.id) : null
  const { id } = await anOccurrence(db, { activity, locationId, startsAt: at(10_000 + later) }, { capacity })
  return {
    occurrenceId: id,
    pricingOptionId: ticket?.pricingOptionId ?? activity.pricingOptionId,
    ticketTypeId: ticket?.id ?? null,
    mayOverlap: kind === 'tickets',
  }
}

const aPerson = async (): Promise<number> => (await aCustomer(db, operatorId)).id

const itemOf = (offer: Offer, personId: number | null, places = 1): RequestedItem => ({
  ...offer,
  places,
  idForm: 'v2',
  quantity: places,
  unitPrice: 500,
  purchasedForId: null,
  customerReference: null,
  personId,
})

const aBasket = async (): Promise<number> => {
  const values = { operatorId, createdAt: opening, updatedAt: opening }
  return (await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const takeTogether = async (
  requests: readonly { basketId: number; items: RequestedItem[] }[],
  now = 0,
): Promise<(string | undefined)[]> => {
  const held = requests.map((request) => ({ ...request, heldUntil: at(now + 15) }))
  return (await takeBatch(db, held, at(now))).map(({ outcome }) => outcome)
}

/** Takes places for a basket of its own. @returns the outcome, the line and its hold */
const take = async (
  offer: Offer,
  {
    personId = null,
    places = 1,
    until = 30,
    now = 0,
  }: { personId?: number | null; places?: number; until?: number; now?: number } = {},
) => {
  const basketId = await aBasket()
  const item = itemOf(offer, personId, places)
  const [result] = await takeBatch(db, [{ basketId, heldUntil: at(until), items: [item] }], at(now))
  const line = await db
    .selectFrom('basketItem')
    .select(['id', 'holdId'])
    .where('basketId', '=', basketId)
    .executeTakeFirst()
  return { outcome: result?.outcome, itemId: line?.id ?? 0, holdId: line?.holdId ?? 0 }
}

const wait = (offer: Offer, personId: number, places = 1, now = 0) =>
  transact(db, (tx) =>
    addEntry(
      tx,
      { occurrenceId: offer.occurrenceId, personId, actorId: personId, form: 'v2', places },
      at(now),
    ),
  )

const resize = async (itemId: number, places: number, now: number): Promise<string | undefined> => {
  const { rows } = await sql<{ outcome: string }>`
    select resize_places(${itemId}, ${places}, ${at(now)}) as outcome`.execute(db)
  return rows[0]?.outcome
}

const entryOf = async (personId: number) =>
  (await db.selectFrom('waitlistEntry').select('state').where('personId', '=', personId).executeTakeFirst())
    ?.state

const holdOf = (holdId: number) =>
  db.selectFrom('hold').select(['state', 'places']).where('id', '=', holdId).executeTakeFirstOrThrow()

describe('requests that arrive together', () => {
  it('get places in the order of arrival, with an account or without (I2)', async () => {
    const yoga = await anOffer('classes')
    const ann = await aPerson()
    const requests = []
    for (const personId of [ann, null, null])
      requests.push({ basketId: await aBasket(), items: [itemOf(yoga, personId)] })
    expect(await takeTogether(requests)).toEqual(['ok', 'held', 'held'])
  })

  it('get the place of one that is refused before them', async () => {
    const [yoga, spin] = [await anOffer('classes'), await anOffer('classes')]
    const ann = await aPerson()
    await take(spin, { personId: ann })
    const requests = [
      { basketId: await aBasket(), items: [itemOf(yoga, ann)] },
      { basketId: await aBasket(), items: [itemOf(yoga, null)] },
    ]
    expect(await takeTogether(requests)).toEqual(['clash', 'ok'])
  })

  it('are one line when a basket asks twice', async () => {
    const basketId = await aBasket()
    const items = [itemOf(await anOffer('classes', { capacity: 5 }), null)]
    const twice = [
      { basketId, items },
      { basketId, items },
    ]
    expect(await takeTogether(twice)).toEqual(['ok', 'ok'])
    expect(await db.selectFrom('basketItem').select('id').execute()).toHaveLength(1)
  })

  it('leave the waitlist of other sessions alone', async () => {
    const [yoga, spin] = [await anOffer('classes'), await anOffer('classes')]
    const ann = await aPerson()
    await take(yoga, { until: 5 })
    await wait(yoga, ann)
    expect((await take(spin, { now: 6 })).outcome).toBe('ok')
    expect(await entryOf(ann)).toBe('waiting')
  })
})

describe('the size of a line', () => {
  it('stays as it is when its hold has lapsed or was released', async () => {
    const swim = await anOffer('tickets', { capacity: 10 })
    const [lapsed, released] = [await take(swim, { until: 5 }), await take(swim)]
    await transact(db, (tx) => freeHolds(tx, [released.holdId], 'released', at(1)))
    for (const { itemId, holdId } of [lapsed, released]) {
      expect(await resize(itemId, 2, 5)).toBe('full')
      expect(await resize(itemId, 1, 5)).toBe('ok')
      expect((await holdOf(holdId)).places).toBe(1)
    }
    expect(await resize((await take(swim)).itemId, 2, 5)).toBe('ok')
  })

  it('shrinks whatever has become of the session', async () => {
    const swim = await anOffer('tickets', { capacity: 2 })
    const { itemId } = await take(swim, { places: 2 })
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await resize(itemId, 1, 1)).toBe('ok')
    expect(await wrongWithPlaces(db, at(1))).toEqual([])
  })

  it('grows only by places that come free after the waitlist', async () => {
    const swim = await anOffer('tickets', { capacity: 2 })
    const [mine] = [await take(swim), await take(swim, { until: 5 })]
    const ann = await aPerson()
    await wait(swim, ann, 1, 1)
    expect(await resize(mine.itemId, 2, 6)).toBe('held')
    expect(await entryOf(ann)).toBe('offered')
    expect(await wrongWithPlaces(db, at(6))).toEqual([])
  })
})

describe('holds that are ended as if their time were up', () => {
  it('are those named and not bought', async () => {
    const swim = await anOffer('tickets', { capacity: 10 })
    const [named, bought, other] = [await take(swim), await take(swim), await take(swim)]
    await transact(db, (tx) => confirmItems(tx, [bought.itemId], at(1)))
    await transact(db, (tx) => lapseHolds(tx, [named.holdId, bought.holdId], at(2)))
    const states = []
    for (const { holdId } of [named, bought, other]) states.push((await holdOf(holdId)).state)
    expect(states).toEqual(['expired', 'confirmed', 'held'])
    // The other one keeps its time.
    expect(await resize(other.itemId, 2, 3)).toBe('ok')
  })
})

describe('holds that are ended because their time was up', () => {
  it('are not those that were renewed meanwhile', async () => {
    const swim = await anOffer('tickets', { capacity: 10 })
    const [due, renewed] = [await take(swim, { until: 5 }), await take(swim, { until: 6 })]
    const ended = await transact(db, (tx) => freeHolds(tx, [due.holdId, renewed.holdId], 'expired', at(5)))
    expect(ended).toBe(1)
    expect((await holdOf(due.holdId)).state).toBe('expired')
    expect((await holdOf(renewed.holdId)).state).toBe('held')
  })

  it('keep their time when they had ended before', async () => {
    const swim = await anOffer('tickets', { capacity: 10 })
    const [lapsed, live, released] = [await take(swim, { until: 5 }), await take(swim), await take(swim)]
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
    const { itemId, holdId } = await take(await anOffer('tickets'))
    await transact(db, (tx) => confirmItems(tx, [itemId], at(1)))
    expect(await transact(db, (tx) => renewItems(tx, [itemId], at(30), at(2)))).toEqual([])
    expect((await holdOf(holdId)).state).toBe('confirmed')
  })
})

describe('a court', () => {
  it('is full for good while a class stands on its floor', async () => {
    const hall = await aLocation(db, venueId, { slug: 'hall', spaces: ['a'] })
    await anOffer('classes', { locationId: hall.id })
    const court = await anOffer('courts', { locationId: hall.id })
    await sql`select claim_class_floor(${venueId}, ${'2027-03-01'}::date)`.execute(db)
    expect((await take(court)).outcome).toBe('full')
  })
})

describe('taking what is on offer', () => {
  it('is refused once the session is called off', async () => {
    const yoga = await anOffer('classes')
    const ann = await aPerson()
    await take(yoga, { until: 5 })
    await wait(yoga, ann)
    await sql`select promote_waitlist(${yoga.occurrenceId}, ${at(6)})`.execute(db)
    expect(await entryOf(ann)).toBe('offered')
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect((await take(yoga, { personId: ann, now: 7 })).outcome).toBe('cancelled')
  })

  it('leaves what is on offer at another session', async () => {
    const [yoga, spin] = [await anOffer('classes'), await anOffer('classes', { capacity: 5 })]
    const ann = await aPerson()
    await take(yoga, { until: 5 })
    await wait(yoga, ann)
    await sql`select promote_waitlist(${yoga.occurrenceId}, ${at(6)})`.execute(db)
    expect((await take(spin, { personId: ann, now: 7 })).outcome).toBe('ok')
    expect(await entryOf(ann)).toBe('offered')
    expect(await wrongWithPlaces(db, at(7))).toEqual([])
    // Nor with other sessions, nor what is on offer to somebody else.
    const ben = await aPerson()
    const [swim, dip] = [await anOffer('tickets', { capacity: 5 }), await anOffer('tickets', { capacity: 5 })]
    const both = [itemOf(swim, ann), itemOf(dip, ann)]
    expect(await takeTogether([{ basketId: await aBasket(), items: both }], 7)).toEqual(['ok'])
    const theirs = [itemOf(swim, ben), itemOf(yoga, ben)]
    expect(await takeTogether([{ basketId: await aBasket(), items: theirs }], 7)).toEqual(['full'])
    expect(await entryOf(ann)).toBe('offered')
  })

  it('leaves the places that are not wanted to the next', async () => {
    const swim = await anOffer('tickets', { capacity: 2 })
    const [ann, ben] = [await aPerson(), await aPerson()]
    // Another session has its own places.
    await take(await anOffer('tickets', { capacity: 5 }), { places: 3 })
    await take(swim, { until: 5, places: 2 })
    await wait(swim, ann, 2)
    await wait(swim, ben, 1)
    await sql`select promote_waitlist(${swim.occurrenceId}, ${at(6)})`.execute(db)
    expect([await entryOf(ann), await entryOf(ben)]).toEqual(['offered', 'waiting'])
    expect((await take(swim, { personId: ann, now: 7 })).outcome).toBe('ok')
    expect([await entryOf(ann), await entryOf(ben)]).toEqual(['taken', 'offered'])
    expect(await wrongWithPlaces(db, at(7))).toEqual([])
  })
})

describe('moving what is booked', () => {
  const sell = async (offer: Offer, personId: number): Promise<number> => {
    const { itemId, holdId } = await take(offer, { personId })
    await transact(db, (tx) => confirmItems(tx, [itemId], at(0)))
    return holdId
  }
  const move = async (holdId: number, to: Offer, now = 1): Promise<string> =>
    (await transact(db, (tx) => moveHold(tx, holdId, to.occurrenceId, at(now)))).outcome

  it('is for what is booked, and to another session', async () => {
    const [yoga, spin] = [await anOffer('classes', { capacity: 5 }), await anOffer('classes', { later: 60 })]
    await expect(move((await take(yoga)).holdId, spin)).rejects.toThrow('no booked places')
    await expect(move(await sell(yoga, await aPerson()), yoga)).rejects.toThrow('no booked places')
  })

  it('to what one has or to the time of another is for tickets and for what may overlap', async () => {
    const early = await anOffer('tickets', { capacity: 9 })
    const [pool, yoga, gym, spin] = [
      await anOffer('tickets', { capacity: 9, later: 60 }),
      await anOffer('classes', { capacity: 9, later: 60 }),
      await anOffer('classes', { capacity: 9, later: 60, allowsOverlap: true }),
      await anOffer('classes', { later: 60 }),
    ]
    const ann = await aPerson()
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
    await sell(spin, await aPerson())
    // Also where it would clash.
    expect(await move(await sell(early, ann), spin)).toBe('full')
  })

  it('is after those who wait there', async () => {
    const [yoga, spin] = [await anOffer('classes'), await anOffer('classes', { later: 60 })]
    await take(spin, { until: 5 })
    await wait(spin, await aPerson())
    expect(await move(await sell(yoga, await aPerson()), spin, 6)).toBe('full')
  })

  it('to what is on offer takes that offer and none other', async () => {
    const [yoga, spin, step, late] = [
      await anOffer('classes', { capacity: 5 }),
      await anOffer('classes', { later: 60 }),
      await anOffer('classes', { later: 120 }),
      await anOffer('classes', { later: 180 }),
    ]
    const [ann, ben] = [await aPerson(), await aPerson()]
    const other = await take(yoga, { until: 60 })
    for (const offer of [step, spin]) {
      await take(offer, { until: 5 })
      await wait(offer, ann)
      await sql`select promote_waitlist(${offer.occurrenceId}, ${at(6)})`.execute(db)
    }
    await wait(spin, ben, 1, 6)
    await take(late, { until: 7 })
    await wait(late, ben, 1, 6)
    for (const to of [await anOffer('classes', { later: 240 }), spin])
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
    expect((await holdOf(other.holdId)).state).toBe('held')
    expect(await wrongWithPlaces(db, at(8))).toEqual([])
    expect(await wrongWithWaitlists(db, at(8))).toEqual([])
  })
})
