import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Locks the unpaid baskets with a line of an occurrence, ids ascending. */
export const lockBasketsWith = async (tx: Tx, occurrenceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from basket b
    where b.status <> 'paymentComplete' and b.id in (
      select bi.basket_id from hold h join basket_item bi on bi.basket_id = h.basket_id and bi.hold_id = h.id
      where h.occurrence_id = ${occurrenceId} and h.state = 'held' and bi.removed_at is null
      union all
      select bi.basket_id from hold h join basket_item bi on bi.basket_id = h.basket_id and bi.hold_id = h.id
      where h.occurrence_id = ${occurrenceId} and h.state = 'expired' and bi.removed_at is null
    )
    order by b.id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds a notice for each line of an occurrence in these baskets that was added until an instant. */
export const addSessionNotices = async (
  tx: Tx,
  basketIds: readonly number[],
  { occurrenceId, addedUntil }: { occurrenceId: number; addedUntil: Date },
  message: string,
): Promise<void> => {
  await sql`
    update basket b set notices = b.notices || line.notices
    from (
      select bi.basket_id, jsonb_agg(jsonb_build_object('code', 'session_changed', 'message', ${message}::text,
        'cartItemId', bi.id) order by bi.id) as notices
      from basket_item bi
      where bi.basket_id = any(${basketIds}::int[]) and bi.occurrence_id = ${occurrenceId} and bi.removed_at is null
        and bi.added_at <= ${addedUntil}
      group by bi.basket_id
    ) line
    where b.id = line.basket_id`.execute(tx)
}
