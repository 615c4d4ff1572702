import { sql } from 'kysely'
import { instant } from '#contract/time.ts'
import type { Booking, CompleteOrder } from '#contract/bookings.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Seller } from '#server/operator/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import { mayAt } from '#server/platform/rights.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { opensOrder, provesAddress } from './links.ts'
import { presentBooking, presentOrder } from './present.ts'
import { canView, isVisitorsOrder, voidableUntil } from './rules.ts'
import { bookingsOf, bookingsWhere } from './sql/bookings.ts'
import type { BookingRow } from './sql/bookings.ts'
import { contactOf, orders, sellingStaffOf, paymentsOf, reads, refundsOf } from './sql/orders.ts'
import type { OrderRefundRow, OrderRow, PaymentRow } from './sql/orders.ts'

export const orderById = createBatchedStatement(async (tx, ids: number[]) => {
  const found = (await orders(tx)
    .where(sql<boolean>`o.id = any(${ids}::int[])`)
    .execute()) as OrderRow[]
  return ids.map((id) => found.find((order) => order.id === id))
}, reads('orders'))

export const orderOfBasket = async (tx: Tx, basketId: number): Promise<OrderRow | undefined> =>
  (await orders(tx).where('o.basketId', '=', basketId).executeTakeFirst()) as OrderRow | undefined

/** The order that a customer placed with exactly these lines. */
export const orderOfItems = async (
  tx: Tx,
  customerId: number,
  itemHash: string,
): Promise<OrderRow | undefined> =>
  (await orders(tx)
    .where('o.customerId', '=', customerId)
    .where('o.itemHash', '=', itemHash)
    .executeTakeFirst()) as OrderRow | undefined

/** Records that the money of an order could not be captured. */
export const markPaymentFailed = async (tx: Tx, transactionId: number): Promise<void> => {
  await tx
    .updateTable('orderPayment')
    .set({ status: 'failed' })
    .where('transactionId', '=', transactionId)
    .execute()
}

/** The venue of what an order has booked, by its slug; null where that is at several, or nothing is booked. */
export const venueOfOrder = async (tx: Tx, orderId: number): Promise<string | null> => {
  const [slug, ...others] = new Set((await bookingsOf(tx, orderId)).map(({ venueSlug }) => venueSlug))
  return slug === undefined || others.length > 0 ? null : slug
}

/** The reference of an order, as customers quote it. */
export const orderReference = async (tx: Tx, id: number): Promise<string | null> =>
  (await orderById(tx, id))?.reference ?? null

/** An order with its details, for an actor who may see it. */
export type OrderDetails = {
  order: OrderRow
  bookings: BookingRow[]
  payments: PaymentRow[]
  refunds: OrderRefundRow[]
  seller: Seller
}

/** An order with its details, without a check of access: for messages. */
export const orderDetails = async (tx: Tx, id: number): Promise<OrderDetails | null> => {
  const order = await orderById(tx, id)
  if (order === undefined) return null
  const bookings = await bookingsOf(tx, id)
  const isRefunded =
    bookings.some(({ refunds }) => refunds.length > 0) || order.items.some(({ type }) => type === 'penalty')
  return {
    order,
    bookings,
    payments: await paymentsOf(tx, id),
    // Most orders have none, and each confirmation reads its order.
    refunds: isRefunded ? await refundsOf(tx, id) : [],
    seller: await sellerOf(tx, order.operatorId),
  }
}

/** Bookings by their ids, without a check of access. */
export const bookingsByIds = (tx: Tx, ids: readonly number[]): Promise<BookingRow[]> =>
  bookingsWhere(tx, { ids })

/** An order for the customer who placed it, a visitor with its link, and staff; `not_found` for others. */
export const orderFor = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<OrderDetails> => {
  const whole = await orderDetails(tx, id)
  if (whole === null) throw notFound()
  const { order } = whole
  const isTheirs =
    canView(order, actor) || (isVisitorsOrder(order, actor) && (await opensOrder(tx, actor, id, now)))
  if (!isTheirs) throw notFound()
  return whole
}

