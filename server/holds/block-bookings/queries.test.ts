import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import type { ActivityRow } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { nextNumber } from '#test/support/factories/rows.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { aHoldOnFloor, atHour, claimForClass, floorOf, floorStart, heldUntilOf } from '#test/support/floor.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import {
  deleteLapsedClaims,
  findDisplacedHolds,
  findFloorTaken,
  insertBlockBookingHolds,
  moveOccurrenceFloor,
  takeForBlockBooking,
  updateClassFloor,
  updateHeldFloor,
} from './queries.ts'

const day = '2027-03-08'
const now = floorStart
const at = atHour

let db: Database
let operatorId: number
let venueId: number
let otherVenueId: number
let classes: ActivityRow
let courts: ActivityRow
let away: ActivityRow
let courtA: number
let courtB: number
let hall: number
let awayRoom: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  venueId = (await aVenue(db, { operatorId })).id
  otherVenueId = (await aVenue(db, { operatorId })).id
  courts = await anActivity(db, venueId, { kind: 'courts' })
  await anActivity(db, venueId, { kind: 'courts' })
  classes = await anActivity(db, venueId)
  away = await anActivity(db, otherVenueId)
  courtA = (await aLocation(db, venueId, { spaces: ['a'] })).id
  courtB = (await aLocation(db, venueId, { spaces: ['b'] })).id
  hall = (await aLocation(db, venueId, { spaces: ['a', 'b'] })).id
  awayRoom = (await aLocation(db, otherVenueId, { spaces: ['away'] })).id
})

const session = (
  activity: ActivityRow,
  locationId: number,
  hour: number,
  more: Parameters<typeof anOccurrence>[2] = {},
) => anOccurrence(db, { activity, locationId, startsAt: at(hour) }, { capacity: 5, ...more })

const aBlock = async (activity = courts): Promise<number> => {
  const values = { activityId: activity.id, slug: `block-${nextNumber()}`, weekdays: [1] }
  const times = { startTime: '00:00', untilTime: '23:00' }
  const row = db
    .insertInto('blockBooking')
    .values({ ...values, ...times })
    .returning('id')
  return (await row.executeTakeFirstOrThrow()).id
}

describe('the floor of lapsed baskets of a venue', () => {
  it('is given up from the instant on, and that of others stays', async () => {
    const slots = []
    for (const [hour, heldUntil, state] of [
      [1, at(0), 'held'],
      [2, at(0.5), 'held'],
      [3, at(0), 'confirmed'],
    ] as const) {
      const slot = await session(courts, courtA, hour)
      await aHoldOnFloor(db, { occurrence: slot, state, heldUntil }, [courtA, hour])
      slots.push(slot)
    }
    const elsewhere = await session(away, awayRoom, 1)
    await aHoldOnFloor(db, { occurrence: elsewhere, heldUntil: at(0) }, [awayRoom, 1])
    await deleteLapsedClaims(db, venueId, at(0))
    const floors = []
    for (const slot of [...slots, elsewhere]) floors.push(await floorOf(db, slot))
    expect(floors).toEqual([[], ['held a at 2'], ['held a at 3'], ['held away at 1']])
  })
})

describe('a block booking of new sessions', () => {
  it('stands on the floor of courts that are on', async () => {
    const [slot, off, yoga] = [
      await session(courts, courtA, 1),
      await session(courts, courtB, 1, { status: 'cancelled' }),
      await session(classes, courtB, 2),
    ]
    const holds = []
    for (const { publicId } of [slot, off, yoga])
      holds.push({ publicId, blockId: await aBlock(), places: 1, deskOnly: false })
    await insertBlockBookingHolds(db, holds, now)
    expect([await floorOf(db, slot), await floorOf(db, off), await floorOf(db, yoga)]).toEqual([
      ['held a at 1'],
      [],
      [],
    ])
  })
})

describe('a block booking of a session that exists', () => {
  it('is held once, when the places are free, and again after it was given up', async () => {
    const yoga = await session(classes, courtA, 1)
    const [one, other] = [await aBlock(classes), await aBlock(classes)]
    const take = (blockId: number, places: number) =>
      takeForBlockBooking(
        db,
        { occurrenceId: yoga.id, blockId, places, deskOnly: false, endsAt: yoga.endsAt.getTime() },
        now,
      )
    await aHoldOnFloor(db, { occurrence: yoga, state: 'released', blockBookingId: one })
    expect(await take(one, 6)).toBe(false)
    expect(await take(one, 3)).toBe(true)
    expect(await take(one, 1)).toBe(false)
    expect(await take(other, 3)).toBe(false)
    expect(await take(other, 2)).toBe(true)
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })
})

