import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aFloorPlan, aHoldOnFloor, atHour, claimForClass, floorOf, floorStart } from '#test/support/floor.ts'
import type { FloorPlan } from '#test/support/floor.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import {
  claimClassFloor,
  freeLapsedFloor,
  holdExistingOccurrence,
  holdNewOccurrences,
  isFloorTaken,
  resizeHold,
} from './blockBookings.ts'
import { freePlaces } from './places.ts'

const day = '2027-03-08'
const now = floorStart
const at = atHour

let db: Database
let plan: FloorPlan

beforeEach(async () => {
  db = (await testDatabase()).db
  plan = await aFloorPlan(db)
})

describe('the floor of lapsed baskets of a venue', () => {
  it('is given up from the instant on, and that of others stays', async () => {
    const slots = []
    for (const [hour, heldUntil, state] of [
      [1, at(0), 'held'],
      [2, at(0.5), 'held'],
      [3, at(0), 'confirmed'],
    ] as const) {
      const slot = await plan.session(plan.courts, plan.courtA, hour)
      await aHoldOnFloor(db, { occurrence: slot, state, heldUntil }, [plan.courtA, hour])
      slots.push(slot)
    }
    const elsewhere = await plan.session(plan.away, plan.awayRoom, 1)
    await aHoldOnFloor(db, { occurrence: elsewhere, heldUntil: at(0) }, [plan.awayRoom, 1])
    await freeLapsedFloor(db, plan.venueId, at(0))
    const floors = []
    for (const slot of [...slots, elsewhere]) floors.push(await floorOf(db, slot))
    expect(floors).toEqual([[], ['held a at 2'], ['held a at 3'], ['held away at 1']])
  })
})

describe('a block booking of new sessions', () => {
  it('stands on the floor of courts that are on', async () => {
    const [slot, off, yoga] = [
      await plan.session(plan.courts, plan.courtA, 1),
      await plan.session(plan.courts, plan.courtB, 1, { status: 'cancelled' }),
      await plan.session(plan.classes, plan.courtB, 2),
    ]
    const holds = []
    for (const { publicId } of [slot, off, yoga])
      holds.push({ publicId, blockId: await plan.aBlock(), places: 1, deskOnly: false })
    await holdNewOccurrences(db, holds, now)
    expect([await floorOf(db, slot), await floorOf(db, off), await floorOf(db, yoga)]).toEqual([
      ['held a at 1'],
      [],
      [],
    ])
  })
})

describe('a block booking of a session that exists', () => {
  it('is held once, when the places are free, and again after it was given up', async () => {
    const yoga = await plan.session(plan.classes, plan.courtA, 1)
    const [one, other] = [await plan.aBlock(plan.classes), await plan.aBlock(plan.classes)]
    const take = (blockId: number, places: number) =>
      holdExistingOccurrence(
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
      await plan.session(plan.classes, plan.courtA, 1, { status: 'cancelled' }),
      await plan.session(plan.classes, plan.courtA, 3),
      await plan.session(plan.classes, plan.courtB, 4),
      await plan.session(plan.classes, plan.hall, 5),
      await plan.session(plan.classes, plan.hall, 6),
      await plan.session(plan.classes, plan.hall, 7),
    ]
    for (const one of [off, moved]) await claimForClass(db, one, [plan.courtA, 1 + (one === moved ? 1 : 0)])
    await claimForClass(db, elsewhere, [plan.courtA, 4])
    await claimForClass(db, larger, [plan.courtB, 5])
    await claimForClass(db, same, [plan.hall, 6])
    const before = [
      await plan.session(plan.classes, plan.courtA, late, { status: 'cancelled' }),
      await plan.session(plan.away, plan.awayRoom, 1, { status: 'cancelled' }),
      await plan.session(plan.classes, plan.courtA, late + 1),
      await plan.session(plan.away, plan.awayRoom, 2),
    ] as const
    await claimForClass(db, before[0], [plan.courtA, late])
    await claimForClass(db, before[1], [plan.awayRoom, 1])
    const idsOf = ({ id }: { id: number }) =>
      db.selectFrom('spaceClaim').select('id').where('occurrenceId', '=', id).orderBy('id').execute()
    const ids = await idsOf(same)
    await claimClassFloor(db, plan.venueId, day)
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
    const slot = await plan.session(plan.courts, plan.courtA, 1)
    await aHoldOnFloor(db, { occurrence: slot }, [plan.courtA, 1])
    const isTaken = (locationId: number, hour: number) =>
      isFloorTaken(db, slot.id, { locationId, startsAt: at(hour), endsAt: at(hour + 1) })
    const yoga = await plan.session(plan.classes, plan.courtA, 3)
    await claimForClass(db, yoga, [plan.courtA, 3])
    const other = await plan.session(plan.courts, plan.courtB, 1)
    await aHoldOnFloor(db, { occurrence: other }, [plan.courtB, 1])
    const taken = []
    for (const [locationId, hour] of [
      [plan.courtA, 1],
      [plan.courtB, 1],
      [plan.hall, 1],
      [plan.courtA, 2],
      [plan.courtA, 3],
      [plan.courtB, 3],
    ] as const)
      taken.push(await isTaken(locationId, hour))
    expect(taken).toEqual([false, true, true, false, true, false])
  })
})

describe('a block booking that asks for another number of places', () => {
  const sessions = async () => {
    const [first, second] = [
      await plan.session(plan.classes, plan.courtA, 1),
      await plan.session(plan.classes, plan.courtB, 2),
    ]
    const holdOf = async ({ publicId, id }: { publicId: string; id: number }) => {
      await holdNewOccurrences(
        db,
        [{ publicId, blockId: await plan.aBlock(plan.classes), places: 2, deskOnly: false }],
        now,
      )
      const { id: holdId } = await db
        .selectFrom('hold')
        .select('id')
        .where('occurrenceId', '=', id)
        .executeTakeFirstOrThrow()
      return { occurrenceId: id, holdId }
    }
    return [await holdOf(first), await holdOf(second)] as const
  }
  type Held = { occurrenceId: number; holdId: number }
  const resize = (held: Held, places: number) =>
    resizeHold(db, { ...held, places, deskOnly: false, endsAt: 0 }, now)
  const takenOf = async () =>
    (await db.selectFrom('occurrence').select('placesTaken').orderBy('id').execute()).map(
      ({ placesTaken }) => placesTaken,
    )

  it('has them in its own session alone, if there are so many', async () => {
    const [first, second] = await sessions()
    expect([await resize(second, 5), await takenOf()]).toEqual([true, [2, 5]])
    expect([await resize(first, 1), await takenOf()]).toEqual([true, [1, 5]])
    expect([await resize(first, 6), await takenOf()]).toEqual([false, [1, 5]])
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  it('has as many or fewer also in a session that was called off', async () => {
    const [first] = await sessions()
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect([await resize(first, 3), await resize(first, 2), await resize(first, 1)]).toEqual([
      false,
      true,
      true,
    ])
    expect(await takenOf()).toEqual([1, 2])
  })

  it('has none any more where it was given back', async () => {
    const [first, second] = await sessions()
    await freePlaces(db, [first.holdId], now)
    expect([await resize(first, 1), await resize({ ...second, holdId: 999_999 }, 1)]).toEqual([false, false])
    expect(await takenOf()).toEqual([0, 2])
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })
})
