import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tenders } from '#server/checkout/rules.ts'
import type { Sale } from '#server/bookings/orders/service.ts'
import type { LostPlace } from '#server/holds/service.ts'

export type Status =
  | 'started'
  | 'challenge'
  | 'pending'
  | 'authorised'
  | 'completed'
  | 'voiding'
  | 'voided'
  | 'aborted'
  | 'failed'
  | 'refunded'

/** Why a payment is released. */
export type VoidReason = 'place_lost' | 'abandoned' | 'unanswered'

/**
 * What the payer agreed to when the card was authorised. The order is made from it, by the client or by
 * reconciliation.
 */
export type Agreement = {
  sale: Sale
  /** Tenders besides the card. */
  tenders: Tenders
  email: string | null
  payer: { firstName: string; lastName: string }
  terms: number[]
  completedWaivers: number[]
  source: string
  /** The provider's reference of the saved card that pays. */
  savedCard?: string | null
  /** Memberships that are collected from the card from now on. */
  membershipIds?: number[]
}

/** One attempt to pay for a basket by card. Amounts are pence. */
export type Transaction = {
  id: number
  uuid: string
  operatorId: number
  basketId: number
  customerId: number | null
  provider: string
  providerReference: string | null
  amount: number
  currency: string
  status: Status
  voidReason: VoidReason | null
  lostItems: string[]
  agreement: Agreement
  saveCard: boolean
  site: string
  orderId: number | null
  createdAt: Date
  authorisedAt: Date | null
  capturedAt: Date | null
  attempts: number
}

const columns = [
  'id',
  'uuid',
  'operatorId',
  'basketId',
  'customerId',
  'provider',
  'providerReference',
  'amount',
  'currency',
  'status',
  'voidReason',
  'lostItems',
  'agreement',
  'saveCard',
  'site',
  'orderId',
  'createdAt',
  'authorisedAt',
  'capturedAt',
  'attempts',
] as const

export type NewTransaction = Pick<
  Transaction,
  | 'uuid'
  | 'operatorId'
  | 'basketId'
  | 'customerId'
  | 'provider'
  | 'amount'
  | 'currency'
  | 'status'
  | 'agreement'
  | 'saveCard'
  | 'site'
  | 'createdAt'
  | 'authorisedAt'
> & { nextAttemptAt: Date }

/**
 * Inserts a payment, holds the places of its lines until `until` and locks the basket against changes.
 * @returns the lines whose places are gone, if any; the caller refuses, which rolls back the rest
 */
export const startPayment = async (
  tx: Tx,
  row: NewTransaction,
  held: { itemIds: number[]; until: Date; isRenewal: boolean },
): Promise<{ lost: LostPlace[] } | { started: Transaction }> => {
  const { createdAt, ...payment } = row
  const { rows } = await sql<{ id: number | null; lost: LostPlace[] | null }>`
    select id, lost from start_payment(${JSON.stringify(payment)}::jsonb, ${held.itemIds}::int[], ${held.until},
      ${held.isRenewal}, ${createdAt})`.execute(tx)
  const { id = null, lost = null } = rows[0] ?? {}
  if (id === null) return { lost: lost ?? [] }
  return { started: { ...row, ...untouched, id } }
}

