import { venueTender } from '#contract/tenders.ts'
import type { LaterTender, TenderId } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { SoldItem } from '#server/bookings/orders.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { RefundPart } from './bookings.ts'

export type OrderRow = {
  id: number
  operatorId: number
  basketId: number
  basketUuid: string
  customerId: number | null
  reference: string
  status: 'confirmed' | 'partly_refunded' | 'refunded'
  placedAt: Date
  email: string | null
  total: number
  taxTotal: number
  items: SoldItem[]
}

export const orders = (tx: Tx) =>
  tx
    .selectFrom('customerOrder as o')
    .innerJoin('basket as b', 'b.id', 'o.basketId')
    .select([
      'o.id',
      'o.operatorId',
      'o.basketId',
      'b.uuid as basketUuid',
      'o.customerId',
      'o.reference',
      'o.status',
      'o.placedAt',
      'o.email',
      'o.total',
      'o.taxTotal',
      'o.items',
    ])

/** Who placed an order: the customer, or what a visitor or walk-in has left of themselves. */
export const contactOf = async (
  tx: Tx,
  orderId: number,
): Promise<{ customerId: number | null; name: string; phone: string } | null> => {
  const { rows } = await sql<{ customerId: number | null; name: string; phone: string }>`
    select o.customer_id,
      trim(coalesce(c.first_name || ' ' || c.last_name, o.payer_first_name || ' ' || o.payer_last_name)) as name,
      coalesce(nullif(o.payer_phone, ''), c.phone, '') as phone
    from customer_order o left join customer c on c.id = o.customer_id where o.id = ${orderId}`.execute(tx)
  return rows[0] ?? null
}

