import { sql } from 'kysely'
import { createBatcher, createBatchedStatement } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'

/**
 * The reservation core: the one writer of places, floor, holds and offers. Its rules are the SQL functions of
 * db/functions; offers to the waitlist are in ./offers.ts, places sold outside this system in ./blockBookings.ts.
 */

/** Requests a statement, and statements under way, at most (measured: docs/decisions/0010). */
const batchSize = 64

const inFlight = 2

export type Holds = {
  /** Takes places for a basket, all or none, in a transaction of its own. Resolves when its batch has been answered. */
  takePlaces: (request: PlaceRequest) => Promise<TakeResult>
  /** Resolves when every request has been answered; for a graceful stop. */
  idle: () => Promise<void>
}

/** Batches concurrent requests into one statement, so that they do not queue for the lock of one row. */
export const createHolds = (db: Database, now: () => Date): Holds => {
  const batcher = createBatcher((requests: PlaceRequest[]) => takeBatch(db, requests, now()), {
    name: 'places',
    batchSize,
    inFlight,
  })
  return { takePlaces: batcher.load, idle: batcher.idle }
}

/** Frees the places of holds at once and offers them to the waitlist. A hold that has ended is skipped. */
export const freePlaces = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await freeHolds(tx, holdIds, 'released', now)
}

/** Frees the places of holds as if their time had run out: their basket lines stay and can be renewed. */
export const lapsePlaces = async (tx: Tx, holdIds: number[], now: Date): Promise<void> => {
  if (holdIds.length > 0) await lapseHolds(tx, holdIds, now)
}

/**
 * Settles the counters of holds whose time has run out and offers their places to the waitlist. Other requests count
 * them as free already.
 * @returns the venues whose availability changed
 */
export const sweepLapsedHolds = async (db: Database, now: Date): Promise<number[]> => {
  const lapsed = await listLapsedHolds(db, now, 500)
  if (lapsed.length > 0)
    await freeHolds(
      db,
      lapsed.map((hold) => hold.id),
      'expired',
      now,
    )
  return [...new Set(lapsed.map((hold) => hold.venueId))]
}

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
  /** A place beside those of the same class that the basket has, for another person without a name. */
  isAnother?: boolean
  /** The call that adds it, and which of its items it is: so a repetition is recognised, and a second addition counted. */
  callDigest?: string
}

/** Items for one basket, all or none. A visitor's first basket is created with them. */
type PlaceRequest = { heldUntil: Date; items: RequestedItem[] } & (
  | { basketId: number }
  | { firstBasket: { uuid: string; operatorId: number } }
)

type PlaceRefusal = 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled' | 'basket_closed'

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

/**
 * Extends the holds of basket items until `until`; never shortens one. A lapsed hold is taken again if its places are
 * free.
 * @returns the items whose places are gone; the caller refuses, which rolls back the rest
 */
export const renewPlaces = async (
  tx: Tx,
  itemIds: number[],
  until: Date,
  now: Date,
): Promise<LostPlace[]> => {
  const { rows } = await sql<LostPlace>`
    select item_id, outcome from renew_places(${itemIds}::int[], ${until}, ${now})`.execute(tx)
  return rows
}

/**
 * Turns the holds of basket items into booked places.
 * @returns as `renewPlaces`
 */
export const confirmPlaces = async (tx: Tx, itemIds: number[], now: Date): Promise<LostPlace[]> => {
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

/**
 * Moves the booked places of a hold to another occurrence: taken there and freed here, or neither. What comes free is
 * offered to the waitlist. The caller holds the lock of the order.
 */
export const movePlaces = async (
  tx: Tx,
  holdId: number,
  occurrenceId: number,
  now: Date,
): Promise<MoveResult> => {
  const { rows } = await sql<MoveResult>`
    select outcome, new_hold from move_places(${holdId}, ${occurrenceId}, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'full', newHold: null }
}

/**
 * Holds places of another occurrence for a booking, whose own places stay: it moves there once it is paid. The caller
 * holds the lock of the order.
 */
export const holdPlacesForMove = async (
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

/** Locks all places that a transaction will take or free, before it takes or frees the first. */
export const lockPlaces = async (tx: Tx, occurrenceIds: number[]): Promise<void> => {
  await sql`select lock_places(${occurrenceIds}::int[])`.execute(tx)
}

/** Holds whose time has run out and that have not been settled, oldest first. */
const listLapsedHolds = async (
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
): Promise<NextRelease | null> => nextRelease(tx, { occurrenceId, exceptBasketId, now })

/** `isForDesk`: the desk keeps them for people who come there. */
export type NextRelease = { at: Date; isForDesk: boolean }

type Release = { occurrenceId: number; exceptBasketId: number | null; now: Date }

/** In a rush thousands are refused for the same reason: they share one look at its holds. */
const nextRelease = createBatchedStatement(
  async (tx, wanted: Release[]) => {
    const keyOf = ({ occurrenceId, exceptBasketId }: Omit<Release, 'now'>): string =>
      `${occurrenceId} ${exceptBasketId}`
    const distinct = [...new Map(wanted.map((one) => [keyOf(one), one])).values()]
    const now = new Date(Math.max(...wanted.map((one) => one.now.getTime())))
    const { rows } = await sql<{
      occurrenceId: number
      exceptBasketId: number | null
      next: { at: string; isForDesk: boolean } | null
    }>`
    select w.occurrence_id, w.except_basket_id, case when a.kind = 'courts' then (
        select json_build_object('at', max(h.held_until), 'isForDesk', bool_or(h.block_booking_id is not null))
        from location_space ls
        join space_claim c on c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at)
        join live_holds(${now}) h on h.id = c.hold_id and h.state = 'held'
        where ls.location_id = o.location_id
          and h.basket_id is distinct from w.except_basket_id
        having count(*) > 0
      ) else (
        select json_build_object('at', min(h.held_until), 'isForDesk', bool_and(h.block_booking_id is not null))
        from live_holds(${now}) h
        where h.occurrence_id = o.id and h.state = 'held' and h.waitlist_entry_id is null
          and h.basket_id is distinct from w.except_basket_id
        having count(*) > 0
      ) end as next
    from unnest(${distinct.map(({ occurrenceId }) => occurrenceId)}::int[],
      ${distinct.map(({ exceptBasketId }) => exceptBasketId)}::int[]) w (occurrence_id, except_basket_id)
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id`.execute(tx)
    const found = new Map(
      rows.map((row) => [keyOf(row), row.next && { ...row.next, at: new Date(row.next.at) }]),
    )
    return wanted.map((one) => found.get(keyOf(one)) ?? null)
  },
  { name: 'next_releases', batchSize: 256, inFlight: 1 },
)
