import { sql } from 'kysely'
import type { RequestedItem } from '#server/holds/places.ts'
import type { Tx } from '#server/platform/database.ts'
import type { LeasedLine, LeaseLimit } from './rules.ts'

/** How many places of each session a basket may have. Locks them until the end of the transaction. */
export const findLimits = async (
  tx: Tx,
  basketId: number | null,
  occurrenceIds: readonly number[],
  now: Date,
): Promise<LeaseLimit[]> => {
  const { rows } = await sql<LeaseLimit>`
    select occurrence_id, own, free, available
    from find_lease_limits(${basketId}::int, ${occurrenceIds}::int[], ${now})`.execute(tx)
  return rows
}

export type Taken = {
  outcome: 'ok' | 'full' | 'held' | 'clash' | 'cancelled'
  itemIndex: number | null
  itemIds: number[] | null
}

/** Takes places, a line each, all or none. The caller holds the lock of the basket. */
export const takeLines = async (
  tx: Tx,
  basketId: number,
  until: Date,
  items: readonly RequestedItem[],
  now: Date,
): Promise<Taken> => {
  const { rows } = await sql<Taken>`
    select outcome, item_index, item_ids
    from lease_places(${basketId}, ${until}, ${JSON.stringify(items)}::jsonb, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'full', itemIndex: 0, itemIds: null }
}

/** The lines of a basket whose places are on lease, or were until they lapsed, in order. */
export const leasedLines = async (tx: Tx, basketId: number): Promise<LeasedLine[]> => {
  const { rows } = await sql<LeasedLine>`
    select bi.id, bi.hold_id, bi.occurrence_id, bi.pricing_option_id, bi.unit_price, h.places
    from basket_item bi join hold h on h.id = bi.hold_id and h.state = 'held'
    where bi.basket_id = ${basketId} and bi.removed_at is null order by bi.id`.execute(tx)
  return rows
}
