import type { LaterTender } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What moving a booking needs besides the booking. */
export type MoveContext = {
  basketId: number
  basketItemId: number
  /** The buyer's address. */
  email: string | null
}

export const findMoveContext = async (tx: Tx, bookingId: number): Promise<MoveContext | undefined> => {
  const { rows } = await sql<MoveContext>`
    select co.basket_id, b.basket_item_id, coalesce(nullif(c.email, ''), co.email) as email
    from booking b join customer_order co on co.id = b.order_id left join customer c on c.id = b.customer_id
    where b.id = ${bookingId}`.execute(tx)
  return rows[0]
}

/** An occurrence that a booking may be moved to. */
export type SessionRow = {
  occurrenceId: number
  activityId: number
  venueId: number
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  band: string
  status: 'scheduled' | 'cancelled' | 'withdrawn'
}

/** The occurrence of an operator that an id of either form names. */
export const findSession = async (
  tx: Tx,
  operatorId: number,
  id: number | string,
): Promise<SessionRow | undefined> => {
  const isNamed = typeof id === 'number' ? sql`o.id = ${id}` : sql`o.public_id = ${id}`
  const { rows } = await sql<SessionRow>`
    select o.id as occurrence_id, o.activity_id, o.venue_id, o.name, o.starts_at, o.ends_at, o.local_date, o.band,
      o.status
    from occurrence o join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and ${isNamed}`.execute(tx)
  return rows[0]
}

/** The days on which an activity may have room, each with its first and last start; the booked session is left out. */
export const listDaysWithRoom = async (
  tx: Tx,
  wanted: {
    activityId: number
    exceptId: number
    /** What is held for a move of this place has room for it. */
    holdId: number
    places: number
    /** The class; null for any. */
    name: string | null
    /** The length of a court; null for any. */
    milliseconds: number | null
    from: Date
    days: number
  },
): Promise<{ day: string; first: Date; last: Date }[]> => {
  const { rows } = await sql<{ day: string; first: Date; last: Date }>`
    select o.local_date as day, min(o.starts_at) as first, max(o.starts_at) as last
    from occurrence o
    where o.activity_id = ${wanted.activityId} and o.status = 'scheduled' and o.id <> ${wanted.exceptId}
      and o.local_date between (${wanted.from}::timestamptz)::date - 1 and (${wanted.from}::timestamptz)::date + ${wanted.days}::int
      and o.starts_at > ${wanted.from} and (o.places_taken + ${wanted.places} <= o.capacity
        or o.id in (
          select h.occurrence_id from live_holds(${wanted.from}) h where h.id in (select held_for_moves_of(${wanted.holdId}))
        ))
      and (${wanted.name}::text is null or o.name = ${wanted.name}::text)
      and (${wanted.milliseconds}::float8 is null
        or extract(epoch from o.ends_at - o.starts_at) * 1000 = ${wanted.milliseconds}::float8)
    group by o.local_date order by o.local_date`.execute(tx)
  return rows
}

/**
 * The live places of a person around a day, and those on offer to them, without the one that is to move. What is held for
 * its move is on offer to them: it is theirs if they choose that time again.
 */
export const listPersonalPlaces = async (
  tx: Tx,
  personId: number | null,
  { exceptHoldId, day }: { exceptHoldId: number; day: string },
  now: Date,
) => {
  const { rows } = await sql<{
    holdId: number
    occurrenceId: number
    places: number
    startsAt: Date
    endsAt: Date
    isBooked: boolean
    isOffer: boolean
    isHeldForMove: boolean
  }>`
    with of_move as (
      select h.* from held_for_moves_of(${exceptHoldId}::bigint) m(hold_id) join live_holds(${now}) h on h.id = m.hold_id
    ), mine as (
      select h.* from live_holds(${now}) h where h.person_id = ${personId}::int union select * from of_move
    )
    select h.id as hold_id, o.id as occurrence_id, h.places, o.starts_at, o.ends_at, h.state = 'confirmed' as is_booked,
      h.waitlist_entry_id is not null or h.id in (select id from of_move) as is_offer,
      h.id in (select id from of_move) as is_held_for_move
    from mine h join occurrence o on o.id = h.occurrence_id
    where h.id <> ${exceptHoldId}::bigint
      and o.local_date between ${day}::date - 1 and ${day}::date + 1`.execute(tx)
  return rows
}

/**
 * Puts a booking at its new time; calendars accept the higher sequence. A move of it that is not paid for has ended. Amounts
 * are pence.
 */
