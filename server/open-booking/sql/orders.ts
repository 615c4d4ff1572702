import { sql } from 'kysely'
import type { RequestedItem } from '#server/holds/places.ts'
import type { ProposalStatus } from '#server/open-booking/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'

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

const orderColumns = [
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
  tx
    .selectFrom('partnerOrder')
    .select(orderColumns)
    .where('partnerId', '=', partnerId)
    .where('uuid', '=', uuid)

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

/** The place of a partner's order that a booking is. */
export type PartnerPlace = {
  partnerOrderId: number
  number: number
  occurrenceId: number
  places: number
  partner: string
}

export const placeOfBooking = async (
  tx: Tx,
  { bookingId, operatorId }: { bookingId: number; operatorId: number },
): Promise<PartnerPlace | undefined> => {
  const { rows } = await sql<PartnerPlace>`
    select i.partner_order_id, i.number, b.occurrence_id, h.places, partner.name as partner
    from booking b
    join hold h on h.id = b.hold_id
    join partner_order p on p.order_id = b.order_id and p.state = 'order'
    join partner_order_item i on i.partner_order_id = p.id and i.basket_item_id = b.basket_item_id
    join booking_partner partner on partner.id = p.partner_id
    where b.id = ${bookingId} and p.operator_id = ${operatorId}`.execute(tx)
  return rows[0]
}

/** What an item of an order is for from now on. */
export const saveReplaced = async (
  tx: Tx,
  { partnerOrderId, number }: Pick<PartnerPlace, 'partnerOrderId' | 'number'>,
  { orderedItem, customerNotice }: { orderedItem: Json; customerNotice: string },
): Promise<void> => {
  await sql`
    update partner_order_item set item = item || jsonb_build_object('orderedItem', ${JSON.stringify(orderedItem)}::jsonb),
      customer_notice = coalesce(nullif(${customerNotice}, ''), customer_notice)
    where partner_order_id = ${partnerOrderId} and number = ${number}`.execute(tx)
}
/** How many places of an occurrence an order may have (find_lease_limits). */
export type LeaseLimit = { occurrenceId: number; own: number; free: number; available: number }

/** A line of a lease: which occurrence, at which price and how much. */
export type LeasedLine = {
  id: number
  holdId: number
  occurrenceId: number
  pricingOptionId: number
  unitPrice: number
  places: number
}

/** How many places of each session a basket may have. Locks them until the end of the transaction. */
export const findLimits = async (
  tx: Tx,
  basketId: number | null,
  occurrenceIds: readonly number[],
  now: Date,
): Promise<LeaseLimit[]> => {
  const { rows } = await sql<LeaseLimit>`
    select occurrence_id, own, free, available
    from find_lease_limits(${basketId}::int, ${occurrenceIds}::int[], ${now})`.execute(tx)
  return rows
}

type Taken = {
  outcome: 'ok' | 'full' | 'held' | 'clash' | 'cancelled'
  itemIndex: number | null
  itemIds: number[] | null
}

/** Takes places, a line each, all or none. The caller holds the lock of the basket. */
export const takeLines = async (
  tx: Tx,
  basketId: number,
  until: Date,
  items: readonly RequestedItem[],
  now: Date,
): Promise<Taken> => {
  const { rows } = await sql<Taken>`
    select outcome, item_index, item_ids
    from lease_places(${basketId}, ${until}, ${JSON.stringify(items)}::jsonb, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'full', itemIndex: 0, itemIds: null }
}

/** The lines of a basket whose places are on lease, or were until they lapsed, in order. */
export const leasedLines = async (tx: Tx, basketId: number): Promise<LeasedLine[]> => {
  const { rows } = await sql<LeasedLine>`
    select bi.id, bi.hold_id, bi.occurrence_id, bi.pricing_option_id, bi.unit_price, h.places
    from basket_item bi join hold h on h.id = bi.hold_id and h.state = 'held'
    where bi.basket_id = ${basketId} and bi.removed_at is null order by bi.id`.execute(tx)
  return rows
}

/** Takes out the orders whose item may be different. The caller is the only publisher. */
export const takeOrderChanges = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{
    orderId: number
  }>`delete from partner_order_change returning order_id`.execute(tx)
  return [...new Set(rows.map(({ orderId }) => orderId))].toSorted((one, other) => one - other)
}

export const hasOrderChanges = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from partner_order_change)
      or exists (select 1 from partner_proposal where is_changed) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Makes this transaction the only publisher until it ends.
 * @returns the last `modified` there was
 */
export const lockOrdersFeed = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ lastModified: number }>`
    insert into partner_feed_state as s (one) values (true)
    on conflict (one) do update set one = true returning s.last_modified`.execute(tx)
  return rows[0]?.lastModified ?? 0
}

/** Moves orders to the end of their feeds. One that was deleted before it was in its feed never comes into it. */
export const stampOrders = async (tx: Tx, orderIds: readonly number[], modified: number): Promise<void> => {
  await sql`
    update partner_order set feed_modified = ${modified}::bigint
    where order_id = any(${orderIds}::int[]) and (state <> 'deleted' or feed_modified is not null)`.execute(
    tx,
  )
}

export const saveModified = async (tx: Tx, modified: number): Promise<void> => {
  await sql`update partner_feed_state set last_modified = ${modified}::bigint`.execute(tx)
}

export type FeedRow = {
  id: number
  uuid: string
  operatorId: number
  state: 'order' | 'deleted'
  answer: string | null
  modified: number
}

/** What comes after an item of a partner's feed, by `modified` and uuid. */
export const feedPage = async (
  tx: Tx,
  partnerId: number,
  after: { modified: number; uuid: string },
  most: number,
): Promise<FeedRow[]> => {
  const { rows } = await sql<FeedRow>`
    select id, uuid, operator_id, state, answer, feed_modified as modified
    from partner_order
    where partner_id = ${partnerId} and feed_modified is not null and state in ('order', 'deleted')
      and (feed_modified, uuid) > (${after.modified}::bigint, ${after.uuid}::uuid)
    order by feed_modified, uuid limit ${most}`.execute(tx)
  return rows
}

/** Moves the proposals that have changed to the end of their feeds. The caller is the only publisher. */
export const stampProposals = async (tx: Tx, modified: number): Promise<void> => {
  await sql`update partner_proposal set feed_modified = ${modified}::bigint, is_changed = false
    where is_changed`.execute(tx)
}

export type ProposalFeedRow = {
  uuid: string
  /** `deleted` when its order has been. */
  state: 'proposal' | 'order' | 'deleted'
  status: ProposalStatus
  version: string
  item: Json
  modified: number
}

/** What comes after an item of a partner's feed of proposals, by `modified` and uuid. */
export const proposalsPage = async (
  tx: Tx,
  partnerId: number,
  after: { modified: number; uuid: string },
  most: number,
): Promise<ProposalFeedRow[]> => {
  const { rows } = await sql<ProposalFeedRow>`
    select o.uuid, o.state, p.status, p.version, p.item, p.feed_modified as modified
    from partner_proposal p join partner_order o on o.id = p.partner_order_id
    where o.partner_id = ${partnerId} and p.feed_modified >= ${after.modified}::bigint
      and (p.feed_modified, o.uuid) > (${after.modified}::bigint, ${after.uuid}::uuid)
    order by p.feed_modified, o.uuid limit ${most}`.execute(tx)
  return rows
}
