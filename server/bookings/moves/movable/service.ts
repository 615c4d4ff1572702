import { findBookables, isUnderMaintenance } from '#server/baskets/find.ts'
import { findBoughtLine } from '#server/baskets/moves.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import { findMoveContext } from '#server/bookings/moves/queries.ts'
import type { MoveContext } from '#server/bookings/moves/queries.ts'
import { whyNotMovable } from '#server/bookings/moves/rules.ts'
import type { Unmovable } from '#server/bookings/moves/rules.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { mayCancel } from '#server/bookings/rules.ts'
import { bookingsByIds, orderFor } from '#server/bookings/service.ts'
import * as cancelMessages from '#server/messages/en/bookings.ts'
import * as messages from '#server/messages/en/moves.ts'
import { bookingsPaused } from '#server/messages/en/venues.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import type { OnSale } from '#server/timetable/rules.ts'

/** A booking that may be moved, with what it has now. */
export type MovableBooking = MoveContext & {
  booking: BookingRow
  line: ItemRow
  /** When sessions of its activity can be booked. */
  onSale: OnSale
}

/** Which booking, and how the caller may have it: by their account, or by an order that they may see. */
export type WhichBooking = { bookingId: number; orderId?: number }

/**
 * A booking that the caller may move, with what it has now.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `cannot_move`
 */
export const findMovable = async (
  tx: Tx,
  actor: Actor,
  { bookingId, orderId }: WhichBooking,
  now: Date,
): Promise<MovableBooking> => {
  if (orderId !== undefined) await orderFor(tx, actor, orderId, now)
  const [booking] = await bookingsByIds(tx, [bookingId])
  const isTheirs =
    booking !== undefined && (orderId === undefined ? mayCancel(booking, actor) : booking.orderId === orderId)
  if (!isTheirs) throw notFound()
  const why = whyNotMovable(booking, now)
  if (why !== null) throw refusalOf(why, booking)
  const context = await findMoveContext(tx, bookingId)
  const line = context === undefined ? undefined : await findBoughtLine(tx, context)
  const [onSale] = await findBookables(tx, {
    operatorId: booking.operatorId,
    v1: [booking.occurrenceId],
    v2: [],
  })
  // The venue is closed for now, or has called the session off and is about to refund it.
  if (context === undefined || line === undefined || onSale === undefined || onSale.status !== 'scheduled') {
    const isPaused = await isUnderMaintenance(tx, booking.operatorId, booking.occurrenceId)
    throw new Refusal('cannot_move', isPaused ? bookingsPaused : messages.notThere)
  }
  return { booking, line, onSale, ...context }
}

const refusalOf = (why: Unmovable, { hasReference }: BookingRow): Refusal => {
  if (why === 'already_cancelled') return new Refusal(why, cancelMessages.alreadyCancelled)
  if (why === 'past_cutoff') return new Refusal(why, messages.tooLate)
  return new Refusal(why, hasReference ? messages.byReference : messages.byPartner)
}
