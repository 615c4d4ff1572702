import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import {
  aFloorPlan,
  aHoldOnFloor,
  atHour,
  claimForClass,
  floorOf,
  floorStart,
  heldUntilOf,
} from '#test/support/floor.ts'
import type { FloorPlan } from '#test/support/floor.ts'
import { claimHeldFloor, findDisplacedHolds, moveFloor } from './blockBookings.ts'

const day = '2027-03-08'
const now = floorStart
const at = atHour

let db: Database
let plan: FloorPlan

beforeEach(async () => {
  db = (await testDatabase()).db
  plan = await aFloorPlan(db)
})

describe('a session that has moved', () => {
  const moveTo = async ({ id }: { id: number }, locationId: number, hour: number) => {
    await db
      .updateTable('occurrence')
      .set({ locationId, startsAt: at(hour), endsAt: at(hour + 1) })
      .where('id', '=', id)
      .execute()
    await moveFloor(db, id)
  }

  it('has its floor there, as a class or through its holds, and nothing else has other floor', async () => {
    const [yoga, off, slot, stays] = [
      await plan.session(plan.classes, plan.courtA, 1),
      await plan.session(plan.classes, plan.courtA, 2, { status: 'cancelled' }),
      await plan.session(plan.courts, plan.courtA, 3),
      await plan.session(plan.courts, plan.courtB, 3),
    ]
    await claimForClass(db, yoga, [plan.courtA, 1])
    await aHoldOnFloor(db, { occurrence: slot }, [plan.courtA, 3])
    await aHoldOnFloor(db, { occurrence: stays }, [plan.courtB, 3])
    await moveTo(yoga, plan.courtB, 11)
    await moveTo(off, plan.courtB, 12)
    await moveTo(slot, plan.courtB, 13)
    const floors = []
    for (const one of [yoga, off, slot, stays]) floors.push(await floorOf(db, one))
    expect(floors).toEqual([['b at 11'], [], ['held b at 13'], ['held b at 3']])
  })

  it('is held until its new end by the desk alone', async () => {
    const [yoga, other] = [
      await plan.session(plan.classes, plan.courtA, 1),
      await plan.session(plan.classes, plan.courtB, 1),
    ]
    const blocks = [await plan.aBlock(plan.classes), await plan.aBlock(plan.classes)]
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
    await moveTo(yoga, plan.courtA, 11)
    expect(await heldUntilOf(db, ids)).toEqual([at(12), null, at(2), at(0.5), at(1.5)])
  })

  it('has its offers until its waitlist closes, and what is on offer elsewhere or not at all stays', async () => {
    const [yoga, other] = [
      await plan.session(plan.classes, plan.courtA, 20),
      await plan.session(plan.classes, plan.courtB, 20),
    ]
    const personId = (await aCustomer(db, plan.operatorId)).id
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
          personId: (await aCustomer(db, plan.operatorId)).id,
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
    await moveTo(yoga, plan.courtA, 10)
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
    const slot = (hour: number, more = {}) => plan.session(plan.courts, plan.courtA, hour, more)
    const awayCourts = await anActivity(db, plan.otherVenueId, { kind: 'courts' })
    const right = await slot(1)
    await aHoldOnFloor(db, { occurrence: right }, [plan.courtA, 1])
    const wrong = await slot(2)
    const displaced = [
      await aHoldOnFloor(db, { occurrence: wrong }, [plan.courtB, 2]),
      await aHoldOnFloor(db, { occurrence: await slot(3), state: 'confirmed' }),
      await aHoldOnFloor(db, { occurrence: await slot(10) }, [plan.courtA, 12]),
    ]
    await aHoldOnFloor(db, { occurrence: await slot(4), heldUntil: now })
    await aHoldOnFloor(db, { occurrence: await slot(5), state: 'released', heldUntil: at(200) })
    await aHoldOnFloor(db, { occurrence: await slot(6, { status: 'cancelled' }) })
    await aHoldOnFloor(db, { occurrence: await slot(-20) })
    await aHoldOnFloor(db, { occurrence: await plan.session(plan.classes, plan.courtA, 8) })
    await aHoldOnFloor(db, { occurrence: await plan.session(awayCourts, plan.awayRoom, 9) })
    expect(await findDisplacedHolds(db, plan.venueId, day, now)).toEqual(displaced)
  })

  it('get the floor of their court, and what they have of it, others and ended holds stay', async () => {
    const [slot, larger, ended, other, late] = [
      await plan.session(plan.courts, plan.courtA, 1),
      await plan.session(plan.courts, plan.hall, 2),
      await plan.session(plan.courts, plan.courtA, 3),
      await plan.session(plan.courts, plan.courtB, 4),
      await plan.session(plan.courts, plan.courtA, 5),
    ]
    const ids = [
      await aHoldOnFloor(db, { occurrence: slot }, [plan.courtB, 1]),
      await aHoldOnFloor(db, { occurrence: larger, state: 'confirmed' }, [plan.courtA, 2]),
      await aHoldOnFloor(db, { occurrence: ended, state: 'released', heldUntil: at(3) }),
      await aHoldOnFloor(db, { occurrence: late }, [plan.courtA, 7]),
    ]
    await aHoldOnFloor(db, { occurrence: other }, [plan.courtA, 4])
    const claims = () => db.selectFrom('spaceClaim').select(['id', 'holdId']).orderBy('id').execute()
    const before = await claims()
    await claimHeldFloor(db, ids)
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