describe('the floor of classes', () => {
  it('is what their sessions say, from a day on and at one venue', async () => {
    const late = -24
    const [off, moved, elsewhere, larger, same, made] = [
      await session(classes, courtA, 1, { status: 'cancelled' }),
      await session(classes, courtA, 3),
      await session(classes, courtB, 4),
      await session(classes, hall, 5),
      await session(classes, hall, 6),
      await session(classes, hall, 7),
    ]
    for (const one of [off, moved]) await claimForClass(db, one, [courtA, 1 + (one === moved ? 1 : 0)])
    await claimForClass(db, elsewhere, [courtA, 4])
    await claimForClass(db, larger, [courtB, 5])
    await claimForClass(db, same, [hall, 6])
    const before = [
      await session(classes, courtA, late, { status: 'cancelled' }),
      await session(away, awayRoom, 1, { status: 'cancelled' }),
      await session(classes, courtA, late + 1),
      await session(away, awayRoom, 2),
    ] as const
    await claimForClass(db, before[0], [courtA, late])
    await claimForClass(db, before[1], [awayRoom, 1])
    const idsOf = ({ id }: { id: number }) =>
      db.selectFrom('spaceClaim').select('id').where('occurrenceId', '=', id).orderBy('id').execute()
    const ids = await idsOf(same)
    await updateClassFloor(db, venueId, day)
    const floors = []
    for (const one of [off, moved, elsewhere, larger, same, made, ...before])
      floors.push(await floorOf(db, one))
    expect(floors).toEqual([
      [],
      ['a at 3'],
      ['b at 4'],
      ['a at 5', 'b at 5'],
      ['a at 6', 'b at 6'],
      ['a at 7', 'b at 7'],
      ['a at -24'],
      ['away at 1'],
      [],
      [],
    ])
    // What is right is not written anew: the feeds would tell of it.
    expect(await idsOf(same)).toEqual(ids)
  })
})

describe('floor that a session may move to', () => {
  it('is taken by others alone, on the same floor and at the same time', async () => {
    const slot = await session(courts, courtA, 1)
    await aHoldOnFloor(db, { occurrence: slot }, [courtA, 1])
    const isTaken = (locationId: number, hour: number) =>
      findFloorTaken(db, slot.id, { locationId, startsAt: at(hour), endsAt: at(hour + 1) })
    const yoga = await session(classes, courtA, 3)
    await claimForClass(db, yoga, [courtA, 3])
    const other = await session(courts, courtB, 1)
    await aHoldOnFloor(db, { occurrence: other }, [courtB, 1])
    const taken = []
    for (const [locationId, hour] of [
      [courtA, 1],
      [courtB, 1],
      [hall, 1],
      [courtA, 2],
      [courtA, 3],
      [courtB, 3],
    ] as const)
      taken.push(await isTaken(locationId, hour))
    expect(taken).toEqual([false, true, true, false, true, false])
  })
})

describe('a session that has moved', () => {
  const moveTo = async ({ id }: { id: number }, locationId: number, hour: number) => {
    await db
      .updateTable('occurrence')
      .set({ locationId, startsAt: at(hour), endsAt: at(hour + 1) })
      .where('id', '=', id)
      .execute()
    await moveOccurrenceFloor(db, id)
  }

  it('has its floor there, as a class or through its holds, and nothing else has other floor', async () => {
    const [yoga, off, slot, stays] = [
      await session(classes, courtA, 1),
      await session(classes, courtA, 2, { status: 'cancelled' }),
      await session(courts, courtA, 3),
      await session(courts, courtB, 3),
    ]
    await claimForClass(db, yoga, [courtA, 1])
    await aHoldOnFloor(db, { occurrence: slot }, [courtA, 3])
    await aHoldOnFloor(db, { occurrence: stays }, [courtB, 3])
    await moveTo(yoga, courtB, 11)
    await moveTo(off, courtB, 12)
    await moveTo(slot, courtB, 13)
    const floors = []
    for (const one of [yoga, off, slot, stays]) floors.push(await floorOf(db, one))
    expect(floors).toEqual([['b at 11'], [], ['held b at 13'], ['held b at 3']])
  })

  it('is held until its new end by the desk alone', async () => {
    const [yoga, other] = [await session(classes, courtA, 1), await session(classes, courtB, 1)]
    const blocks = [await aBlock(classes), await aBlock(classes)]
    const [deskBlock, soldBlock] = blocks
    const ids = [
      await aHoldOnFloor(db, { occurrence: yoga, blockBookingId: deskBlock ?? 0, heldUntil: at(2) }),
      await aHoldOnFloor(db, { occurrence: yoga, blockBookingId: soldBlock ?? 0, state: 'confirmed' }),
      await aHoldOnFloor(db, {
        occurrence: yoga,
        blockBookingId: soldBlock ?? 0,
        state: 'released',
        heldUntil: at(2),
      }),
      await aHoldOnFloor(db, { occurrence: yoga, heldUntil: at(0.5) }),
      await aHoldOnFloor(db, { occurrence: other, blockBookingId: deskBlock ?? 0, heldUntil: at(1.5) }),
    ]
    await moveTo(yoga, courtA, 11)
    expect(await heldUntilOf(db, ids)).toEqual([at(12), null, at(2), at(0.5), at(1.5)])
  })

  it('has its offers until its waitlist closes, and what is on offer elsewhere or not at all stays', async () => {
    const [yoga, other] = [await session(classes, courtA, 20), await session(classes, courtB, 20)]
    const personId = (await aCustomer(db, operatorId)).id
    const offer = async (
      occurrence: { id: number },
      hour: number,
      state: 'offered' | 'waiting' = 'offered',
    ) => {
      const values = { occurrenceId: occurrence.id, joinedById: personId, idForm: 'v2', places: 1 } as const
      const row = db
        .insertInto('waitlistEntry')
        .values({
          ...values,
          personId: (await aCustomer(db, operatorId)).id,
          state,
          joinedAt: now,
          offerExpiresAt: at(hour),
        })
        .returning('id')
      return (await row.executeTakeFirstOrThrow()).id
    }
    const entries = [
      await offer(yoga, 19),
      await offer(yoga, 1),
      await offer(other, 19),
      await offer(yoga, 19, 'waiting'),
    ]
    const holds = []
    for (const [index, occurrence] of [yoga, yoga, other, yoga].entries())
      holds.push(
        await aHoldOnFloor(db, {
          occurrence,
          heldUntil: at(index === 1 ? 1 : 19),
          waitlistEntryId: entries[index] ?? 0,
        }),
      )
    holds.push(await aHoldOnFloor(db, { occurrence: yoga, heldUntil: at(19) }))
    // An earlier offer of the first entry, which was withdrawn.
    holds.push(
      await aHoldOnFloor(db, {
        occurrence: yoga,
        state: 'released',
        heldUntil: at(19),
        waitlistEntryId: entries[0] ?? 0,
      }),
    )
    await moveTo(yoga, courtA, 10)
    const { rows } = await sql<{
      closesAt: Date
    }>`select waitlist_closes_at(${yoga.id}) as closes_at`.execute(db)
    const closesAt = rows[0]?.closesAt ?? at(0)
    expect(closesAt.getTime()).toBeLessThanOrEqual(at(10).getTime())
    expect(await heldUntilOf(db, holds)).toEqual([closesAt, at(1), at(19), at(19), at(19), at(19)])
    const expiries = await db.selectFrom('waitlistEntry').select('offerExpiresAt').orderBy('id').execute()
    expect(expiries.map(({ offerExpiresAt }) => offerExpiresAt)).toEqual([closesAt, at(1), at(19), at(19)])
  })
})

