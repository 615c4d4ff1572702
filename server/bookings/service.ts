import { randomInt } from 'node:crypto'
import type { BasketItem } from '#contract/baskets.ts'
import type { Booking, CompleteOrder } from '#contract/bookings.ts'
import { markBasketPaid } from '#server/baskets/service.ts'
import { opensOrder } from '#server/bookings/links/service.ts'
import { chargeAccount } from '#server/credits/accounts/service.ts'
import type { CreditType } from '#server/credits/rules.ts'
import { lockCreditAccounts, spendReserved } from '#server/credits/service.ts'
import { confirmPlaces } from '#server/holds/service.ts'
import type { LostPlace } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/bookings.ts'
import { settleCollectionsOfPenalties } from '#server/memberships/collection/service.ts'
import { sellerOf } from '#server/operator/service.ts'
import type { Seller } from '#server/operator/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { confirmUses } from '#server/pricing/service.ts'
import {
  waiveMissedPenalty,
  lockOutstanding,
  chargeMissedPenalty,
  settlePenalties,
} from '#server/penalties/service.ts'
import { recordTakings } from '#server/tills/service.ts'
import { presentBooking, presentOrder } from './present.ts'
import {
  bookingsWhere,
  failPayment,
  findOrder,
  findOrderOfBasket,
  findOrderOfItems,
  insertBookings,
  insertOrder,
  insertPayments,
  linesOf,
  paymentsOf,
  saveAttendance,
  updateAttendance,
} from './queries.ts'
import type { BookingRow, OrderRow, PaymentRow } from './queries.ts'
import { canView, isVisitorsOrder } from './rules.ts'

export type { BookingRow, OrderRow, PaymentRow } from './queries.ts'
export { updateOrderTotals } from './queries.ts'
export { attendeeOf, refundingOf, refundTo, titleOf } from './present.ts'

/** What a payer agreed to, line by line. Amounts are pence. An order is made from this alone. */
export type Sale = {
  items: BasketItem[]
  lines: { itemId: number; price: number; vatRate: number; tax: number }[]
  /** Penalties of the buyer that the order pays. */
  penalties: { itemId: number; penaltyId: number; price: number }[]
  total: number
  taxTotal: number
  itemHash: string
}

export type NewOrder = {
  operatorId: number
  basketId: number
  customerId: number | null
  email: string | null
  payer: { firstName: string; lastName: string }
  source: string
  terms: number[]
  sale: Sale
  payments: {
    tenderType: string
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
    /** At the desk: the amount received, and the number of a voucher or cheque. */
    tendered?: number | null
    reference?: string | null
  }[]
  /** At the desk: the login that sells, whose till takes the money. Otherwise the seller's newest login. */
  sellerLogin?: Buffer
}

export type PlacedOrder = { id: number; reference: string; basketUuid: string }

/** Without letters and digits that are easily confused. */
const clearLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const clearCode = (length: number): string =>
  Array.from({ length }, () => clearLetters[randomInt(clearLetters.length)]).join('')

/**
 * Makes the order of a basket: confirms its places and turns each line into a booking. The caller holds the lock of
 * the basket, which is unpaid.
 * @throws Refusal `place_lost` naming the lines whose places are lost; the caller must then roll back
 */
