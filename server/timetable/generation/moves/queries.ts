import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Of these sessions, those that people wait for, or that stand in unpaid baskets whose hold has lapsed. */
export const listExpected = async (tx: Tx, occurrenceIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select o.id from unnest(${occurrenceIds}::int[]) o (id)
    where exists (select 1 from open_waitlist_entry w where w.occurrence_id = o.id)
      or exists (
        select 1 from hold h
        join basket_item bi on bi.hold_id = h.id and bi.removed_at is null
        join basket b on b.id = bi.basket_id and b.status <> 'paymentComplete'
        where h.occurrence_id = o.id and h.state in ('held', 'expired')
      )`.execute(tx)
  return rows.map(({ id }) => id)
}

export const locationNames = (
  tx: Tx,
  locationIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  tx.selectFrom('location').select(['id', 'name']).where('id', 'in', locationIds).execute()