describe('holds of courts whose floor has changed', () => {
  it('are found at one venue, from a day on, while they are in force', async () => {
    const slot = (hour: number, more = {}) => session(courts, courtA, hour, more)
    const awayCourts = await anActivity(db, otherVenueId, { kind: 'courts' })
    const right = await slot(1)
    await aHoldOnFloor(db, { occurrence: right }, [courtA, 1])
    const wrong = await slot(2)
    const displaced = [
      await aHoldOnFloor(db, { occurrence: wrong }, [courtB, 2]),
      await aHoldOnFloor(db, { occurrence: await slot(3), state: 'confirmed' }),
      await aHoldOnFloor(db, { occurrence: await slot(10) }, [courtA, 12]),
    ]
    await aHoldOnFloor(db, { occurrence: await slot(4), heldUntil: now })
    await aHoldOnFloor(db, { occurrence: await slot(5), state: 'released', heldUntil: at(200) })
    await aHoldOnFloor(db, { occurrence: await slot(6, { status: 'cancelled' }) })
    await aHoldOnFloor(db, { occurrence: await slot(-20) })
    await aHoldOnFloor(db, { occurrence: await session(classes, courtA, 8) })
    await aHoldOnFloor(db, { occurrence: await session(awayCourts, awayRoom, 9) })
    expect(await findDisplacedHolds(db, venueId, day, now)).toEqual(displaced)
  })

  it('get the floor of their court, and what they have of it, others and ended holds stay', async () => {
    const [slot, larger, ended, other, late] = [
      await session(courts, courtA, 1),
      await session(courts, hall, 2),
      await session(courts, courtA, 3),
      await session(courts, courtB, 4),
      await session(courts, courtA, 5),
    ]
    const ids = [
      await aHoldOnFloor(db, { occurrence: slot }, [courtB, 1]),
      await aHoldOnFloor(db, { occurrence: larger, state: 'confirmed' }, [courtA, 2]),
      await aHoldOnFloor(db, { occurrence: ended, state: 'released', heldUntil: at(3) }),
      await aHoldOnFloor(db, { occurrence: late }, [courtA, 7]),
    ]
    await aHoldOnFloor(db, { occurrence: other }, [courtA, 4])
    const claims = () => db.selectFrom('spaceClaim').select(['id', 'holdId']).orderBy('id').execute()
    const before = await claims()
    await updateHeldFloor(db, ids)
    const floors = []
    for (const one of [slot, larger, ended, other, late]) floors.push(await floorOf(db, one))
    expect(floors).toEqual([
      ['held a at 1'],
      ['held a at 2', 'held b at 2'],
      [],
      ['held a at 4'],
      ['held a at 5'],
    ])
    const unchanged = before.filter(({ holdId }) => holdId !== ids[0] && holdId !== ids[3])
    expect(await claims()).toEqual(expect.arrayContaining(unchanged))
  })
})
