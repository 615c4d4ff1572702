import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Of these sessions, those that people have booked, wait for, or have in unpaid baskets, also where the hold has lapsed;
 * with where their people meet.
 */
export const listExpected = async (
  tx: Tx,
  occurrenceIds: readonly number[],
): Promise<{ id: number; meetingPoint: string }[]> => {
  const { rows } = await sql<{ id: number; meetingPoint: string }>`
    select o.id, o.meeting_point from occurrence o
    where o.id = any(${occurrenceIds}::int[]) and (
      exists (
        select 1 from booking b
        where b.occurrence_id = o.id and b.status in ('booked', 'attended', 'not_attended')
      )
      or exists (select 1 from open_waitlist_entry w where w.occurrence_id = o.id)
      or exists (
        select 1 from hold h
        join basket_item bi on bi.hold_id = h.id and bi.removed_at is null
        join basket b on b.id = bi.basket_id and b.status <> 'paymentComplete'
        where h.occurrence_id = o.id and h.state in ('held', 'expired')
      )
    )`.execute(tx)
  return rows
}

export const locationNames = (
  tx: Tx,
  locationIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  tx.selectFrom('location').select(['id', 'name']).where('id', 'in', locationIds).execute()

export const instructorNames = (
  tx: Tx,
  instructorIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  instructorIds.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('instructor').select(['id', 'name']).where('id', 'in', instructorIds).execute()