export const placeOrder = async (tx: Tx, order: NewOrder, now: Date): Promise<PlacedOrder> => {
  const { sale } = order
  const itemIds = sale.lines.map((line) => line.itemId)
  const credits = order.payments.flatMap(({ tenderType, creditType, amount }) =>
    tenderType === 'credit' && creditType !== null ? [{ type: creditType, amount }] : [],
  )
  // Customers are locked before occurrences.
  if (order.customerId !== null) await lockCreditAccounts(tx, order.basketId, order.customerId)
  await lockPenalties(tx, sale)
  const lost = await confirmPlaces(tx, itemIds, now)
  if (lost.length > 0) throw placeLostRefusal(lost, sale.items)

  const { id, reference } = await insertWithReference(tx, order, now)
  const held = itemIds.length === 0 ? [] : await linesOf(tx, itemIds)
  await insertBookings(
    tx,
    sale.lines.map((line, position) => {
      const at = held.find((one) => one.itemId === line.itemId)
      if (at === undefined) throw new Error('A line of the order is not in any basket.')
      return {
        orderId: id,
        basketItemId: line.itemId,
        holdId: at.holdId,
        occurrenceId: at.occurrenceId,
        idForm: at.idForm,
        customerId: order.customerId,
        personId: at.personId,
        quantity: at.quantity,
        price: line.price,
        vatRate: line.vatRate,
        tax: line.tax,
        accessCode: clearCode(6),
        position,
        createdAt: now,
      }
    }),
  )
  const unpaid = await confirmUses(tx, itemIds, now)
  if (unpaid.length > 0) throw forfeitedUses(unpaid, sale)
  await insertPayments(
    tx,
    order.payments.map(({ tenderType, creditType, amount, transactionId }) => ({
      tenderType,
      creditType,
      amount,
      transactionId,
      orderId: id,
      paidAt: now,
    })),
  )
  const paid = await paymentsOf(tx, id)
  await recordTakings(
    tx,
    id,
    order.payments.map(({ tenderType, creditType, amount, tendered, reference: number }, index) => ({
      paymentId: paid[index]?.id ?? 0,
      tenderType,
      creditType,
      amount,
      tendered: tendered ?? null,
      reference: number ?? null,
    })),
    order.sellerLogin ?? null,
    now,
  )
  if (sale.penalties.length > 0) {
    const penaltyIds = sale.penalties.map(({ penaltyId }) => penaltyId)
    await settlePenalties(tx, penaltyIds, id, now)
    await settleCollectionsOfPenalties(tx, penaltyIds, now)
  }
  if (order.customerId !== null) await refundToAccount(tx, order, { id, reference }, credits, now)
  await markBasketPaid(tx, order.basketId, now)
  const { basketUuid } = (await findOrder(tx, id)) as OrderRow
  for (const line of held) tx.invalidate(line.venueId)
  return { id, reference, basketUuid }
}

/** A penalty is paid once; it may have been paid at the desk or waived meanwhile. */
const lockPenalties = async (tx: Tx, { penalties, items }: Sale): Promise<void> => {
  if (penalties.length === 0) return
  const owed = await lockOutstanding(
    tx,
    penalties.map(({ penaltyId }) => penaltyId),
  )
  const settled = penalties.filter(({ penaltyId }) => !owed.includes(penaltyId))
  if (settled.length === 0) return
  const nameOf = (id: number) => items.find((item) => item.id === id)?.name ?? messages.penalty
  throw new Refusal('place_lost', messages.penaltySettled, {
    errors: { items: settled.map(({ itemId }) => messages.penaltySettledItem({ name: nameOf(itemId) })) },
  })
}

/** Spends the customer's own tenders: credit and account. */
const refundToAccount = async (
  tx: Tx,
  { basketId, customerId, payments }: NewOrder,
  { id: orderId, reference }: { id: number; reference: string },
  credits: readonly { type: CreditType; amount: number }[],
  now: Date,
): Promise<void> => {
  const description = messages.orderEntry({ reference })
  await spendReserved(tx, { basketId, customerId, orderId, description, credits }, now)
  if (customerId === null) return
  for (const { tenderType, amount } of payments) {
    if (tenderType !== 'customer_account_online') continue
    await chargeAccount(tx, { customerId, at: now, amount, description, orderId })
  }
}

const insertWithReference = async (
  tx: Tx,
  order: NewOrder,
  now: Date,
): Promise<{ id: number; reference: string }> => {
  const { sale } = order
  // The odds of a duplicate are one in a billion, so ten attempts suffice.
  for (let tries = 0; tries < 10; tries += 1) {
    const reference = `ONS-${clearCode(6)}`
    const id = await insertOrder(tx, {
      operatorId: order.operatorId,
      basketId: order.basketId,
      customerId: order.customerId,
      reference,
      placedAt: now,
      email: order.email,
      payerFirstName: order.payer.firstName,
      payerLastName: order.payer.lastName,
      source: order.source,
      total: sale.total,
      taxTotal: sale.taxTotal,
      itemHash: sale.itemHash,
      items: sale.items,
      termsAccepted: order.terms,
    })
    if (id !== null) return { id, reference }
  }
  throw new Error('No free reference for an order was found.')
}

/** The benefit or visit was used elsewhere after the line's hold had lapsed. */
const forfeitedUses = (itemIds: readonly number[], { items }: Sale): Refusal =>
  new Refusal('place_lost', messages.benefitLost, {
    errors: {
      items: items
        .filter(({ id }) => itemIds.includes(id))
        .map(({ name }) => messages.benefitLostItem({ name })),
    },
  })

