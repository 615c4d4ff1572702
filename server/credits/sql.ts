import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { CreditType, LotPart } from './rules.ts'

/**
 * Locks a customer's credit for the transaction: after the basket, before any occurrence. Every change of credit
 * happens under this lock.
 */
export const lockCreditAccount = async (tx: Tx, customerId: number): Promise<void> => {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
}

/**
 * Locks those with reservations for baskets, other customers, and the people of lines, in the order of their ids.
 * @returns the baskets with any reservation
 */
export const lockReserving = async (
  tx: Tx,
  { basketIds, customerIds, itemIds }: { basketIds: number[]; customerIds: number[]; itemIds: number[] },
): Promise<number[]> => {
  const { rows } = await sql<{ basketIds: number[] | null }>`
    with reserving as materialized (
      select r.basket_id, r.customer_id from credit_reservation r
      where r.basket_id = any(${basketIds}::int[]) and r.state = 'reserved'
    ), locked as materialized (
      select c.id from customer c
      where c.id in (
        select r.customer_id from reserving r union all select unnest(${customerIds}::int[]) union all
        select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(${itemIds}::int[])
      )
      order by c.id for no key update
    )
    select array_agg(distinct r.basket_id) filter (where r.basket_id is not null) as basket_ids
    from (select count(*) from locked) l left join reserving r on true`.execute(tx)
  return rows[0]?.basketIds ?? []
}

/** A lot of credit. Pence. */
export type LotRow = {
  id: number
  type: CreditType
  expiresOn: string | null
  timezone: string
  available: number
  reserved: number
  /** The part reserved by lapsed baskets, and so available. */
  lapsed: number
  /** The part reserved by the basket in question. */
  mine: number
}

type LotsWanted = { customerId: number; basketId: number | null; now: Date }

/** A customer's lots with a balance. */
export const lotsOf = (tx: Tx, customerId: number, basketId: number | null, now: Date): Promise<LotRow[]> =>
  sharedLots(tx, { customerId, basketId, now })

const sharedLots = createBatchedStatement(
  async (tx, wanted: LotsWanted[]): Promise<LotRow[][]> => {
    const { rows } = await sql<LotRow & { place: number }>`
      select w.place::int as place, l.id, l.type, l.expires_on, op.timezone, l.available, l.reserved,
        coalesce(sum(e.amount) filter (
          where r.basket_id is distinct from w.basket_id and not is_credit_reserved(r.basket_id, r.reserved_until, w.at)
        ), 0)::int as lapsed,
        coalesce(sum(e.amount) filter (where r.basket_id = w.basket_id), 0)::int as mine
      from unnest(${wanted.map(({ customerId }) => customerId)}::int[], ${wanted.map(({ basketId }) => basketId)}::int[],
        ${wanted.map(({ now }) => now.toISOString())}::timestamptz[]) with ordinality w (customer_id, basket_id, at, place)
      join credit_lot l on l.customer_id = w.customer_id and (l.available > 0 or l.reserved > 0)
      join operator op on op.id = l.operator_id
      left join credit_reservation r on r.customer_id = l.customer_id and r.state = 'reserved' and l.reserved > 0
      left join credit_entry e on e.reservation_id = r.id and e.lot_id = l.id
      group by w.place, l.id, op.timezone
      order by l.id`.execute(tx)
    return wanted.map((_, index) => rows.flatMap(({ place, ...lot }) => (place === index + 1 ? [lot] : [])))
  },
  { name: 'credit_lots', batchSize: 64, inFlight: 1 },
)

type NewLot = {
  operatorId: number
  customerId: number
  type: CreditType
  granted: number
  expiresOn: string | null
  createdAt: Date
  importKey: string | null
}

/** @returns null when a lot with this import key exists */
export const addLot = async (tx: Tx, lot: NewLot): Promise<number | null> => {
  const row = await tx
    .insertInto('creditLot')
    .values(lot)
    .onConflict((conflict) => conflict.columns(['operatorId', 'importKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type Account = 'available' | 'reserved' | 'grants' | 'refunds' | 'sales' | 'expired' | 'frozen'

export type NewMovement = {
  kind: 'grant' | 'reserve' | 'give_back' | 'spend' | 'refund' | 'expire' | 'freeze' | 'unfreeze'
  at: Date
  description: string
  orderId?: number | null
  bookingId?: number | null
  actorId?: number | null
}

/** Pence moved from one account to another, lot by lot. */
export type Leg = { from: Account; to: Account; parts: readonly LotPart[]; reservationId?: number }

/** Inserts a movement: what its legs take from one account they add to another. */
export const postMovement = async (tx: Tx, movement: NewMovement, legs: readonly Leg[]): Promise<void> => {
  if (legs.every(({ parts }) => parts.length === 0)) return
  const { id: movementId } = await tx
    .insertInto('creditMovement')
    .values(movement)
    .returning('id')
    .executeTakeFirstOrThrow()
  const entries = legs.flatMap(({ from, to, parts, reservationId = null }) =>
    parts.flatMap(({ lotId, amount }) =>
      (
        [
          [from, -amount],
          [to, amount],
        ] as const
      ).map(([account, signed]) => ({
        movementId,
        lotId,
        account,
        amount: signed,
        reservationId: account === 'reserved' ? reservationId : null,
      })),
    ),
  )
  await tx.insertInto('creditEntry').values(entries).execute()
}

/** Locks some expired lots, skipping those locked by another node. */
export const lockExpired = async (tx: Tx, now: Date, limit: number): Promise<LotPart[]> => {
  const { rows } = await sql<LotPart>`
    select l.id as lot_id, l.expires_on, l.available as amount
    from credit_lot l join operator op on op.id = l.operator_id
    where l.available > 0 and l.expires_on < (${now}::timestamptz at time zone op.timezone)::date
      -- Two days cover every time zone; unlike the exact day this goes by the index.
      and l.expires_on <= ${now}::date + 1
    order by l.expires_on, l.id limit ${limit} for update of l skip locked`.execute(tx)
  return rows
}

/** Credit spent on an order and not refunded, by lot. */
type SpentRow = LotPart & {
  type: CreditType
  customerId: number
  operatorId: number
  timezone: string
}

export const spentOn = async (tx: Tx, orderId: number): Promise<SpentRow[]> => {
  const { rows } = await sql<SpentRow>`
    select e.lot_id, l.expires_on, l.type, l.customer_id, l.operator_id, op.timezone,
      (sum(case e.account when 'sales' then e.amount else 0 end)
        + sum(case when m.kind = 'refund' and e.account = 'refunds' then e.amount else 0 end))::int as amount
    from credit_movement m
    join credit_entry e on e.movement_id = m.id
    join credit_lot l on l.id = e.lot_id
    join operator op on op.id = l.operator_id
    where m.order_id = ${orderId}
    group by e.lot_id, l.id, op.timezone
    having sum(case e.account when 'sales' then e.amount else 0 end)
      + sum(case when m.kind = 'refund' and e.account = 'refunds' then e.amount else 0 end) <> 0
    order by e.lot_id`.execute(tx)
  return rows
}

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

type NewAccountEntry = {
  customerId: number
  at: Date
  amount: number
  description: string
  orderId?: number | null
  actorId?: number | null
}

export const addAccountEntry = async (tx: Tx, entry: NewAccountEntry): Promise<void> => {
  await tx.insertInto('accountEntry').values(entry).execute()
}
