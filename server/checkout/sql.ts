import type { OrderSource } from '#contract/orderSources.ts'
import { sql } from 'kysely'
import type { Sale } from '#server/bookings/orders.ts'
import type { LostPlace } from '#server/holds/places.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Status, Tenders, VoidReason } from './rules.ts'

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
  /** In which the payer reads. */
  language?: string
  terms: number[]
  completedWaivers: number[]
  source: OrderSource
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

/** What a payment begins with. */
const untouched = {
  providerReference: null,
  voidReason: null,
  lostItems: [],
  orderId: null,
  capturedAt: null,
  attempts: 0,
}

/** A payment that is to be started, and the lines whose places it holds. */
export type Starting = {
  payment: NewTransaction
  itemIds: number[]
  /** Of the basket as it was read without a lock; null: the caller holds its lock. */
  version: string | null
}

/**
 * Inserts payments, holds the places of their lines and closes their baskets against changes. Baskets that others have
 * locked, or have changed since they were read, are left out.
 * @returns by uuid the payment that was started, or the lines whose places are gone, where nothing has been written
 */
export const startPayments = async (
  tx: Tx,
  starting: readonly Starting[],
  { until, isRenewal }: { until: Date; isRenewal: boolean },
  now: Date,
): Promise<Map<string, Transaction | LostPlace[]>> => {
  const { rows } = await sql<{ uuid: string; id: number | null; lost: LostPlace[] | null }>`
    select uuid, id, lost from start_payments(${JSON.stringify(starting)}::jsonb, ${until}, ${isRenewal}, ${now})`.execute(
    tx,
  )
  const answers = new Map(rows.map((row) => [row.uuid, row]))
  return new Map(
    starting.flatMap(({ payment }) => {
      const answer = answers.get(payment.uuid)
      if (answer === undefined) return []
      const { id, lost } = answer
      return [[payment.uuid, id === null ? (lost ?? []) : { ...payment, ...untouched, id }] as const]
    }),
  )
}