/** The member of staff who sold an order to another person; null where none did. */
export const sellingStaffOf = async (tx: Tx, orderId: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from customer_order o join basket b on b.id = o.basket_id
    join customer s on s.id = b.customer_id and s.role = 'staff'
    where o.id = ${orderId} and o.customer_id is distinct from s.id`.execute(tx)
  return rows[0]?.id ?? null
}

export const reads = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

export type PaymentRow = {
  id: number
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  amount: number
  status: 'paid' | 'refunded' | 'failed'
}

export const paymentsOf = createBatchedStatement(async (tx, orderIds: number[]): Promise<PaymentRow[][]> => {
  const payments = await tx
    .selectFrom('orderPayment')
    .select(['id', 'orderId', 'tenderType', 'creditType', 'amount', 'status'])
    .where(sql<boolean>`order_id = any(${orderIds}::int[])`)
    .orderBy('id')
    .execute()
  return orderIds.map((wanted) =>
    payments.flatMap(({ orderId, ...payment }) => (orderId === wanted ? [payment] : [])),
  )
}, reads('order_payments'))

export type OrderRefundRow = {
  destination: RefundPart['destination']
  amount: number
  status: 'due' | 'done' | 'failed'
}

/** What has come back of orders, one sum for each destination and status, the oldest first. */
export const refundsOf = createBatchedStatement(
  async (tx, orderIds: number[]): Promise<OrderRefundRow[][]> => {
    const { rows } = await sql<OrderRefundRow & { orderId: number }>`
    select order_id, destination, status, sum(amount)::int as amount from refund
    where order_id = any(${orderIds}::int[]) group by order_id, destination, status order by min(id)`.execute(
      tx,
    )
    return orderIds.map((wanted) =>
      rows.flatMap(({ orderId, ...refund }) => (orderId === wanted ? [refund] : [])),
    )
  },
  reads('order_refunds'),
)

/** Updates the payment status of an order and its payments from their refunds; those that have failed do not count. */
export const updateOrderTotals = async (tx: Tx, orderId: number): Promise<void> => {
  await sql`
    update order_payment p set status = 'refunded'
    where p.order_id = ${orderId} and p.status = 'paid'
      and p.amount <= (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id and r.status = 'done')`.execute(
    tx,
  )
  await sql`
    update customer_order o
    set status = case when back.amount = 0 then 'confirmed' when back.amount >= o.total then 'refunded'
      else 'partly_refunded' end
    from (
      select coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0) as amount, count(*) as refunds
      from refund r where r.order_id = ${orderId}
    ) back
    where o.id = ${orderId} and back.refunds > 0`.execute(tx)
}

/** Replaces what an order says of its items. */
export const saveItems = async (tx: Tx, orderId: number, items: readonly SoldItem[]): Promise<void> => {
  await sql`update customer_order set items = ${JSON.stringify(items)}::jsonb where id = ${orderId}`.execute(
    tx,
  )
}

export const updateAccessCode = async (tx: Tx, bookingId: number, accessCode: string): Promise<void> => {
  await tx.updateTable('booking').set({ accessCode }).where('id', '=', bookingId).execute()
}

type DuePayment = {
  id: number
  tenderType: TenderId
  collectedAt: Date | null
  /** Pence of the places that are not cancelled. */
  due: number
}

/**
 * What an order pays at the venue, or has paid there; locked, so that two desks take it once. What is due is read under
 * the lock: a cancellation may have been under way.
 */
export const lockDue = async (
  tx: Tx,
  of: { orderId: number; operatorId: number },
): Promise<DuePayment | undefined> => {
  await sql`
    select 1 from customer_order where id = ${of.orderId} and operator_id = ${of.operatorId}
    for no key update`.execute(tx)
  const { rows } = await sql<DuePayment>`
    select y.id, y.tender_type, y.collected_at, (
        select coalesce(sum(b.price), 0)::int from booking b
        where b.order_id = y.order_id and b.status not in ('cancelled', 'cancelled_by_venue')
      ) as due
    from order_payment y join customer_order o on o.id = y.order_id
    where o.id = ${of.orderId} and o.operator_id = ${of.operatorId}
      and (y.tender_type = ${sql.lit(venueTender)} or y.collected_at is not null)
    for no key update of y`.execute(tx)
  return rows[0]
}

export const saveCollected = async (
  tx: Tx,
  paymentId: number,
  {
    tenderType,
    amount,
    cardLastFour,
    at,
    by,
  }: { tenderType: LaterTender; amount: number; cardLastFour: string | null; at: Date; by: number },
): Promise<void> => {
  await tx
    .updateTable('orderPayment')
    .set({ tenderType, amount, cardLastFour, paidAt: at, collectedAt: at, collectedBy: by })
    .where('id', '=', paymentId)
    .execute()
}

/**
 * Takes bookings that have just been cancelled off what their orders pay at the venue: where that is not paid yet, they
 * cost nothing. The caller holds the locks of the orders.
 */
export const writeOffDue = async (tx: Tx, bookingIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ orderId: number; price: number; tax: number }>`
    select b.order_id, sum(b.price)::int as price, sum(b.tax)::int as tax
    from booking b join order_payment y on y.order_id = b.order_id and y.tender_type = ${sql.lit(venueTender)}
    where b.id = any(${[...bookingIds]}::int[]) group by b.order_id having sum(b.price) > 0`.execute(tx)
  for (const { orderId, price, tax } of rows) {
    const due = sql`order_id = ${orderId} and tender_type = ${sql.lit(venueTender)}`
    for (const statement of [
      sql`update booking set price = 0, tax = 0 where order_id = ${orderId} and id = any(${[...bookingIds]}::int[])`,
      sql`update customer_order set total = total - ${price}::int, tax_total = tax_total - ${tax}::int where id = ${orderId}`,
      sql`delete from order_payment where ${due} and amount = ${price}`,
      sql`update order_payment set amount = amount - ${price}::int where ${due}`,
    ])
      await statement.execute(tx)
  }
}

export type ReceiptPayment = {
  tenderType: TenderId
  amount: number
  status: 'paid' | 'refunded' | 'failed'
  paidAt: Date
}

export type ReceiptRefund = {
  bookingId: number | null
  destination: RefundPart['destination']
  amount: number
  status: 'due' | 'done' | 'failed'
  createdAt: Date
}

/** Who paid an order, and each payment and refund of it, the oldest first. */
export const receiptFacts = async (
  tx: Tx,
  orderId: number,
): Promise<{ payer: string; payments: ReceiptPayment[]; refunds: ReceiptRefund[] }> => {
  const [payer, payments, refunds] = await Promise.all([
    tx
      .selectFrom('customerOrder as o')
      .leftJoin('customer as c', 'c.id', 'o.customerId')
      .select(
        sql<string>`trim(case when o.payer_first_name || o.payer_last_name <> ''
          then o.payer_first_name || ' ' || o.payer_last_name
          else coalesce(c.first_name || ' ' || c.last_name, '') end)`.as('name'),
      )
      .where('o.id', '=', orderId)
      .executeTakeFirst(),
    tx
      .selectFrom('orderPayment')
      .select(['tenderType', 'amount', 'status'])
      .select(sql<Date>`coalesce(collected_at, paid_at)`.as('paidAt'))
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('refund')
      .select(['bookingId', 'destination', 'amount', 'status', 'createdAt'])
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute(),
  ])
  return { payer: payer?.name ?? '', payments, refunds }
}

type NewLink = { secretDigest: Buffer; orderId: number; isMailed: boolean; createdAt: Date; expiresAt: Date }

/** Links of messages that are written together are stored together. */
export const insertLink = createBatchedStatement(
  async (tx, links: NewLink[]): Promise<undefined[]> => {
    await sql`
      insert into order_link (secret_digest, order_id, is_mailed, created_at, expires_at)
      select decode(l.digest, 'hex'), l.order_id, l.is_mailed, l.created_at, l.expires_at
      from unnest(${links.map(({ secretDigest }) => secretDigest.toString('hex'))}::text[],
        ${links.map(({ orderId }) => orderId)}::int[], ${links.map(({ isMailed }) => isMailed)}::boolean[],
        ${links.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${links.map(({ expiresAt }) => expiresAt)}::timestamptz[])
        as l(digest, order_id, is_mailed, created_at, expires_at)`.execute(tx)
    return links.map(() => undefined)
  },
  { name: 'order_links', batchSize: 32, inFlight: 1 },
)

/** The order that an unexpired link opens. */
export const orderOfLink = async (
  tx: Tx,
  secretDigests: readonly Buffer[],
  now: Date,
): Promise<
  { orderId: number; isMailed: boolean; createdAt: Date; customerId: number | null; operatorId: number }[]
> =>
  secretDigests.length === 0
    ? []
    : tx
        .selectFrom('orderLink as l')
        .innerJoin('customerOrder as o', 'o.id', 'l.orderId')
        .select(['l.orderId', 'l.isMailed', 'l.createdAt', 'o.customerId', 'o.operatorId'])
        .where('l.secretDigest', 'in', secretDigests)
        .where('l.expiresAt', '>', now)
        .execute()

export const deleteLinks = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.deleteFrom('orderLink').where('orderId', '=', orderId).execute()
}

/** A visitor's order by what they know of it. */
export const orderByReference = async (
  tx: Tx,
  operatorId: number,
  { reference, email }: { reference: string; email: string },
): Promise<{ id: number; email: string } | undefined> => {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from customer_order
    where operator_id = ${operatorId} and customer_id is null and reference = ${reference} and email = ${email}`.execute(
    tx,
  )
  return rows[0]
}

