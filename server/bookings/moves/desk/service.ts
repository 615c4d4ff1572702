import { formatted, money } from '#contract/money.ts'
import type { BookableId } from '#contract/shapes.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/service.ts'
import { findMovable } from '#server/bookings/moves/movable/service.ts'
import { savePaidMove } from '#server/bookings/moves/payments/sale/service.ts'
import { performMove } from '#server/bookings/moves/places/service.ts'
import { findSession } from '#server/bookings/moves/queries.ts'
import { presentBooking } from '#server/bookings/present.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/moves.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { recordDuePaid } from '#server/tills/takings.ts'

type Choice = { to: BookableId; price: number; tenderType: 'cash' | 'card_terminal' }

/**
 * Moves a booking to a dearer time at the desk, which takes the difference by hand: in the order, in the till and in the
 * audit log, with the move or not at all.
 * @param choice `price` is the one on the screen, in pence
 * @throws Refusal as moving it there; `price_changed`
 */
export const moveAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { to, price: expected, tenderType }: Choice,
  now: Date,
) => {
  const { id: actorId } = staffOf(actor)
  const { currencySymbol } = actor.operator
  await lockOrdersOf(tx, [bookingId])
  const movable = await findMovable(tx, actor, { bookingId }, now)
  const { booking } = movable
  const session = await findSession(tx, actor.operator.id, to)
  const moved = await performMove(tx, actor, movable, session, now)
  if (moved.price !== expected || moved.price <= booking.price) {
    const price = formatted(moved.price, currencySymbol)
    throw new Refusal('price_changed', messages.priceChanged({ price }))
  }
  const amount = moved.price - booking.price
  const payment = { tenderType, amount, transactionId: null }
  const { after, paymentId } = await savePaidMove(tx, movable, moved, payment, currencySymbol, now)
  await recordDuePaid(tx, actor, { orderId: booking.orderId, paymentId, tenderType, amount }, now)
  const detail = { from: booking.occurrenceId, to: after.occurrenceId, paid: amount, tenderType }
  const done = { act: acts.bookingMoved, subject: `booking:${bookingId}`, detail }
  await recordAudit(tx, { actorId, forCustomerId: booking.customerId, ...done }, now)
  return { booking: presentBooking(after, { currencySymbol, now }), paid: money(amount, currencySymbol) }
}
