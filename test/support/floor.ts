/** Holds and classes with floor of their own choosing, right or wrong, and what floor there is. */
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { emptyTables } from './database.ts'
import { anActivity } from './factories/activities.ts'
import type { ActivityRow } from './factories/activities.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { nextNumber } from './factories/rows.ts'
import { aLocation, aVenue } from './factories/venues.ts'
import { writeReservations } from './reservations.ts'

/** Hours count from here. */
export const floorStart = new Date('2027-03-08T00:00:00Z')
export const atHour = (hour: number): Date => new Date(floorStart.getTime() + hour * 3_600_000)

/** A venue with classes, and courts of which a hall is made, and another venue; all on one day. */
export type FloorPlan = Awaited<ReturnType<typeof aFloorPlan>>

export const aFloorPlan = async (db: Database) => {
  await emptyTables(db)
  const operatorId = (await anOperator(db)).id
  const venueId = (await aVenue(db, { operatorId })).id
  const otherVenueId = (await aVenue(db, { operatorId })).id
  const courts = await anActivity(db, venueId, { kind: 'courts' })
  await anActivity(db, venueId, { kind: 'courts' })
  const session = (
    activity: ActivityRow,
    locationId: number,
    hour: number,
    more: Parameters<typeof anOccurrence>[2] = {},
  ) => anOccurrence(db, { activity, locationId, startsAt: atHour(hour) }, { capacity: 5, ...more })
  const aBlock = async (activity = courts): Promise<number> => {
    const values = { activityId: activity.id, slug: `block-${nextNumber()}`, weekdays: [1] }
    const times = { startTime: '00:00', untilTime: '23:00' }
    const row = db
      .insertInto('blockBooking')
      .values({ ...values, ...times })
      .returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  }
  return {
    operatorId,
    venueId,
    otherVenueId,
    courts,
    classes: await anActivity(db, venueId),
    away: await anActivity(db, otherVenueId),
    courtA: (await aLocation(db, venueId, { spaces: ['a'] })).id,
    courtB: (await aLocation(db, venueId, { spaces: ['b'] })).id,
    hall: (await aLocation(db, venueId, { spaces: ['a', 'b'] })).id,
    awayRoom: (await aLocation(db, otherVenueId, { spaces: ['away'] })).id,
    session,
    aBlock,
  }
}

type Floor = readonly [locationId: number, hour: number]

type Hold = {
  occurrence: { id: number }
  state?: 'held' | 'confirmed' | 'released'
  heldUntil?: Date | null
  blockBookingId?: number
  waitlistEntryId?: number
}

/** A hold of one place, with the floor of a location at an hour or with none. */
export const aHoldOnFloor = (
  db: Database,
  { occurrence, state = 'held', heldUntil = null, blockBookingId, waitlistEntryId }: Hold,
  floor: Floor | null = null,
): Promise<number> =>
  writeReservations(db, async (tx) => {
    const { id } = await tx
      .insertInto('hold')
      .values({
        occurrenceId: occurrence.id,
        blockBookingId: blockBookingId ?? null,
        waitlistEntryId: waitlistEntryId ?? null,
        places: 1,
        state,
        heldUntil: state === 'held' ? (heldUntil ?? atHour(200)) : heldUntil,
        createdAt: floorStart,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (floor !== null) await claim(tx, floor, { holdId: id })
    return id
  })

const claim = (tx: Tx, [locationId, hour]: Floor, of: { holdId?: number; occurrenceId?: number }) =>
  sql`insert into space_claim (space_id, during, hold_id, occurrence_id)
    select space_id, time_span(${atHour(hour)}, ${atHour(hour + 1)}), ${of.holdId ?? null}::bigint,
      ${of.occurrenceId ?? null}::int
    from location_space where location_id = ${locationId}`.execute(tx)

/** Floor of a class. */
export const claimForClass = (db: Database, { id }: { id: number }, floor: Floor) =>
  writeReservations(db, (tx) => claim(tx, floor, { occurrenceId: id }))

/** The floor that a session or its holds have: names of spaces with the hour. */
export const floorOf = async (db: Database, { id }: { id: number }): Promise<string[]> => {
  const { rows } = await sql<{ floor: string }>`
    select format('%s%s at %s', case when c.hold_id is null then '' else 'held ' end, s.slug,
        extract(epoch from lower(c.during) - ${floorStart}::timestamptz)::int / 3600) as floor
      from space_claim c join space s on s.id = c.space_id left join hold h on h.id = c.hold_id
      where coalesce(c.occurrence_id, h.occurrence_id) = ${id} order by 1`.execute(db)
  return rows.map(({ floor }) => floor)
}

export const heldUntilOf = async (db: Database, ids: readonly number[]): Promise<(Date | null)[]> => {
  const rows = await db.selectFrom('hold').select('heldUntil').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ heldUntil }) => heldUntil)
}