/** The latest orders of visitors with an address that have a booking ending after an instant. */
export const recentVisitorOrders = async (
  tx: Tx,
  operatorId: number,
  email: string,
  since: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from customer_order c
    where c.operator_id = ${operatorId} and c.customer_id is null and c.email = ${email}
      and exists (select 1 from booking k join occurrence o on o.id = k.occurrence_id
        where k.order_id = c.id and o.ends_at > ${since})
    order by c.placed_at desc limit 10`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Gives a visitor's order and its bookings to a customer. Does nothing when it has an owner. */
export const assignOrder = async (tx: Tx, orderId: number, customerId: number): Promise<void> => {
  await sql`select require_open_account(${customerId})`.execute(tx)
  await sql`update customer_order set customer_id = ${customerId}
    where id = ${orderId} and customer_id is null`.execute(tx)
  await sql`update booking set customer_id = ${customerId}
    where order_id = ${orderId} and customer_id is null`.execute(tx)
}

type LockedOrder = {
  customerId: number | null
  email: string | null
  payerFirstName: string
  payerLastName: string
  payerPhone: string
}

/** Locks an order, before its bookings change hands. */
export const lockOrder = async (tx: Tx, orderId: number): Promise<LockedOrder> => {
  const { rows } = await sql<LockedOrder>`
    select customer_id, email, payer_first_name, payer_last_name, payer_phone from customer_order where id = ${orderId} for no key update`.execute(
    tx,
  )
  const [order] = rows
  if (order === undefined) throw new Error('An order that was just read is gone.')
  return order
}

/** The customer's e-mail address, if they have proved that it is theirs. */
export const verifiedEmailOf = async (tx: Tx, customerId: number): Promise<string | null> => {
  const { email, emailVerifiedAt } = await tx
    .selectFrom('customer')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return emailVerifiedAt === null ? null : email
}
