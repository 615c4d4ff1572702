import { formatted } from '#contract/money.ts'
import type { BookableId } from '#contract/shapes.ts'
import { findBoughtLine } from '#server/baskets/moves.ts'
import { presentItem } from '#server/baskets/read.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import { byTerms, payBack, shortDateTime } from '#server/bookings/cancellation/reversal/service.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/service.ts'
import { findOrder, updateOrderTotals } from '#server/bookings/orders/queries.ts'
import { presentBooking, presentRefund, refundingOf } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { refundParts } from '#server/bookings/rules.ts'
import { bookingsByIds } from '#server/bookings/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/moves.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { findMovable } from './movable/service.ts'
import type { MovableBooking, WhichBooking } from './movable/service.ts'
import { bookingMoved } from './notices/service.ts'
import { performMove } from './places/service.ts'
import { findSession, saveMove, saveOrderItems } from './queries.ts'
import { differenceOf } from './rules.ts'

export type { MovableBooking, WhichBooking } from './movable/service.ts'

/**
 * Moves a booking to another time: the place is taken there and given back here, or neither. A lower price is paid
 * back as a cancellation would; benefits and visits move along.
 * @param to `price` is what the caller was shown, in pence
 * @throws Refusal as `findMovable`, and for the new time as adding it to a basket; `same_time`, `costs_more`,
 *   `price_changed`, `waiver_required`
 */
export const moveBooking = async (
  tx: Tx,
  actor: Actor,
  which: WhichBooking,
  to: { to: BookableId; price: number },
  now: Date,
) => {
  await lockOrdersOf(tx, [which.bookingId])
  const movable = await findMovable(tx, actor, which, now)
  const { booking } = movable
  const session = await findSession(tx, actor.operator.id, to.to)
  const { occurrenceId, holdId, price } = await performMove(tx, actor, movable, session, now)
  requirePrice(actor, booking, { price, expected: to.price })
  const tax = taxWithin(price, booking.vatRate)
  const { refund } = differenceOf(booking.price, price)
  const parts = refundParts(refund, booking.tenders, refundingOf(booking))
  const description = messages.movedEntry({ name: booking.name, when: shortDateTime(booking, now) })
  if (parts.length > 0)
    await payBack(
      tx,
      booking,
      parts,
      { actor, how: { ...byTerms, reason: messages.moved }, description },
      now,
    )
  await saveMove(tx, booking.id, { occurrenceId, holdId, price, tax, refund }, now)
  await updateOrderTotals(tx, booking.orderId)
  const moved = await showMovedLine(tx, actor, movable, now)
  await notifyMove(tx, movable, moved, parts, now)
  await recordStaffAudit(tx, actor, booking, moved, now)
  tx.invalidate(booking.venueId)
  return {
    booking: presentBooking(moved, {
      currencySymbol: actor.operator.currencySymbol,
      now,
      viewerId: actor.customerId,
    }),
    refund: presentRefund(booking, refund, actor.operator.currencySymbol),
  }
}

/** @throws Refusal `costs_more`, `price_changed` */
const requirePrice = (
  { operator: { currencySymbol } }: Actor,
  booking: BookingRow,
  { price: pence, expected }: { price: number; expected: number },
): void => {
  const price = formatted(pence, currencySymbol)
  if (pence > booking.price) {
    const more = formatted(pence - booking.price, currencySymbol)
    throw new Refusal('costs_more', messages.costsMore({ price, more }))
  }
  if (pence !== expected) throw new Refusal('price_changed', messages.priceChanged({ price }))
}

/** Shows the new time wherever the order is displayed. What was paid for the line stays. */
const showMovedLine = async (
  tx: Tx,
  actor: Actor,
  { booking, basketId, basketItemId }: MovableBooking,
  now: Date,
): Promise<BookingRow> => {
  const { currencySymbol } = actor.operator
  await saveMovedLine(tx, { orderId: booking.orderId, basketId, basketItemId }, currencySymbol, now)
  const [row] = await bookingsByIds(tx, [booking.id])
  if (row === undefined) throw notFound()
  return row
}

/**
 * Writes the new time of a line into the order as it is displayed.
 * @param paid pence paid for it in all, where the move has added to that
 */
export const saveMovedLine = async (
  tx: Tx,
  { orderId, paid, ...which }: { orderId: number; basketId: number; basketItemId: number; paid?: number },
  currencySymbol: string,
  now: Date,
): Promise<ItemRow> => {
  const moved = await findBoughtLine(tx, which)
  const order = await findOrder(tx, orderId)
  if (moved === undefined || order === undefined) throw notFound()
  const context = { currencySymbol, selectedUserId: null, isEstimated: false, now }
  const { name, cartableId, cartableResource } = presentItem(moved, context)
  const price = paid === undefined ? {} : { price: formatPrice(paid, currencySymbol, false) }
  await saveOrderItems(
    tx,
    orderId,
    order.items.map((item) =>
      item.id === which.basketItemId && item.cartableType !== 'penalty'
        ? { ...item, ...price, name, cartableId, cartableResource }
        : item,
    ),
  )
  return moved
}

/** Confirms a move. `paid` is what a dearer time has cost, in pence. */
export const notifyMove = async (
  tx: Tx,
  { booking, email }: Pick<MovableBooking, 'booking' | 'email'>,
  { sequence }: BookingRow,
  parts: readonly { destination: 'credit' | 'card' | 'account' | 'desk' | 'partner'; amount: number }[],
  now: Date,
  paid: { tenderType: string; amount: number } | null = null,
): Promise<void> => {
  if (email === null || email === '') return
  const { id: bookingId, operatorId, localDate, startsAt, endsAt, locationName } = booking
  await sendNotice(
    tx,
    bookingMoved,
    { operatorId, to: email },
    {
      bookingId,
      sequence,
      before: { localDate, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), locationName },
      refunds: parts.map(({ destination, amount }) => ({ destination, amount })),
      ...(paid === null ? {} : { paid: paid.amount, tender: paid.tenderType }),
    },
    now,
  )
}

const recordStaffAudit = async (
  tx: Tx,
  { person, isStaff }: Actor,
  before: BookingRow,
  after: BookingRow,
  now: Date,
): Promise<void> => {
  const { customerId: forCustomerId, id } = before
  if (person === null || !isStaff || forCustomerId === person.id) return
  const detail = {
    from: before.occurrenceId,
    to: after.occurrenceId,
    refunded: before.price - after.price,
  }
  await recordAudit(
    tx,
    { actorId: person.id, forCustomerId, act: acts.bookingMoved, subject: `booking:${id}`, detail },
    now,
  )
}
