import { sql } from 'kysely'
import type { BasketItem } from '#contract/baskets.ts'
import type { RefundPart } from '#server/bookings/queries.ts'
import type { LostPlace } from '#server/holds/places.ts'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

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
  items: BasketItem[]
}

const orders = (tx: Tx) =>
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

const reads = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

export const findOrder = createSharedRead(async (tx, ids: number[]) => {
  const found = (await orders(tx)
    .where(sql<boolean>`o.id = any(${ids}::int[])`)
    .execute()) as OrderRow[]
  return ids.map((id) => found.find((order) => order.id === id))
}, reads('orders'))

export const findOrderOfBasket = async (tx: Tx, basketId: number): Promise<OrderRow | undefined> =>
  (await orders(tx).where('o.basketId', '=', basketId).executeTakeFirst()) as OrderRow | undefined

/** The order that this customer made from exactly these lines. */
export const findOrderOfItems = async (
  tx: Tx,
  customerId: number,
  itemHash: string,
): Promise<OrderRow | undefined> =>
  (await orders(tx)
    .where('o.customerId', '=', customerId)
    .where('o.itemHash', '=', itemHash)
    .executeTakeFirst()) as OrderRow | undefined

export type PaymentRow = {
  id: number
  tenderType: string
  creditType: 'general' | 'membership' | null
  amount: number
  status: 'paid' | 'refunded' | 'failed'
}

export const paymentsOf = createSharedRead(async (tx, orderIds: number[]): Promise<PaymentRow[][]> => {
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
export const refundsOf = createSharedRead(async (tx, orderIds: number[]): Promise<OrderRefundRow[][]> => {
  const { rows } = await sql<OrderRefundRow & { orderId: number }>`
    select order_id, destination, status, sum(amount)::int as amount from refund
    where order_id = any(${orderIds}::int[]) group by order_id, destination, status order by min(id)`.execute(
    tx,
  )
  return orderIds.map((wanted) =>
    rows.flatMap(({ orderId, ...refund }) => (orderId === wanted ? [refund] : [])),
  )
}, reads('order_refunds'))

export const failPayment = async (tx: Tx, transactionId: number): Promise<void> => {
  await tx
    .updateTable('orderPayment')
    .set({ status: 'failed' })
    .where('transactionId', '=', transactionId)
    .execute()
}

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

/** An order as `place_order` reads it. Amounts are pence. */
export type NewOrderRow = {
  operatorId: number
  basketId: number
  customerId: number | null
  reference: string
  email: string | null
  payerFirstName: string
  payerLastName: string
  source: string
  total: number
  taxTotal: number
  itemHash: string
  items: BasketItem[]
  termsAccepted: number[]
  lines: {
    itemId: number
    price: number
    vatRate: number
    tax: number
    accessCode: string
    position: number
  }[]
  payments: {
    tenderType: string
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
  }[]
}

export type OrderPlaced = {
  /** null: the reference is in use, or places are lost. */
  orderId: number | null
  basketUuid: string
  lost: LostPlace[] | null
  venueIds: number[] | null
  /** In the order of the payments. */
  paymentIds: number[] | null
  /** Whether benefits or visits pay for a line, or should. */
  hasUses: boolean
  /** Whether staff sold it to another person. */
  isSoldByStaff: boolean
}

/** Confirms the places, and inserts the order, its bookings and its payments. Throws when the basket has an order. */
export const insertOrder = async (tx: Tx, order: NewOrderRow, now: Date): Promise<OrderPlaced> => {
  const { rows } = await sql<OrderPlaced>`
    select order_id, basket_uuid, lost, venue_ids, payment_ids, has_uses, is_sold_by_staff
    from place_order(${JSON.stringify(order)}::jsonb, ${now})`.execute(tx)
  const [placed] = rows
  if (placed === undefined) throw new Error('place_order has not answered.')
  return placed
}

/** Replaces what an order says of its items. */
export const saveItems = async (tx: Tx, orderId: number, items: readonly BasketItem[]): Promise<void> => {
  await sql`update customer_order set items = ${JSON.stringify(items)}::jsonb where id = ${orderId}`.execute(
    tx,
  )
}

/** Takes the name of the buyer off an order. */
export const erasePayer = async (tx: Tx, orderId: number): Promise<void> => {
  await tx
    .updateTable('customerOrder')
    .set({ payerFirstName: '', payerLastName: '' })
    .where('id', '=', orderId)
    .execute()
}

export const updateAccessCode = async (tx: Tx, bookingId: number, accessCode: string): Promise<void> => {
  await tx.updateTable('booking').set({ accessCode }).where('id', '=', bookingId).execute()
}
