/** Holds and classes with floor of their own choosing, right or wrong, and what floor there is. */
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { writeReservations } from './reservations.ts'

/** Hours count from here. */
export const floorStart = new Date('2027-03-08T00:00:00Z')
export const atHour = (hour: number): Date => new Date(floorStart.getTime() + hour * 3_600_000)

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
