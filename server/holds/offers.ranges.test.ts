import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#server/platform/transact.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { openFullSessions } from '#test/support/fullSessions.ts'
import type { FullSessions } from '#test/support/fullSessions.ts'
import {
  addEntry,
  promoteWaitlist,
  removeEntry,
  removeRange,
  restoreRange,
  withdrawOffers,
} from './offers.ts'

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
let entriesOf: FullSessions['entriesOf']

beforeEach(async () => {
  ;({ db, operatorId, venueId, personId, otherId, classes, hold, aFullOne, joinRange, join, entriesOf } =
    await openFullSessions())
})

const idOf = (result: { rangeId: number | null }): number => result.rangeId ?? 0

describe('waiting for any of several', () => {
  it('C08: passes over what a person cannot wait for, each for its own reason', async () => {
    const calledOff = await aFullOne(1, classes, 'cancelled')
    const starting = await aFullOne(0)
    const booked = await aFullOne(3)
    await hold(booked, personId)
    const clashing = await aFullOne(5.5)
    await hold(await aFullOne(5), personId)
    const waiting = await aFullOne(8)
    await join(waiting, personId)
    const inBasket = await aFullOne(15)
    await hold(inBasket, personId, inHours(1))
    // Beside what is only in a basket, and beside what another person has bought.
    const free = [await aFullOne(10), await aFullOne(12)]
    await hold(await aFullOne(10), personId, inHours(1))
    await hold(await aFullOne(12), otherId)

    const reasons = []
    const passedOver = [calledOff, starting, booked, clashing, waiting, inBasket]
    for (const one of passedOver) reasons.push((await joinRange([one])).outcome)
    expect(reasons).toEqual([
      'cancelled',
      'closed',
      'already_booked',
      'clash',
      'already_on_waitlist',
      'places_free',
    ])
    expect(await joinRange([...passedOver, ...free])).toMatchObject({ outcome: 'ok' })
    expect((await entriesOf(personId)).map(({ occurrenceId }) => occurrenceId)).toEqual([waiting, ...free])
  })

  it('C08: may be at the time of a booking where the activity allows it', async () => {
    const swim = await anActivity(db, venueId, { kind: 'tickets' })
    await aTicketType(db, swim.id)
    const gym = await anActivity(db, venueId, { kind: 'classes', allowsOverlap: true })
    await hold(await aFullOne(5), personId)
    expect((await joinRange([await aFullOne(5, swim)])).outcome).toBe('ok')
    const training = await aFullOne(5, gym)
    expect((await joinRange([training])).outcome).toBe('ok')
    await transact(db, (tx) => promoteWaitlist(tx, training, now))
    expect((await entriesOf(personId)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect((await joinRange([await aFullOne(5)])).outcome).toBe('clash')
  })

  it('C08: waits for the places of the smallest ticket on sale', async () => {
    const swim = await anActivity(db, venueId, { kind: 'tickets' })
    const single = await aTicketType(db, swim.id, { places: 1 })
    await db.updateTable('ticketType').set({ withdrawn: true }).where('id', '=', single.id).execute()
    for (const places of [3, 2]) await aTicketType(db, swim.id, { places })
    const other = await anActivity(db, venueId, { kind: 'tickets' })
    await aTicketType(db, other.id, { places: 1 })
    // A class whose tickets are of another time of it, when it was sold by them.
    await aTicketType(db, classes.id, { places: 2 })
    await joinRange([await aFullOne(5, swim)])
    await joinRange([await aFullOne(8)], otherId)
    expect(await entriesOf(personId)).toMatchObject([{ places: 2 }])
    expect(await entriesOf(otherId)).toMatchObject([{ places: 1 }])
  })

  it('C08: waits again, after leaving, only for what can still be waited for', async () => {
    // A booking of another time ends no waiting.
    await hold(await aFullOne(40), personId)
    const [calledOff, started, joined, left, open] = [
      await aFullOne(20),
      await aFullOne(2),
      await aFullOne(22),
      await aFullOne(24),
      await aFullOne(26),
    ]
    const all = [calledOff, started, joined, left, open]
    const thirdId = (await aCustomer(db, operatorId)).id
    const [rangeId, otherRange, thirdRange] = [
      idOf(await joinRange(all)),
      idOf(await joinRange(all, otherId)),
      idOf(await joinRange(all, thirdId)),
    ]
    const own = await db
      .selectFrom('waitlistEntry')
      .select('id')
      .where('occurrenceId', '=', left)
      .where('personId', '=', personId)
      .executeTakeFirstOrThrow()
    await transact(db, (tx) => removeEntry(tx, { entryId: own.id, actorId: personId }, now))
    const leave = (range: number, actorId: number, hours: number) =>
      transact(db, (tx) => removeRange(tx, { rangeId: range, actorId }, inHours(hours)))
    expect(await leave(rangeId, personId, 1)).toBe(true)
    expect(await leave(thirdRange, thirdId, 1)).toBe(true)
    expect(await leave(otherRange, otherId, 1.5)).toBe(true)
    // Leaving again changes nothing.
    expect(await leave(rangeId, personId, 1.6)).toBe(false)
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', calledOff).execute()
    await join(joined, personId)
    await join(open, (await aCustomer(db, operatorId)).id)

    expect(await transact(db, (tx) => restoreRange(tx, { rangeId, actorId: personId }, inHours(2)))).toBe(
      true,
    )
    const states = (await entriesOf(personId)).map(({ occurrenceId, state }) => [occurrenceId, state])
    expect(states).toEqual([
      [calledOff, 'left'],
      [started, 'left'],
      [joined, 'left'],
      [joined, 'waiting'],
      [left, 'left'],
      [open, 'waiting'],
    ])
    for (const one of [otherId, thirdId])
      expect((await entriesOf(one)).map(({ state }) => state)).toEqual(all.map(() => 'left'))
    // Another who left can still undo it.
    const undo = { rangeId: otherRange, actorId: otherId }
    expect(await transact(db, (tx) => restoreRange(tx, undo, inHours(2)))).toBe(true)
  })
})

describe('leaving a range', () => {
  it('C08: declines what is on offer, for good', async () => {
    const [offered, waiting] = [await aFullOne(5), await aFullOne(8)]
    const rangeId = idOf(await joinRange([offered, waiting]))
    await join(offered, otherId)
    await db.updateTable('occurrence').set({ capacity: 2 }).where('id', '=', offered).execute()
    await transact(db, (tx) => promoteWaitlist(tx, offered, now))
    const states = async () => (await entriesOf(personId)).map(({ state }) => state)
    expect(await states()).toEqual(['offered', 'paused'])
    await transact(db, (tx) => removeRange(tx, { rangeId, actorId: personId }, inHours(1)))
    expect(await states()).toEqual(['passed', 'left'])
    expect(await entriesOf(otherId)).toMatchObject([{ state: 'offered' }])
    await transact(db, (tx) => restoreRange(tx, { rangeId, actorId: personId }, inHours(2)))
    expect(await states()).toEqual(['passed', 'waiting'])
  })

  it('C08: is not done by what others have booked, or by a booking of another time', async () => {
    const [mine, theirs] = [await aFullOne(5), await aFullOne(8)]
    await joinRange([mine])
    await join(theirs, otherId)
    await hold(theirs, otherId)
    await hold(await aFullOne(20), personId)
    await transact(db, (tx) => promoteWaitlist(tx, mine, now))
    expect(await entriesOf(personId)).toMatchObject([{ state: 'waiting' }])
  })
})

describe('waiting for a session', () => {
  it.each([
    ['until booking of it closes before its start', -120, 180],
    ['until its start, where it can be booked after that', 10, 300],
  ])('is possible %s', async (_, lastBookableMinutes, closesAfter) => {
    // Others, which close earlier.
    await db.updateTable('activity').set({ lastBookableMinutes: -600 }).execute()
    await aFullOne(5)
    const occurrenceId = await aFullOne(5, await anActivity(db, venueId, { lastBookableMinutes }))
    const joining = { occurrenceId, personId, actorId: personId, form: 'v2', places: 1 } as const
    const joinAfter = async (minutes: number) =>
      (await transact(db, (tx) => addEntry(tx, joining, inHours(minutes / 60)))).outcome
    expect([await joinAfter(closesAfter), await joinAfter(closesAfter - 1)]).toEqual(['closed', 'ok'])
  })
})

describe('waiting for a session sold by tickets', () => {
  it('is for those too who have booked it, or something at its time, until its own booking closes', async () => {
    // Booking of the class closes ten hours before it.
    await db.updateTable('activity').set({ lastBookableMinutes: -600 }).execute()
    const swim = await anActivity(db, venueId, { kind: 'tickets' })
    await aTicketType(db, swim.id)
    const session = await aFullOne(5, swim)
    await hold(session, personId)
    await hold(await aFullOne(5), personId)
    await join(session, personId)
    expect(await entriesOf(personId)).toMatchObject([{ occurrenceId: session, state: 'waiting' }])
    await transact(db, (tx) => promoteWaitlist(tx, session, now))
    expect(await entriesOf(personId)).toMatchObject([{ state: 'waiting' }])
    await db.updateTable('occurrence').set({ capacity: 3 }).where('id', '=', session).execute()
    await transact(db, (tx) => promoteWaitlist(tx, session, now))
    expect(await entriesOf(personId)).toMatchObject([{ state: 'offered' }])
  })
})

describe('offers of a venue that has fewer places', () => {
  it('are withdrawn from the latest on, of that occurrence and no more than needed', async () => {
    const [fewer, other] = [await aFullOne(5), await aFullOne(8)]
    await hold(fewer, otherId)
    const people = [personId, (await aCustomer(db, operatorId)).id]
    for (const occurrenceId of [fewer, other]) for (const person of people) await join(occurrenceId, person)
    await db.updateTable('occurrence').set({ capacity: 4 }).where('id', 'in', [fewer, other]).execute()
    await transact(db, async (tx) => {
      for (const occurrenceId of [fewer, other]) await promoteWaitlist(tx, occurrenceId, now)
    })
    await transact(db, (tx) => withdrawOffers(tx, [{ id: fewer, capacity: 3 }], now))
    const [first, second] = [await entriesOf(personId), await entriesOf(people[1] ?? 0)]
    expect(first.map(({ state }) => state)).toEqual(['offered', 'offered'])
    expect(second.map(({ state }) => state)).toEqual(['waiting', 'offered'])
  })
})