export const saveMove = async (
  tx: Tx,
  bookingId: number,
  { refund, ...to }: { occurrenceId: number; holdId: number; price: number; tax: number; refund: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('booking')
    .set((eb) => ({
      ...to,
      movedAt: now,
      moveRefund: eb('moveRefund', '+', refund),
      sequence: eb('sequence', '+', 1),
    }))
    .where('id', '=', bookingId)
    .execute()
  await tx
    .updateTable('bookingMove')
    .set({ status: 'ended', endedAt: now })
    .where('bookingId', '=', bookingId)
    .where('status', '=', sql.lit('held'))
    .execute()
}

/** A move to a dearer time, with the state of what holds the new place. Amounts are pence. */
export type MovePaymentRow = {
  id: number
  bookingId: number
  basketId: number
  basketStatus: 'open' | 'paymentProcessing' | 'paymentComplete'
  basketItemId: number
  /** The place of the booking when the move began. */
  fromHoldId: number
  /** What holds the new place, and until when; null once that has ended. */
  holdId: number
  heldUntil: Date | null
  occurrenceId: number
  startsAt: Date
  endsAt: Date
  price: number
  surcharge: number
  status: 'held' | 'moved' | 'ended'
  createdAt: Date
}

const moves = sql`
  select m.id, m.booking_id, m.basket_id, b.status as basket_status, m.basket_item_id, m.from_hold_id, h.id as hold_id,
    case when h.state = 'held' then h.held_until end as held_until, m.occurrence_id, m.starts_at, m.ends_at, m.price,
    m.surcharge, m.status, m.created_at
  from booking_move m
  join basket b on b.id = m.basket_id
  join basket_item bi on bi.id = m.basket_item_id
  join hold h on h.id = bi.hold_id`

export const findMovePayment = async (tx: Tx, id: number): Promise<MovePaymentRow | undefined> => {
  const { rows } = await sql<MovePaymentRow>`${moves} where m.id = ${id}`.execute(tx)
  return rows[0]
}

/** The move that is paid for by payments of a basket. */
export const findMoveOfBasket = async (tx: Tx, basketId: number): Promise<MovePaymentRow | undefined> => {
  const { rows } = await sql<MovePaymentRow>`${moves} where m.basket_id = ${basketId}`.execute(tx)
  return rows[0]
}

/** The moves of bookings that have begun and are neither paid nor given up; a booking has one at most. */
export const listMovesInProgress = async (
  tx: Tx,
  bookingIds: readonly number[],
): Promise<MovePaymentRow[]> => {
  const { rows } = await sql<MovePaymentRow>`
    ${moves} where m.booking_id = any(${bookingIds}::int[]) and m.status = 'held' order by m.id`.execute(tx)
  return rows
}

export const findMoveInProgress = async (tx: Tx, bookingId: number): Promise<MovePaymentRow | undefined> =>
  (await listMovesInProgress(tx, [bookingId]))[0]

export const insertMove = async (
  tx: Tx,
  move: Pick<
    MovePaymentRow,
    | 'bookingId'
    | 'basketId'
    | 'basketItemId'
    | 'fromHoldId'
    | 'occurrenceId'
    | 'startsAt'
    | 'endsAt'
    | 'price'
    | 'surcharge'
    | 'createdAt'
  >,
): Promise<number> => {
  const { id } = await tx.insertInto('bookingMove').values(move).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends a move that is in progress; it counts no more. */
export const endMove = async (tx: Tx, id: number, status: 'moved' | 'ended', now: Date): Promise<void> => {
  await tx
    .updateTable('bookingMove')
    .set({ status, endedAt: now })
    .where('id', '=', id)
    .where('status', '=', sql.lit('held'))
    .execute()
}

/** Does a step and undoes all that it has written. @returns what the step answers */
export const rehearse = async <T>(tx: Tx, step: () => Promise<T>): Promise<T> => {
  await sql`savepoint rehearsal`.execute(tx)
  try {
    return await step()
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(tx)
  }
}

/** What was paid for a dearer time. `amount` is pence; `transactionId` is that of a payment by card online. */
export type PaidForMove = {
  tenderType: 'card' | LaterTender
  amount: number
  transactionId: number | null
}

/** Adds to an order what was paid for a dearer time, with the tax in it. @returns the payment */
export const addPayment = async (
  tx: Tx,
  orderId: number,
  { tax, ...paid }: PaidForMove & { tax: number },
  now: Date,
): Promise<number> => {
  const { amount } = paid
  const { id } = await tx
    .insertInto('orderPayment')
    .values({ ...paid, orderId, creditType: null, paidAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update customer_order set total = total + ${amount}::int, tax_total = tax_total + ${tax}::int
    where id = ${orderId}`.execute(tx)
  return id
}