/** The refusal for lost places, with the name of each. */
export const placeLostRefusal = (
  lost: readonly LostPlace[],
  items: readonly Pick<BasketItem, 'id' | 'name'>[],
): Refusal =>
  new Refusal('place_lost', messages.placeLost, {
    errors: {
      items: lost.map(({ itemId, outcome }) => {
        const name = items.find((item) => item.id === itemId)?.name ?? null
        return messages.placeLostItem({ name, why: outcome })
      }),
    },
  })

/**
 * Records attendance for the front desk. An absence raises the activity's penalty; correcting the absence waives it.
 * @throws Refusal `not_found` when there is no such booking, or it was cancelled
 */
export const markAttendance = async (
  tx: Tx,
  mark: { operatorId: number; bookingId: number; came: boolean; actorId: number },
  now: Date,
): Promise<void> => {
  const { operatorId, bookingId, came, actorId } = mark
  const isThere = await saveAttendance(tx, operatorId, bookingId, came ? 'attended' : 'not_attended')
  if (!isThere) throw notFound()
  if (came) await waiveMissedPenalty(tx, bookingId, actorId, now)
  else await chargeMissedPenalty(tx, bookingId, now)
}

/** Marks a booking as attended, not attended or booked, with the member of staff. */
export const setAttendance = (
  tx: Tx,
  bookingId: number,
  attendance: { status: 'booked' | 'attended' | 'not_attended'; at: Date | null; by: number | null },
): Promise<void> => updateAttendance(tx, bookingId, attendance)

export const orderById = (tx: Tx, id: number): Promise<OrderRow | undefined> => findOrder(tx, id)

export const orderOfBasket = (tx: Tx, basketId: number): Promise<OrderRow | undefined> =>
  findOrderOfBasket(tx, basketId)

/** The order that a customer placed with exactly these lines. */
export const orderOfItems = (tx: Tx, customerId: number, itemHash: string): Promise<OrderRow | undefined> =>
  findOrderOfItems(tx, customerId, itemHash)

/** The reference of an order, as customers quote it. */
export const orderReference = async (tx: Tx, id: number): Promise<string | null> =>
  (await findOrder(tx, id))?.reference ?? null

/** An order with its details, for an actor who may see it. */
export type OrderDetails = {
  order: OrderRow
  bookings: BookingRow[]
  payments: PaymentRow[]
  seller: Seller
}

/** An order with its details, without a check of access: for messages. */
export const orderDetails = async (tx: Tx, id: number): Promise<OrderDetails | null> => {
  const order = await findOrder(tx, id)
  if (order === undefined) return null
  return {
    order,
    bookings: await bookingsWhere(tx, { orderId: id }),
    payments: await paymentsOf(tx, id),
    seller: await sellerOf(tx, order.operatorId),
  }
}

/** Records that the money of an order could not be captured. */
export const markPaymentFailed = (tx: Tx, transactionId: number): Promise<void> =>
  failPayment(tx, transactionId)

/** Bookings by their ids, without a check of access. */
export const bookingsByIds = (tx: Tx, ids: readonly number[]): Promise<BookingRow[]> =>
  bookingsWhere(tx, { ids })

/** Bookings that a customer made or attends, ending after an instant, earliest first. */
export const bookingsAround = async (
  tx: Tx,
  customerId: number,
  since: Date,
  now: Date,
): Promise<BookingRow[]> =>
  (await bookingsWhere(tx, { customerId, filter: 'all', now }))
    .filter(({ endsAt }) => endsAt > since)
    .toReversed()

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

export const readOrder = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<CompleteOrder> => {
  const { order, bookings, payments, seller } = await orderFor(tx, actor, id, now)
  return presentOrder(order, bookings, payments, { currencySymbol: seller.currencySymbol, now })
}

/** Bookings that the caller (for staff: the selected customer) made or attends. */
export const listBookings = async (
  tx: Tx,
  actor: Actor,
  filter: 'future' | 'past' | 'all',
  now: Date,
): Promise<Booking[]> => {
  if (actor.customerId === null) return []
  const found = await bookingsWhere(tx, { customerId: actor.customerId, filter, now })
  return found.map((booking) =>
    presentBooking(booking, { currencySymbol: actor.operator.currencySymbol, now }),
  )
}

/** One booking, for its buyer, its attendee and staff. */
export const readBooking = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Booking> => {
  const [booking] = await bookingsWhere(tx, { id })
  const isTheirs = [booking?.customerId, booking?.personId].includes(actor.person?.id)
  if (booking === undefined || booking.operatorId !== actor.operator.id || !(actor.isStaff || isTheirs))
    throw notFound()
  return presentBooking(booking, { currencySymbol: actor.operator.currencySymbol, now })
}
