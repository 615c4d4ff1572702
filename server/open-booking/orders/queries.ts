import { sql } from 'kysely'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'

export type PartnerOrderRow = {
  id: number
  partnerId: number
  uuid: string
  operatorId: number
  state: 'quote' | 'proposal' | 'order' | 'deleted'
  basketId: number | null
  orderId: number | null
  requestDigest: Buffer | null
  answer: string | null
  feedModified: number | null
}

const columns = [
  'id',
  'partnerId',
  'uuid',
  'operatorId',
  'state',
  'basketId',
  'orderId',
  'requestDigest',
  'answer',
  'feedModified',
] as const

const partnerOrderOf = (tx: Tx, partnerId: number, uuid: string) =>
  tx.selectFrom('partnerOrder').select(columns).where('partnerId', '=', partnerId).where('uuid', '=', uuid)

/** What a partner has under a uuid, locked until the end of the transaction. */
export const lockPartnerOrder = (
  tx: Tx,
  partnerId: number,
  uuid: string,
): Promise<PartnerOrderRow | undefined> =>
  partnerOrderOf(tx, partnerId, uuid).forNoKeyUpdate().executeTakeFirst()

/** The same, as a new quote where there is none. */
export const openPartnerOrder = async (
  tx: Tx,
  order: { partnerId: number; uuid: string; operatorId: number },
  now: Date,
): Promise<PartnerOrderRow> => {
  await tx
    .insertInto('partnerOrder')
    .values({ ...order, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await lockPartnerOrder(tx, order.partnerId, order.uuid)
  if (row === undefined) throw new Error('The order of a partner could not be opened.')
  return row
}

export const readPartnerOrder = (
  tx: Tx,
  partnerId: number,
  uuid: string,
): Promise<PartnerOrderRow | undefined> => partnerOrderOf(tx, partnerId, uuid).executeTakeFirst()

export const saveQuote = async (
  tx: Tx,
  id: number,
  quote: { operatorId: number; basketId: number | null },
): Promise<void> => {
  await tx.updateTable('partnerOrder').set(quote).where('id', '=', id).execute()
}

export const deleteQuote = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('partnerOrder').where('id', '=', id).execute()
}

export const saveOrder = async (
  tx: Tx,
  id: number,
  order: {
    operatorId: number
    basketId: number
    orderId: number
    requestDigest: Buffer
    paymentReference: string | null
  },
  items: readonly { number: number; basketItemId: number; item: Json }[],
): Promise<void> => {
  await tx
    .updateTable('partnerOrder')
    .set({ ...order, state: 'order' })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('partnerOrderItem')
    .values(items.map(({ item, ...row }) => ({ ...row, partnerOrderId: id, item: JSON.stringify(item) })))
    .execute()
}

export const saveAnswer = async (tx: Tx, id: number, answer: string): Promise<void> => {
  await tx.updateTable('partnerOrder').set({ answer }).where('id', '=', id).execute()
}

/** A place of a partner's order, with its booking. Amounts are pence. */
export type BookedItem = {
  number: number
  item: Json
  basketItemId: number
  bookingId: number
  occurrenceId: number
  occurrenceStatus: 'scheduled' | 'cancelled' | 'withdrawn'
  status: 'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'
  price: number
  vatRate: number
  accessCode: string
  startsAt: Date
  freeCancelMinutes: number
  lateCancelFee: number | null
  cancelledByCustomer: boolean
  cancellationMessage: string | null
  customerNotice: string | null
  /** `''` where there is none, and once it is cancelled. */
  joinLink: string
}

/** The places of partners' orders, by order and number. */
export const bookedItemsOf = async (
  tx: Tx,
  partnerOrderIds: readonly number[],
): Promise<(BookedItem & { partnerOrderId: number })[]> => {
  const { rows } = await sql<BookedItem & { partnerOrderId: number }>`
    select i.partner_order_id, i.number, coalesce(i.item, '{}'::jsonb) as item, i.basket_item_id, b.id as booking_id, b.occurrence_id, o.status as occurrence_status, b.status, b.price,
      b.vat_rate, b.access_code, o.starts_at, least(b.free_cancel_minutes, a.free_cancel_minutes) as free_cancel_minutes,
      least(b.late_cancel_fee, a.late_cancel_fee) as late_cancel_fee, i.cancelled_by_customer,
      i.cancellation_message, coalesce(b.customer_notice, i.customer_notice) as customer_notice,
      case when b.status in ('cancelled', 'cancelled_by_venue') then '' else coalesce(o.join_link, a.join_link) end as join_link
    from partner_order_item i
    join booking b on b.basket_item_id = i.basket_item_id
    join occurrence o on o.id = b.occurrence_id
    join activity a on a.id = o.activity_id
    where i.partner_order_id = any(${partnerOrderIds}::int[])
    order by i.partner_order_id, i.number`.execute(tx)
  return rows
}

export const markCancelledByCustomer = async (
  tx: Tx,
  id: number,
  numbers: readonly number[],
): Promise<void> => {
  await tx
    .updateTable('partnerOrderItem')
    .set({ cancelledByCustomer: true })
    .where('partnerOrderId', '=', id)
    .where('number', 'in', numbers)
    .execute()
}

/** Marks an order as deleted; nothing personal is left of it but the uuid, which is never used again. */
/** What the seller says of every item of an order. */
export const noteOnItems = async (
  tx: Tx,
  id: number,
  note: { cancellationMessage: string } | { customerNotice: string },
): Promise<void> => {
  await tx.updateTable('partnerOrderItem').set(note).where('partnerOrderId', '=', id).execute()
}

export const markDeleted = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('partnerOrder')
    .set({ state: 'deleted', requestDigest: null, answer: null, paymentReference: null })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('partnerOrderItem').set({ item: null }).where('partnerOrderId', '=', id).execute()
}

/** Has the publisher look at an order of the orders feed. */
export const recordOrderChange = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.insertInto('partnerOrderChange').values({ orderId }).execute()
}
