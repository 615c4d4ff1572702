import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import { sql } from 'kysely'
import { date } from '#contract/time.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, Refusal } from '#server/platform/errors.ts'

type RaisedPenalty = {
  operatorId: number
  customerId: number
  /** Pence, more than 0. */
  amount: number
  /** Displayed to the customer: `Missed: Yoga, Thu 4 Mar`. */
  description: string
  bookingId?: number | null
  /** Its key in the operator's import files: the same key is raised once. */
  importKey?: string | null
}

/** Raises a penalty. @returns its id; null when the booking or the import key already has one */
export const raisePenalty = (
  tx: Tx,
  { operatorId, customerId, amount, description, bookingId = null, importKey = null }: RaisedPenalty,
  now: Date,
): Promise<number | null> =>
  addPenalty(tx, { operatorId, customerId, amount, description, bookingId, importKey, createdAt: now })

/**
 * Raises the activity's penalty for a missed booking, if it has one and the buyer has an account; again, if it was waived
 * because the person was marked as present by mistake. Idempotent.
 */
export const chargeMissedPenalty = async (tx: Tx, bookingId: number, now: Date): Promise<number | null> => {
  const missed = await missedBooking(tx, bookingId)
  if (missed?.customerId == null || missed.noShowPenalty === null) return null
  const day = date(missed.localDate, missed.timezone, now)
  const raised = await raisePenalty(
    tx,
    {
      operatorId: missed.operatorId,
      customerId: missed.customerId,
      amount: missed.noShowPenalty,
      description: operatorMessages().payments.missed({
        name: missed.name,
        day: `${day.dayPretty} ${day.datePretty}`,
      }),
      bookingId,
    },
    now,
  )
  return raised ?? reinstateOfBooking(tx, bookingId, operatorMessages().payments.attendedAfterAll)
}

/** The penalties of a customer. */
export const outstandingOf = async (tx: Tx, customerId: number): Promise<PenaltyRow[]> =>
  (await penaltiesOf(tx, customerId)).filter(({ status }) => status === 'outstanding')

/**
 * Refuses a purchase by a customer with an unpaid penalty, where the operator blocks them, unless the purchase pays
 * it.
 * @param beingPaid the penalties it pays, or how to read them, which is seldom needed
 * @throws Refusal `penalty_outstanding`
 */
export const refuseWhileOwing = async (
  tx: Tx,
  customerId: number | null,
  beingPaid: readonly number[] | (() => Promise<readonly number[]>),
  errors?: Record<string, Text[]>,
): Promise<void> => {
  if (customerId === null) return
  const blocking = await blockingPenaltiesOf(tx, customerId)
  if (blocking.length === 0) return
  const paid = typeof beingPaid === 'function' ? await beingPaid() : beingPaid
  if (blocking.every((id) => paid.includes(id))) return
  throw new Refusal(
    'penalty_outstanding',
    (messages) => messages.payments.unpaid,
    errors === undefined ? {} : { errors },
  )
}

type NewPenalty = {
  operatorId: number
  customerId: number
  bookingId: number | null
  description: string
  amount: number
  createdAt: Date
  importKey: string | null
}

