import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import type { ActivityRow } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { nextNumber } from '#test/support/factories/rows.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'
import {
  deleteLapsedClaims,
  findFloorTaken,
  insertBlockBookingHolds,
  moveOccurrenceFloor,
  takeForBlockBooking,
  updateClassFloor,
} from './queries.ts'

const day = '2027-03-08'
const now = new Date('2027-03-08T00:00:00Z')
const at = (hour: number): Date => new Date(now.getTime() + hour * 3_600_000)

type Hold = {
  occurrence: { id: number }
  state?: 'held' | 'confirmed' | 'released'
  heldUntil?: Date | null
  blockBookingId?: number
}

let db: Database
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
  const { id: operatorId } = await anOperator(db)
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

/** A hold of one place, with the floor of a location at an hour or with none. */
const aHold = (
  { occurrence, state = 'held', heldUntil = null, blockBookingId }: Hold,
  floor: readonly [locationId: number, hour: number] | null = null,
): Promise<number> =>
  writeReservations(db, async (tx) => {
    const { id } = await tx
      .insertInto('hold')
      .values({
        occurrenceId: occurrence.id,
        blockBookingId: blockBookingId ?? null,
        places: 1,
        state,
        heldUntil: state === 'held' ? (heldUntil ?? at(200)) : heldUntil,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (floor !== null) await claim(tx, floor, { holdId: id })
    return id
  })

const claim = (
  tx: Database | Parameters<Parameters<typeof writeReservations>[1]>[0],
  [locationId, hour]: readonly [locationId: number, hour: number],
  of: { holdId?: number; occurrenceId?: number },
) =>
  sql`insert into space_claim (space_id, during, hold_id, occurrence_id)
    select space_id, time_span(${at(hour)}, ${at(hour + 1)}), ${of.holdId ?? null}::bigint, ${of.occurrenceId ?? null}::int
    from location_space where location_id = ${locationId}`.execute(tx)

const claimFor = ({ id }: { id: number }, locationId: number, hour: number) =>
  writeReservations(db, (tx) => claim(tx, [locationId, hour], { occurrenceId: id }))

/** The floor that a session or its holds have: names of spaces with the hour. */
const floorOf = async ({ id }: { id: number }): Promise<string[]> => {
  const { rows } = await sql<{ floor: string }>`
    select format('%s%s at %s%s', case when c.hold_id is null then '' else 'held ' end, s.slug,
        extract(epoch from lower(c.during) - ${now}::timestamptz)::int / 3600, '') as floor
      from space_claim c join space s on s.id = c.space_id left join hold h on h.id = c.hold_id
      where coalesce(c.occurrence_id, h.occurrence_id) = ${id} order by 1`.execute(db)
  return rows.map(({ floor }) => floor)
}

const heldUntilOf = async (ids: readonly number[]): Promise<(Date | null)[]> => {
  const rows = await db.selectFrom('hold').select('heldUntil').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ heldUntil }) => heldUntil)
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
      await aHold({ occurrence: slot, state, heldUntil }, [courtA, hour])
      slots.push(slot)
    }
    const elsewhere = await session(away, awayRoom, 1)
    await aHold({ occurrence: elsewhere, heldUntil: at(0) }, [awayRoom, 1])
    await deleteLapsedClaims(db, venueId, at(0))
    const floors = []
    for (const slot of [...slots, elsewhere]) floors.push(await floorOf(slot))
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
    expect([await floorOf(slot), await floorOf(off), await floorOf(yoga)]).toEqual([['held a at 1'], [], []])
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
    await aHold({ occurrence: yoga, state: 'released', blockBookingId: one })
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
    for (const one of [off, moved]) await claimFor(one, courtA, 1 + (one === moved ? 1 : 0))
    await claimFor(elsewhere, courtA, 4)
    await claimFor(larger, courtB, 5)
    await claimFor(same, hall, 6)
    const before = [
      await session(classes, courtA, late, { status: 'cancelled' }),
      await session(away, awayRoom, 1, { status: 'cancelled' }),
      await session(classes, courtA, late + 1),
      await session(away, awayRoom, 2),
    ] as const
    await claimFor(before[0], courtA, late)
    await claimFor(before[1], awayRoom, 1)
    const idsOf = ({ id }: { id: number }) =>
      db.selectFrom('spaceClaim').select('id').where('occurrenceId', '=', id).orderBy('id').execute()
    const ids = await idsOf(same)
    await updateClassFloor(db, venueId, day)
    const floors = []
    for (const one of [off, moved, elsewhere, larger, same, made, ...before]) floors.push(await floorOf(one))
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
    await aHold({ occurrence: slot }, [courtA, 1])
    const isTaken = (locationId: number, hour: number) =>
      findFloorTaken(db, slot.id, { locationId, startsAt: at(hour), endsAt: at(hour + 1) })
    const yoga = await session(classes, courtA, 3)
    await claimFor(yoga, courtA, 3)
    const other = await session(courts, courtB, 1)
    await aHold({ occurrence: other }, [courtB, 1])
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
    await claimFor(yoga, courtA, 1)
    await aHold({ occurrence: slot }, [courtA, 3])
    await aHold({ occurrence: stays }, [courtB, 3])
    await moveTo(yoga, courtB, 11)
    await moveTo(off, courtB, 12)
    await moveTo(slot, courtB, 13)
    const floors = []
    for (const one of [yoga, off, slot, stays]) floors.push(await floorOf(one))
    expect(floors).toEqual([['b at 11'], [], ['held b at 13'], ['held b at 3']])
  })

  it('is held until its new end by the desk alone', async () => {
    const [yoga, other] = [await session(classes, courtA, 1), await session(classes, courtB, 1)]
    const blocks = [await aBlock(classes), await aBlock(classes)]
    const [deskBlock, soldBlock] = blocks
    const ids = [
      await aHold({ occurrence: yoga, blockBookingId: deskBlock ?? 0, heldUntil: at(2) }),
      await aHold({ occurrence: yoga, blockBookingId: soldBlock ?? 0, state: 'confirmed' }),
      await aHold({ occurrence: yoga, blockBookingId: soldBlock ?? 0, state: 'released', heldUntil: at(2) }),
      await aHold({ occurrence: yoga, heldUntil: at(0.5) }),
      await aHold({ occurrence: other, blockBookingId: deskBlock ?? 0, heldUntil: at(1.5) }),
    ]
    await moveTo(yoga, courtA, 11)
    expect(await heldUntilOf(ids)).toEqual([at(12), null, at(2), at(0.5), at(1.5)])
  })
})
