import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

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
  tenderType: 'card' | 'cash' | 'card_terminal'
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
