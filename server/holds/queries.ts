import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

/** An item of a request, as `take_places` reads it. Amounts are pence. */
export type RequestedItem = {
  occurrenceId: number
  /** Places of the occurrence: those of the ticket times the quantity. */
  places: number
  idForm: 'v1' | 'v2'
  ticketTypeId: number | null
  pricingOptionId: number
  quantity: number
  unitPrice: number
  purchasedForId: number | null
  customerReference: string | null
  /** The attendee, when known. */
  personId: number | null
  mayOverlap: boolean
  /** For people without an account: a line of its own, and no one's clash. */
  forGuest?: boolean
  /** The call that adds it, and which of its items it is: so a repetition is recognised, and a second addition counted. */
  callDigest?: string
}

/** Items for one basket, all or none. A visitor's first basket is created with them. */
export type PlaceRequest = { heldUntil: Date; items: RequestedItem[] } & (
  | { basketId: number }
  | { firstBasket: { uuid: string; operatorId: number } }
)

export type PlaceRefusal = 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled' | 'basket_closed'
/** `basketId` of a first basket that was refused does not exist. */
export type TakeResult = { outcome: 'ok' | PlaceRefusal; itemIndex: number | null; basketId: number }

/** Answers all requests in one statement, in the order given. */
export const takeBatch = async (
  db: Tx,
  requests: readonly PlaceRequest[],
  now: Date,
): Promise<TakeResult[]> => {
  const numbered = requests.map((request, index) => ({ request: index, ...request }))
  const { rows } = await sql<TakeResult & { request: number }>`
    select request, outcome, item_index, basket_id
    from take_places(${JSON.stringify(numbered)}::jsonb, ${now})`.execute(db)
  const results: TakeResult[] = []
  for (const { request, ...result } of rows) results[request] = result
  return results
}

export type LostPlace = { itemId: number; outcome: 'full' | 'held' | 'clash' | 'cancelled' }

/** @returns the items whose places are gone */
export const renewItems = async (tx: Tx, itemIds: number[], until: Date, now: Date): Promise<LostPlace[]> => {
  const { rows } = await sql<LostPlace>`
    select item_id, outcome from renew_places(${itemIds}::int[], ${until}, ${now})`.execute(tx)
  return rows
}

/** @returns the items whose places are gone */
export const confirmItems = async (tx: Tx, itemIds: number[], now: Date): Promise<LostPlace[]> => {
  const { rows } = await sql<LostPlace>`
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

/** Ends live holds now, as if their time had run out. */
export const lapseHolds = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  await sql`select lapse_places(${holdIds}::bigint[], ${now})`.execute(tx)
}

export type MoveResult =
  | { outcome: 'ok'; newHold: number }
  | { outcome: 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled'; newHold: null }

/** Moves the booked places of a hold to another occurrence, or leaves them where they are. */
export const moveHold = async (
  tx: Tx,
  holdId: number,
  occurrenceId: number,
  now: Date,
): Promise<MoveResult> => {
  const { rows } = await sql<MoveResult>`
    select outcome, new_hold from move_places(${holdId}, ${occurrenceId}, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'full', newHold: null }
}

/** Holds places of another occurrence for a booking that moves there once it is paid. */
export const holdForMove = async (
  tx: Tx,
  move: { holdId: number; occurrenceId: number; basketId: number; until: Date },
  now: Date,
): Promise<MoveResult> => {
  const { holdId, occurrenceId, basketId, until } = move
  const { rows } = await sql<MoveResult>`
    select outcome, new_hold from hold_for_move(${holdId}, ${occurrenceId}, ${basketId}, ${until}, ${now})`.execute(
    tx,
  )
  return rows[0] ?? { outcome: 'full', newHold: null }
}

/** Locks occurrences with their floor, in the order of all that takes or frees places. */
export const lockOccurrences = async (tx: Tx, occurrenceIds: number[]): Promise<void> => {
  await sql`select lock_places(${occurrenceIds}::int[])`.execute(tx)
}

/** Holds whose time has run out and that have not been settled, oldest first. */
export const listLapsedHolds = async (
  db: Tx,
  now: Date,
  limit: number,
): Promise<{ id: number; venueId: number }[]> =>
  db
    .selectFrom('hold')
    .innerJoin('occurrence', 'occurrence.id', 'hold.occurrenceId')
    .select(['hold.id', 'occurrence.venueId'])
    .where('hold.state', '=', sql.lit('held'))
    .where('hold.heldUntil', '<=', now)
    .orderBy('hold.heldUntil')
    .limit(limit)
    .execute()

/**
 * When places of an occurrence held by other baskets may come free: the earliest end of such a hold; for a court, the
 * latest end of those on its floor. null when other baskets hold nothing.
 */
export const findNextRelease = (
  tx: Tx,
  occurrenceId: number,
  exceptBasketId: number | null,
  now: Date,
): Promise<Date | null> => nextRelease(tx, { occurrenceId, exceptBasketId, now })

type Release = { occurrenceId: number; exceptBasketId: number | null; now: Date }

/** In a rush thousands are refused for the same reason: they share one look at its holds. */
const nextRelease = createSharedRead(
  async (tx, wanted: Release[]) => {
    const keyOf = ({ occurrenceId, exceptBasketId }: Omit<Release, 'now'>): string =>
      `${occurrenceId} ${exceptBasketId}`
    const distinct = [...new Map(wanted.map((one) => [keyOf(one), one])).values()]
    const now = new Date(Math.max(...wanted.map((one) => one.now.getTime())))
    const { rows } = await sql<{ occurrenceId: number; exceptBasketId: number | null; at: Date | null }>`
    select w.occurrence_id, w.except_basket_id, case when a.kind = 'courts' then (
        select max(h.held_until) from location_space ls
        join space_claim c on c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at)
        join live_holds(${now}) h on h.id = c.hold_id and h.state = 'held'
        where ls.location_id = o.location_id
          and h.basket_id is distinct from w.except_basket_id
      ) else (
        select min(h.held_until) from live_holds(${now}) h
        where h.occurrence_id = o.id and h.state = 'held' and h.waitlist_entry_id is null
          and h.basket_id is distinct from w.except_basket_id
      ) end as at
    from unnest(${distinct.map(({ occurrenceId }) => occurrenceId)}::int[],
      ${distinct.map(({ exceptBasketId }) => exceptBasketId)}::int[]) w (occurrence_id, except_basket_id)
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id`.execute(tx)
    const found = new Map(rows.map((row) => [keyOf(row), row.at]))
    return wanted.map((one) => found.get(keyOf(one)) ?? null)
  },
  { name: 'next_releases', batchSize: 256, inFlight: 1 },
)