/** The venue of what a payment is for; undefined where it is for several, or for none, as a penalty. */
export const venueOfPayment = async (
  tx: Tx,
  { basketId, agreement }: Pick<Transaction, 'basketId' | 'agreement'>,
): Promise<number | undefined> => {
  const itemIds = agreement.sale.items.map(({ id }) => id)
  const { rows } = await sql<{ venueId: number }>`
    select o.venue_id from basket_item i join occurrence o on o.id = i.occurrence_id
      where i.basket_id = ${basketId} and i.id = any(${itemIds}::int[])
    union select venue_id from joining where basket_id = ${basketId}`.execute(tx)
  return rows.length === 1 ? rows[0]?.venueId : undefined
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const transactionBy = async (tx: Tx, uuid: string): Promise<Transaction | undefined> =>
  uuidForm.test(uuid) ? byUuid(tx, uuid.toLowerCase()) : undefined

const byUuid = createBatchedStatement(
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

type BasketOwner = { uuid: string; customerId: number | null }

const byUuidWithOwner = createBatchedStatement(
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
export const lockTransaction = async (tx: Tx, { id }: Pick<Transaction, 'id'>): Promise<Transaction> => {
  const [current] = await lockTransactions(tx, [id], { waits: true })
  if (current === undefined) throw new Error('A payment is not there.')
  return current
}

/** The same for several. Those that others have locked are waited for or left out. */
export const lockTransactions = async (
  tx: Tx,
  ids: readonly number[],
  { waits }: { waits: boolean },
): Promise<Transaction[]> => {
  const { rows } = await sql<Transaction>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from lock_payments(${ids}::int[], ${waits})`.execute(
    tx,
  )
  return rows
}

/** Plans when a payment is looked at next. The caller holds its lock. */
export const planAttempt = async (
  tx: Tx,
  id: number,
  plan: { nextAttemptAt: Date | null; attempts?: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('paymentTransaction')
    .set({ ...plan, updatedAt: now })
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

/** Whether staff have recorded the act about its subject since an instant. */
export const isRecorded = async (
  tx: Tx,
  { actorId, act, subject }: { actorId: number; act: string; subject: string },
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from audit_entry
    where actor_id = ${actorId} and at > ${since} and act = ${act} and subject = ${subject} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export type TermsRow = { id: number; name: string; html: string; required: boolean; accepted: boolean }

/** `accepted`: the customer registered or placed an order of their own with these terms since they last changed. */
export const termsOf = (tx: Tx, operatorId: number, customerId: number | null): Promise<TermsRow[]> =>
  customerId === null ? visitorTerms(tx, operatorId) : termsOfCustomer(tx, operatorId, customerId)

const reads = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

/** No visitor has accepted anything before. */
const visitorTerms = createBatchedStatement(async (tx, operatorIds: number[]) => {
  const terms = await tx
    .selectFrom('terms')
    .select(['id', 'operatorId', 'name', 'html', 'required', sql.lit(false).as('accepted')])
    .where(sql<boolean>`operator_id = any(${operatorIds}::int[])`)
    .where('purpose', '=', 'booking')
    .where('withdrawn', '=', false)
    .orderBy('id')
    .execute()
  return operatorIds.map((id) => terms.flatMap(({ operatorId, ...row }) => (operatorId === id ? [row] : [])))
}, reads('terms'))

const termsOfCustomer = async (tx: Tx, operatorId: number, customerId: number): Promise<TermsRow[]> => {
  const { rows } = await sql<TermsRow>`
    select t.id, t.name, t.html, t.required, (exists (
        select 1 from customer_order o where o.customer_id = ${customerId} and t.id = any(o.terms_accepted)
          and o.source <> 'front-of-house' and o.placed_at >= t.changed_at
      ) or exists (
        select 1 from terms_acceptance a where a.customer_id = ${customerId} and a.terms_id = t.id
          and a.accepted_at >= t.changed_at
      )) as accepted
    from terms t where t.operator_id = ${operatorId} and t.purpose = 'booking' and not t.withdrawn order by t.id`.execute(
    tx,
  )
  return rows
}

type PayerRow = { email: string; firstName: string; lastName: string }

export const payerOf = (tx: Tx, customerId: number): Promise<PayerRow> =>
  tx
    .selectFrom('customer')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

/** The order that a visitor's basket has become. */
export const paidBasket = async (
  tx: Tx,
  operatorId: number,
  uuid: string,
): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('basket')
    .select('id')
    .where('uuid', '=', uuid)
    .where('operatorId', '=', operatorId)
    .where('customerId', 'is', null)
    .where('status', '=', sql.lit('paymentComplete'))
    .executeTakeFirst()

/** Customers with these references whose address is confirmed; not the buyer, nor people linked to the buyer. */
export const findReferenced = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
  buyerId: number | null,
): Promise<{ id: number; reference: string; email: string }[]> => {
  const { rows } = await sql<{ id: number; reference: string; email: string }>`
    select c.id, c.reference, c.email from customer c
    where c.operator_id = ${operatorId} and c.reference = any(${[...references]}::text[])
      and c.email <> '' and c.email_verified_at is not null and c.closed_at is null
      and c.id is distinct from ${buyerId}::int
      and not exists (select 1 from linked_customer l where l.customer_id = ${buyerId}::int and l.linked_id = c.id)`.execute(
    tx,
  )
  return rows
}

/** The venues of what is in a basket. */
export const venuesOfBasket = async (tx: Tx, basketId: number): Promise<number[]> => {
  const { rows } = await sql<{ venueId: number }>`
    select distinct o.venue_id from basket_item i join occurrence o on o.id = i.occurrence_id
    where i.basket_id = ${basketId} and i.removed_at is null`.execute(tx)
  return rows.map(({ venueId }) => venueId)
}