/** @returns null when the booking or the import key already has a penalty */
const addPenalty = async (tx: Tx, penalty: NewPenalty): Promise<number | null> => {
  const row = await tx
    .insertInto('penalty')
    .values(penalty)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The buyer of a booking, whose account is open, and the penalty for missing it. */
type MissedRow = {
  operatorId: number
  customerId: number | null
  name: string
  localDate: string
  timezone: string
  noShowPenalty: number | null
}

const missedBooking = async (tx: Tx, bookingId: number): Promise<MissedRow | undefined> => {
  const { rows } = await sql<MissedRow>`
    select co.operator_id, c.id as customer_id, o.name, o.local_date, v.timezone, a.no_show_penalty
    from booking k
    join customer_order co on co.id = k.order_id
    join occurrence o on o.id = k.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    left join customer c on c.id = k.customer_id and c.closed_at is null
    where k.id = ${bookingId}`.execute(tx)
  return rows[0]
}

/** Makes the penalty of a booking outstanding again that was waived for this reason. */
const reinstateOfBooking = async (tx: Tx, bookingId: number, waiveReason: string): Promise<number | null> => {
  const row = await tx
    .updateTable('penalty')
    .set({ status: 'outstanding', settledAt: null, waivedBy: null, waiveReason: null })
    .where('bookingId', '=', bookingId)
    .where('status', '=', sql.lit('waived'))
    .where('waiveReason', '=', waiveReason)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type PenaltyRow = {
  id: number
  customerId: number
  description: string
  amount: number
  /** A penalty that was refunded counts as waived. */
  status: 'outstanding' | 'paid' | 'waived'
  createdAt: Date
  /** Raised for a membership payment that failed. */
  isForMembership: boolean
}

const isForMembership = (penaltyId: ReturnType<typeof sql.ref>) =>
  sql<boolean>`exists (select 1 from membership_collection c where c.penalty_id = ${penaltyId})`.as(
    'isForMembership',
  )

/** A customer's penalties: unpaid ones first, then newest first. */
export const penaltiesOf = createBatchedStatement(
  async (tx, customerIds: number[]): Promise<PenaltyRow[][]> => {
    const penalties = await tx
      .selectFrom('penalty')
      .select(['id', 'customerId', 'description', 'amount', 'createdAt'])
      .select(
        sql<PenaltyRow['status']>`case when refunded_at is null then status else 'waived' end`.as('status'),
      )
      .select(isForMembership(sql.ref('penalty.id')))
      .where(sql<boolean>`customer_id = any(${customerIds}::int[])`)
      .where('isAccountDebt', '=', sql.lit(false))
      .orderBy(sql`status <> 'outstanding'`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return customerIds.map((wanted) => penalties.filter(({ customerId }) => customerId === wanted))
  },
  { name: 'penalties', batchSize: 64, inFlight: 1 },
)

/** What a customer may pay in the basket: their penalties, and the debt on their account. */
export const payableIdsOf = async (tx: Tx, customerId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('penalty')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '=', sql.lit('outstanding'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Makes the debt on a customer's account payable: one row a customer, with the amount owed now. @returns its id */
export const saveAccountDebt = async (
  tx: Tx,
  {
    operatorId,
    customerId,
    amount,
    description,
    createdAt,
  }: Pick<NewPenalty, 'operatorId' | 'customerId' | 'amount' | 'description' | 'createdAt'>,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into penalty (operator_id, customer_id, amount, description, created_at, is_account_debt)
    values (${operatorId}, ${customerId}, ${amount}, ${description}, ${createdAt}, true)
    on conflict (customer_id) where is_account_debt and status = 'outstanding'
      do update set amount = excluded.amount, description = excluded.description
    returning id`.execute(tx)
  return rows[0]?.id ?? failInvariant('an account debt was not saved')
}

/** Records that the money of a paid penalty went back. */
export const markRefunded = async (
  tx: Tx,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> => {
  const refunded = await tx
    .updateTable('penalty')
    .set({ refundedAt: at, refundedBy: by })
    .where('id', '=', id)
    .where('refundedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (refunded === undefined) failInvariant('a penalty is refunded twice')
}

/** Locks penalties and returns the outstanding ones. */
export const lockOutstanding = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const found = await tx
    .selectFrom('penalty')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', sql.lit('outstanding'))
    .orderBy('id')
    .forUpdate()
    .execute()
  return found.map(({ id }) => id)
}

/** @returns the debts of accounts among them, which are to be taken off the accounts */
export const settlePenalties = async (
  tx: Tx,
  ids: readonly number[],
  orderId: number,
  now: Date,
): Promise<{ id: number; customerId: number }[]> => {
  const settled = await tx
    .updateTable('penalty')
    .set({ status: 'paid', orderId, settledAt: now })
    .where('id', 'in', [...ids])
    .returning(['id', 'customerId', 'isAccountDebt'])
    .execute()
  return settled.filter(({ isAccountDebt }) => isAccountDebt)
}

/** Whether the operator blocks bookings of customers with unpaid penalties, and this customer's unpaid penalties. */
const blockingPenaltiesOf = async (tx: Tx, customerId: number): Promise<number[]> => {
  const found = await tx
    .selectFrom('penalty as p')
    .innerJoin('operator as op', 'op.id', 'p.operatorId')
    .select('p.id')
    .where('p.customerId', '=', customerId)
    .where('p.status', '=', sql.lit('outstanding'))
    .where('p.isAccountDebt', '=', sql.lit(false))
    .where('op.outstandingPenalties', '=', 'block')
    .execute()
  return found.map(({ id }) => id)
}

export type PenaltyLine = {
  id: number
  penaltyId: number
  description: string
  amount: number
  sortBy: number
  isForMembership: boolean
  isAccountDebt: boolean
}

/** A refund may have reduced the debt of an account since it was made payable. */
const amountOwed = sql<number>`case when p.is_account_debt then least(p.amount, (
  select coalesce(sum(e.amount), 0)::int from account_entry e where e.customer_id = p.customer_id
)) else p.amount end`

/** The penalties in a basket that are still owed. */
export const linesOf = (tx: Tx, basketId: number): Promise<PenaltyLine[]> =>
  tx
    .selectFrom('basketPenalty as l')
    .innerJoin('penalty as p', 'p.id', 'l.penaltyId')
    .select(['l.id', 'p.id as penaltyId', 'p.description', 'p.isAccountDebt', 'l.sortBy'])
    .select(amountOwed.as('amount'))
    .select(isForMembership(sql.ref('p.id')))
    .where('l.basketId', '=', basketId)
    .where('l.removedAt', 'is', null)
    .where('p.status', '=', sql.lit('outstanding'))
    .where(amountOwed, '>', 0)
    .orderBy('l.sortBy')
    .orderBy('l.id')
    .execute()

/** Adds penalties at the end of a basket; those already in it keep their position. */
export const addLines = async (
  tx: Tx,
  basketId: number,
  penaltyIds: readonly number[],
  now: Date,
): Promise<void> => {
  await sql`
    insert into basket_penalty (basket_id, penalty_id, sort_by, added_at)
    select ${basketId}, wanted.id, wanted.position + coalesce((
        select max(x.sort_by) from (
          select sort_by from basket_item where basket_id = ${basketId}
          union all select sort_by from basket_penalty where basket_id = ${basketId}
        ) x
      ), -1), ${now}
    from unnest(${[...penaltyIds]}::int[]) with ordinality as wanted(id, position)
    on conflict (basket_id, penalty_id) where removed_at is null do nothing`.execute(tx)
}

export const removeLines = async (
  tx: Tx,
  basketId: number,
  lineIds: readonly number[] | 'all',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('basketPenalty')
    .set({ removedAt: now })
    .where('basketId', '=', basketId)
    .where('removedAt', 'is', null)
    .$if(lineIds !== 'all', (query) => query.where('id', 'in', lineIds === 'all' ? [] : [...lineIds]))
    .execute()
}
