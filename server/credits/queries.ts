import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { CreditType, LotPart } from './rules.ts'

/**
 * Locks a customer's credit for the transaction: after the basket, before any occurrence. Every change of credit
 * happens under this lock.
 */
export const lockCreditAccount = async (tx: Tx, customerId: number): Promise<void> => {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
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

const sharedLots = createSharedRead(
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

export type NewLot = {
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

/** Changes of a customer's balance, for display: reservations do not count. */
export type CreditEntryRow = {
  id: number
  at: Date
  type: CreditType
  amount: number
  description: string
  expiresOn: string | null
}

export const entriesOf = async (tx: Tx, customerId: number): Promise<CreditEntryRow[]> => {
  const { rows } = await sql<CreditEntryRow>`
    select min(s.id)::int as id, m.at, s.type, sum(s.amount)::int as amount, m.description, s.expires_on
    from (
      select min(e.id) as id, e.movement_id, l.type, sum(e.amount) as amount,
        case when sum(e.amount) > 0 then l.expires_on end as expires_on
      from credit_entry e join credit_lot l on l.id = e.lot_id
      where l.customer_id = ${customerId} and e.account in ('available', 'reserved')
      group by e.movement_id, l.id
      having sum(e.amount) <> 0
    ) s
    join credit_movement m on m.id = s.movement_id
    group by m.id, s.type, s.amount > 0, s.expires_on
    order by m.at desc, m.id desc, id desc`.execute(tx)
  return rows
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
export type SpentRow = LotPart & {
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
