import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** One thing asked for, as `take_places` reads it. Amounts are pence. */
export type PlaceWanted = {
  occurrenceId: number
  /** Places of the occurrence it takes: the ticket's places times the quantity. */
  places: number
  idForm: 'v1' | 'v2'
  ticketTypeId: number | null
  pricingOptionId: number
  quantity: number
  unitPrice: number
  purchasedForId: number | null
  customerReference: string | null
  /** Who will be there, when that is known. */
  personId: number | null
  mayOverlap: boolean
}

/** All or nothing: the things one caller wants into one basket, or into a visitor's first, made with them. */
export type Ask = { heldUntil: Date; items: PlaceWanted[] } & (
  | { basketId: number }
  | { firstBasket: { uuid: string; operatorId: number } }
)

export type WhyNot = 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled' | 'basket_closed'
/** A first basket that got nothing is not made, whatever its id says. */
export type Verdict = { outcome: 'ok' | WhyNot; itemIndex: number | null; basketId: number }

/** Answers all asks in one statement, in the order given. */
export const takeAll = async (db: Tx, asks: readonly Ask[], now: Date): Promise<Verdict[]> => {
  const numbered = asks.map((ask, index) => ({ request: index, ...ask }))
  const { rows } = await sql<Verdict & { request: number }>`
    select request, outcome, item_index, basket_id
    from take_places(${JSON.stringify(numbered)}::jsonb, ${now})`.execute(db)
  const verdicts: Verdict[] = []
  for (const { request, ...verdict } of rows) verdicts[request] = verdict
  return verdicts
}

export type Lost = { itemId: number; outcome: 'full' | 'held' | 'clash' | 'cancelled' }

export const renewItems = async (tx: Tx, itemIds: number[], until: Date, now: Date): Promise<Lost[]> => {
  const { rows } = await sql<Lost>`
    select item_id, outcome from renew_places(${itemIds}::int[], ${until}, ${now})`.execute(tx)
  return rows
}

export const confirmItems = async (tx: Tx, itemIds: number[], now: Date): Promise<Lost[]> => {
  const { rows } = await sql<Lost>`
    select item_id, outcome from confirm_places(${itemIds}::int[], ${now})`.execute(tx)
  return rows
}

export const freeHolds = async (
  tx: Tx,
  holdIds: number[],
  as: 'released' | 'expired',
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ freed: number }>`
    select free_places(${holdIds}::bigint[], ${as}, ${now}) as freed`.execute(tx)
  return rows[0]?.freed ?? 0
}

/** Ends live holds now, as if their time were up. */
export const lapseHolds = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  await sql`select lapse_places(${holdIds}::bigint[], ${now})`.execute(tx)
}

/** Holds past their time that still stand as held, oldest first. */
export const lapsedHolds = async (
  db: Tx,
  now: Date,
  limit: number,
): Promise<{ id: number; venueId: number }[]> =>
  db
    .selectFrom('hold')
    .innerJoin('occurrence', 'occurrence.id', 'hold.occurrenceId')
    .select(['hold.id', 'occurrence.venueId'])
    .where('hold.state', '=', 'held')
    .where('hold.heldUntil', '<=', now)
    .orderBy('hold.heldUntil')
    .limit(limit)
    .execute()

/**
 * When places of an occurrence that others hold may come free: the first end of a hold that lies in another basket,
 * or, of a court, the last end of those on its floor. null where nothing is held by others.
 */
export const mayComeFree = async (
  tx: Tx,
  occurrenceId: number,
  exceptBasketId: number | null,
  now: Date,
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select case when a.kind = 'courts' then (
        select max(h.held_until) from location_space ls
        join space_claim c on c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at)
        join live_holds(${now}) h on h.id = c.hold_id and h.state = 'held'
        where ls.location_id = o.location_id
          and h.basket_id is distinct from ${exceptBasketId}::int
      ) else (
        select min(h.held_until) from live_holds(${now}) h
        where h.occurrence_id = o.id and h.state = 'held' and h.waitlist_entry_id is null
          and h.basket_id is distinct from ${exceptBasketId}::int
      ) end as at
    from occurrence o join activity a on a.id = o.activity_id
    where o.id = ${occurrenceId}`.execute(tx)
  return rows[0]?.at ?? null
}