/** What a payment begins with. */
export const untouched = {
  providerReference: null,
  voidReason: null,
  lostItems: [],
  orderId: null,
  capturedAt: null,
  attempts: 0,
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const transactionBy = async (tx: Tx, uuid: string): Promise<Transaction | undefined> =>
  uuidForm.test(uuid) ? byUuid(tx, uuid.toLowerCase()) : undefined

const byUuid = createSharedRead(
  async (tx, uuids: string[]) => {
    const found = (await tx
      .selectFrom('paymentTransaction')
      .select(columns)
      .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
      .execute()) as Transaction[]
    return uuids.map((uuid) => found.find((one) => one.uuid === uuid))
  },
  { name: 'payments', batchSize: 64, inFlight: 1 },
)

/** A payment, and whose basket it pays for. One query. */
export const transactionWithOwner = async (
  tx: Tx,
  uuid: string,
): Promise<{ payment: Transaction; basket: BasketOwner } | undefined> => {
  const found = uuidForm.test(uuid) ? await byUuidWithOwner(tx, uuid.toLowerCase()) : undefined
  if (found === undefined) return undefined
  const { basketUuid, basketCustomerId, ...payment } = found
  return { payment, basket: { uuid: basketUuid, customerId: basketCustomerId } }
}

export type BasketOwner = { uuid: string; customerId: number | null }

const byUuidWithOwner = createSharedRead(
  async (tx, uuids: string[]) => {
    const { rows } = await sql<Transaction & { basketUuid: string; basketCustomerId: number | null }>`
      select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, b.uuid as basket_uuid,
        b.customer_id as basket_customer_id
      from payment_transaction t join basket b on b.id = t.basket_id
      where t.uuid = any(${uuids}::uuid[])`.execute(tx)
    return uuids.map((uuid) => rows.find((one) => one.uuid === uuid))
  },
  { name: 'payments_with_owners', batchSize: 64, inFlight: 1 },
)

/** The payment that locks a basket against changes, if there is one. */
export const transactionInProgress = async (tx: Tx, basketId: number): Promise<Transaction | undefined> =>
  (await tx
    .selectFrom('paymentTransaction')
    .select(columns)
    .where('basketId', '=', basketId)
    .where(sql<boolean>`status in ('started', 'challenge', 'pending', 'authorised')`)
    .executeTakeFirst()) as Transaction | undefined

/** Locks the basket of a transaction, then the transaction: the same order everywhere, to avoid deadlocks. */
export const lockTransaction = async (
  tx: Tx,
  { id, basketId }: Pick<Transaction, 'id' | 'basketId'>,
): Promise<Transaction> => {
  const { rows } = await sql<Transaction>`
    with locked as materialized (select b.id from basket b where b.id = ${basketId} for no key update)
    select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}
    from locked join payment_transaction t on t.id = ${id} and t.basket_id = locked.id for update of t`.execute(
    tx,
  )
  const [current] = rows
  if (current === undefined) throw new Error('A payment is not there.')
  return current
}

type Change = Partial<
  Pick<
    Transaction,
    'status' | 'voidReason' | 'lostItems' | 'orderId' | 'authorisedAt' | 'capturedAt' | 'attempts'
  > & {
    nextAttemptAt: Date | null
  }
>

/** Changes a transaction. The caller holds its lock. */
export const changeTransaction = async (tx: Tx, id: number, change: Change, now: Date): Promise<void> => {
  await tx
    .updateTable('paymentTransaction')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Unlocks a basket whose payment failed, and extends its holds by ten minutes. */
export const reopenBasket = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await sql`select reopen_basket(${basketId}, ${now})`.execute(tx)
}

/**
 * Claims transactions that are due for polling and postpones their next poll, so that no other node claims them and
 * one that fails is polled at growing intervals.
 */
export const claimDueTransactions = async (db: Tx, now: Date, limit: number): Promise<Transaction[]> => {
  const { rows } = await sql<Transaction>`
    update payment_transaction t
    set next_attempt_at = ${now}::timestamptz + make_interval(secs => least(600, 30 * power(2, least(attempts, 10)))),
      attempts = attempts + 1
    where t.id in (
      select d.id from payment_transaction d where d.next_attempt_at <= ${now} order by d.next_attempt_at limit ${limit}
      for update skip locked
    )
    returning t.*`.execute(db)
  return rows
}

/** Makes a transaction due at once: the provider has reported a change. */
export const pollNow = async (tx: Tx, reference: string, now: Date): Promise<void> => {
  await tx
    .updateTable('paymentTransaction')
    .set({ nextAttemptAt: now, attempts: 0 })
    .where('providerReference', '=', reference)
    .where(sql<boolean>`status in ('started', 'challenge', 'pending')`)
    .execute()
}
