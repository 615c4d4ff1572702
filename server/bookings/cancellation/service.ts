import type { Booking } from '#contract/bookings.ts'
import { money } from '#contract/money.ts'
import { byWhom, reverseSale } from '#server/bookings/cancellation/reversal/service.ts'
import { cancelling, isCalledOff, isCancelled, sumOfParts, mayCancel } from '#server/bookings/rules.ts'
import { bookingsByIds } from '#server/bookings/service.ts'
import { refundTo } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/bookings.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { cancelledOccurrences, lockOrdersOf } from './queries.ts'

export { lockOrdersOf } from './queries.ts'

export type Cancelled = { id: number; status: 'cancelled'; refund: Refund }
type Refund = { raw: number; currency: string; formatted: string; to: Booking['cancellationRefund']['to'] }

/**
 * Cancels bookings for their buyer, attendee or staff: all of them or none. Their places become available at once,
 * and the refunds equal the preview.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`
 */
export const cancelBookings = (
  tx: Tx,
  actor: Actor,
  bookingIds: readonly number[],
  now: Date,
): Promise<Cancelled[]> =>
  cancelBookingsOf(tx, actor, bookingIds, (booking) => mayCancel(booking, actor), now)

/** The same for callers who have checked by other means which bookings the actor may cancel. */
export const cancelBookingsOf = async (
  tx: Tx,
  actor: Actor,
  bookingIds: readonly number[],
  isAllowed: (booking: BookingRow) => boolean,
  now: Date,
): Promise<Cancelled[]> => {
  const ids = [...new Set(bookingIds)]
  await lockOrdersOf(tx, ids)
  const bookings = await bookingsByIds(tx, ids)
  if (bookings.length < ids.length || !bookings.every(isAllowed)) throw notFound()
  for (const booking of bookings) {
    if (isCancelled(booking)) throw new Refusal('already_cancelled', messages.alreadyCancelled)
    if (!cancelling(booking, now).canBeCancelled) throw new Refusal('past_cutoff', messages.tooLate)
  }
  const undone = await reverseSale(tx, bookings, byWhom, actor, now)
  for (const { booking } of undone) await recordStaffAudit(tx, actor, booking, now)
  const { currencySymbol } = actor.operator
  return ids.map((id) => {
    const one = undone.find(({ booking }) => booking.id === id)
    if (one === undefined) throw notFound()
    const to = refundTo(one.parts, one.booking.isByPackage && cancelling(one.booking, now).givesBackUses)
    return { id, status: 'cancelled', refund: { ...money(sumOfParts(one.parts), currencySymbol), to } }
  })
}

const recordStaffAudit = async (tx: Tx, { person, isStaff }: Actor, booking: BookingRow, now: Date) => {
  const { customerId, id } = booking
  if (person === null || !isStaff || customerId === person.id) return
  const subject = `booking:${id}`
  await recordAudit(
    tx,
    { actorId: person.id, forCustomerId: customerId, act: acts.bookingCancelled, subject },
    now,
  )
}

const ordersAtATime = 50

/**
 * Cancels the bookings of sessions that the venue has cancelled, refunds them in full and notifies the buyers.
 * Idempotent, and safe on several nodes at once. An order that cannot be refunded does not keep the others waiting.
 * @param endsAfter leaves out sessions that ended earlier, of which there are more each day
 * @returns how many bookings were cancelled
 */
export const cancelBookingsOfCancelledOccurrences = async (
  db: Database,
  now: Date,
  endsAfter = new Date(0),
): Promise<number> => {
  let cancelled = 0
  await processAll(await cancelledOccurrences(db, endsAfter, ordersAtATime), async ({ ids }) => {
    cancelled += await transact(db, async (tx) => {
      await lockOrdersOf(tx, ids)
      // One may have been cancelled meanwhile, or moved to a session that takes place.
      const current = (await bookingsByIds(tx, ids)).filter(
        (booking) => isCalledOff(booking) && (booking.status === 'booked' || booking.status === 'attended'),
      )
      await reverseSale(tx, current, 'venue', null, now)
      return current.length
    })
  })
  return cancelled
}
