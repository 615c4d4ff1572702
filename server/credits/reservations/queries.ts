import { sql } from 'kysely'
import type { CreditType, LotPart } from '#server/credits/rules.ts'
import type { Tx } from '#server/platform/database.ts'

export type ReservationRow = {
  id: number
  basketId: number
  customerId: number
  type: CreditType
  amount: number
}

const reservationColumns = ['id', 'basketId', 'customerId', 'type', 'amount'] as const

/** Live reservations of a basket, membership credit first. */
export const reservationsOf = async (tx: Tx, basketId: number, now: Date): Promise<ReservationRow[]> =>
  await tx
    .selectFrom('creditReservation')
    .select(reservationColumns)
    .where('basketId', '=', basketId)
    .where('state', '=', sql.lit('reserved'))
    .where(sql<boolean>`is_credit_reserved(basket_id, reserved_until, ${now})`)
    .orderBy('type', 'desc')
    .execute()

/** Reservations of a basket, lapsed or not. */
export const reservationsEver = async (tx: Tx, basketId: number): Promise<ReservationRow[]> =>
  await tx
    .selectFrom('creditReservation')
    .select(reservationColumns)
    .where('basketId', '=', basketId)
    .where('state', '=', sql.lit('reserved'))
    .orderBy('customerId')
    .orderBy('id')
    .execute()

/** A customer's reservations for lapsed baskets. */
export const expiredOf = async (tx: Tx, customerId: number, now: Date): Promise<ReservationRow[]> =>
  await tx
    .selectFrom('creditReservation')
    .select(reservationColumns)
    .where('customerId', '=', customerId)
    .where('state', '=', sql.lit('reserved'))
    .where(sql<boolean>`not is_credit_reserved(basket_id, reserved_until, ${now})`)
    .orderBy('id')
    .execute()

/** Customers with reservations for lapsed baskets. */
export const includingExpired = async (tx: Tx, now: Date, limit: number): Promise<number[]> => {
  const found = await tx
    .selectFrom('creditReservation')
    .select('customerId')
    .distinct()
    .where('state', '=', sql.lit('reserved'))
    .where(sql<boolean>`not is_credit_reserved(basket_id, reserved_until, ${now})`)
    .orderBy('customerId')
    .limit(limit)
    .execute()
  return found.map(({ customerId }) => customerId)
}

/** Reservations by the lots they were taken from. */
export const partsOfReservation = async (tx: Tx, reservationId: number): Promise<LotPart[]> => {
  const { rows } = await sql<LotPart>`
    select e.lot_id, l.expires_on, sum(e.amount)::int as amount
    from credit_entry e join credit_lot l on l.id = e.lot_id
    where e.reservation_id = ${reservationId}
    group by e.lot_id, l.expires_on having sum(e.amount) > 0`.execute(tx)
  return rows
}

export const addReservation = async (
  tx: Tx,
  row: Omit<ReservationRow, 'id'> & { reservedUntil: Date; createdAt: Date },
): Promise<number> =>
  (await tx.insertInto('creditReservation').values(row).returning('id').executeTakeFirstOrThrow()).id

export const shrinkReservation = async (tx: Tx, id: number, amount: number): Promise<void> => {
  await tx.updateTable('creditReservation').set({ amount }).where('id', '=', id).execute()
}

export const endReservation = async (
  tx: Tx,
  id: number,
  state: 'spent' | 'returned',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('creditReservation')
    .set({ state, endedAt: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('reserved'))
    .execute()
}