/** An order as `orderFor` finds it; for a person who only takes part, with the bookings of their own. */
export const orderWithOwnBookings = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<OrderDetails> => {
  const whole = await orderDetails(tx, id)
  const bookings = whole?.bookings.filter(
    ({ personId }) => personId !== null && personId === actor.person?.id,
  )
  if (whole === null || canView(whole.order, actor) || !bookings?.length) return orderFor(tx, actor, id, now)
  if (whole.order.operatorId !== actor.operator.id) throw notFound()
  return { ...whole, bookings }
}

export const readOrder = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<CompleteOrder> => {
  const whole = await orderFor(tx, actor, id, now)
  const { order, seller } = whole
  const isAddressProven = isVisitorsOrder(order, actor) && (await provesAddress(tx, actor, id, now))
  return {
    ...presentOrder(actor.messages, whole, { currencySymbol: seller.currencySymbol, now }),
    isAddressProven,
    contact: actor.isStaff ? await contactOf(tx, id) : null,
    voidableUntil: actor.isStaff ? await voidableBy(tx, actor, whole, now) : null,
  }
}

/** Until when the caller may take a sale back as a mistake; null: not, or no longer. */
const voidableBy = async (
  tx: Tx,
  actor: Actor,
  { order, bookings }: OrderDetails,
  now: Date,
): Promise<string | null> => {
  const until = voidableUntil(order.placedAt)
  const isPlain = order.items.every(({ type }) => type !== 'penalty' && type !== 'membership')
  const isOpen = bookings.length > 0 && bookings.every(({ status }) => status === 'booked')
  if (now > until || !isPlain || !isOpen) return null
  const sellerId = await sellingStaffOf(tx, order.id)
  const mayVoid =
    sellerId === actor.person?.id || bookings.every(({ venueId }) => mayAt(actor, 'orders.void', venueId))
  return sellerId !== null && mayVoid ? instant(until) : null
}

/** The first of the caller's sessions to come, as `listBookings` orders them. */
export const nextBookings = async (tx: Tx, actor: Actor, next: number, now: Date): Promise<Booking[]> => {
  if (actor.customerId === null) return []
  const found = await bookingsWhere(tx, { customerId: actor.customerId, next, now })
  return found.map((booking) => presentFor(actor.messages, actor, booking, now))
}

/** Bookings that the caller (for staff: the selected customer) made or attends, all or the first so many. */
export const readBookings = async (
  tx: Tx,
  actor: Actor,
  { filter, limit }: { filter: 'future' | 'past' | 'all'; limit?: number | undefined },
  now: Date,
): Promise<Booking[]> => {
  if (actor.customerId === null) return []
  const found = await bookingsWhere(tx, { customerId: actor.customerId, filter, now, limit })
  return found.map((booking) => presentFor(actor.messages, actor, booking, now))
}

/** One booking, for its buyer, its attendee and staff. */
export const readBooking = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Booking> => {
  const [booking] = await bookingsWhere(tx, { id })
  const isTheirs = [booking?.customerId, booking?.personId].includes(actor.person?.id)
  if (booking === undefined || booking.operatorId !== actor.operator.id || !(actor.isStaff || isTheirs))
    throw notFound()
  return presentFor(actor.messages, actor, booking, now)
}

/** A booking as the customer of a call sees it, who may only take part. */
const presentFor = (
  messages: Messages,
  { operator: { currencySymbol }, customerId }: Actor,
  booking: BookingRow,
  now: Date,
): Booking => presentBooking(messages, booking, { currencySymbol, now, viewerId: customerId })

/** Locks the orders of bookings, ids ascending: before customers and before any occurrence. */
export const lockOrdersOf = async (tx: Tx, bookingIds: readonly number[]): Promise<void> => {
  await sql`
    select 1 from customer_order o
    where o.id in (select b.order_id from booking b where b.id = any(${bookingIds}::int[]))
    order by o.id for no key update`.execute(tx)
}
