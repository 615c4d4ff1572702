import type { Booking, Reach } from '#contract/bookings.ts'
import { money } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import { bookedOf, cancelledOccurrences } from './sql/bookings.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'
import { staffOf } from '#server/platform/actor.ts'
import { findRefundLimit } from './refundLimit.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact, tryOut } from '#server/platform/transact.ts'
import { refundPenalty } from './attendance.ts'
import { countReach } from './followUps.ts'
import { mayCancel } from './mayCancel.ts'
import { refundingOf, refundTo } from './present.ts'
import { bookingsByIds, lockOrdersOf, orderFor } from './read.ts'
import { areUsesReturned, byWhom, reverseSale } from './reverseSale.ts'
import type { RefundChoice } from './reverseSale.ts'
import { cancelling, isCalledOff, isCancelled, sumOfParts } from './rules.ts'

type Cancelled = { id: number; status: 'cancelled'; refund: Refund }

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
const cancelBookingsOf = async (
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
    if (isCancelled(booking))
      throw new Refusal('already_cancelled', (messages) => messages.bookings.alreadyCancelled)
    if (!cancelling(booking, now).canBeCancelled)
      throw new Refusal('past_cutoff', (messages) => messages.bookings.tooLate)
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

/**
 * Cancels bookings of an order for anyone who may see it: a visitor has no account to cancel in.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`
 */
export const cancelOfOrder = async (
  tx: Tx,
  actor: Actor,
  orderId: number,
  bookingIds: readonly number[],
  now: Date,
): Promise<Cancelled[]> => {
  await orderFor(tx, actor, orderId, now)
  return cancelBookingsOf(tx, actor, bookingIds, (booking) => booking.orderId === orderId, now)
}

/**
 * Cancels at the desk. Who may refund beyond the terms also refunds in cash and cancels after the start.
 * A refund in full returns the visit or benefit that paid, and the penalty for missing it, which is waived or refunded.
 * Amounts paid by card, credit or account always return to their source.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `forbidden`, `over_limit`
 */
export const cancelAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  how: RefundChoice,
  now: Date,
): Promise<Cancelled & { penaltyRefund: Money | null; handOut: Money }> => {
  const isFavour = how.refund === 'full' || how.to === 'cash'
  await lockOrdersOf(tx, [bookingId])
  const [booking] = await bookingsByIds(tx, [bookingId])
  if (booking === undefined || !mayCancel(booking, actor)) throw notFound()
  const refundLimit = isFavour ? await findRefundLimit(tx, actor, booking.venueId, now) : null
  if (isCancelled(booking))
    throw new Refusal('already_cancelled', (messages) => messages.bookings.alreadyCancelled)
  const mayYet =
    how.refund === 'full' ? booking.status !== 'attended' : cancelling(booking, now).canBeCancelled
  if (!mayYet) throw new Refusal('past_cutoff', (messages) => messages.bookings.tooLate)
  const { cardTo } = refundingOf(booking)
  const penaltyParts =
    how.refund === 'full' ? await refundPenalty(tx, actor, bookingId, { cardTo, how }, now) : []
  const [undone] = await reverseSale(tx, [booking], byWhom, actor, now, how, penaltyParts)
  const parts = undone?.parts ?? []
  if (refundLimit !== null) refundLimit.require(sumOfParts([...parts, ...penaltyParts]))
  const done = { actorId: staffOf(actor).id, forCustomerId: booking.customerId, act: acts.bookingCancelled }
  const detail = { ...how, parts }
  await recordAudit(tx, { ...done, subject: `booking:${bookingId}`, detail }, now)
  const { currencySymbol: symbol } = actor.operator
  const to = refundTo(parts, booking.isByPackage && areUsesReturned(booking, how, now))
  return {
    id: bookingId,
    status: 'cancelled',
    refund: { ...money(sumOfParts(parts), symbol), to },
    penaltyRefund: penaltyParts.length === 0 ? null : money(sumOfParts(penaltyParts), symbol),
    handOut: money(how.to === 'cash' ? sumOfParts([...parts, ...penaltyParts], 'desk') : 0, symbol),
  }
}

/** A booking of a session that is called off, with what comes back of it. */
type Reversal = Pick<BookingRow, 'id' | 'occurrenceId' | 'orderId' | 'customerId' | 'quantity'> & {
  parts: readonly Pick<RefundPart, 'destination' | 'amount'>[]
}

/** The ids of the bookings that stand of sessions. */
export const listBooked = async (tx: Tx, sessionIds: readonly number[]): Promise<number[]> =>
  (await bookedOf(tx, sessionIds)).map(({ id }) => id)

/**
 * What would become of the bookings of sessions, were they called off now. It is done and undone, so that nothing else is
 * refunded later. Their orders stay locked.
 * @param bookingIds of sessions that were called off already: what stood then. A job may have refunded some of them since
 */
export const findCallOffEffect = async (
  tx: Tx,
  sessionIds: readonly number[],
  now: Date,
  bookingIds?: readonly number[],
): Promise<{ reversals: Reversal[]; reach: Reach }> => {
  const ids = bookingIds ?? (await listBooked(tx, sessionIds))
  await lockOrdersOf(tx, ids)
  const bookings = (await bookingsByIds(tx, ids)).filter(({ occurrenceId }) =>
    sessionIds.includes(occurrenceId),
  )
  const current = bookings.filter(({ status }) => status === 'booked' || status === 'attended')
  const undone = await tryOut(tx, () => reverseSale(tx, current, 'venue', null, now))
  const refunded = bookings
    .filter(({ status }) => status === 'cancelled_by_venue')
    .map((booking) => ({ booking, parts: booking.refunds }))
  return {
    reversals: [...undone, ...refunded].map(
      ({ booking: { id, occurrenceId, orderId, customerId, quantity }, parts }) => ({
        id,
        occurrenceId,
        orderId,
        customerId,
        quantity,
        parts,
      }),
    ),
    reach: await countReach(tx, ids),
  }
}

/** Whether these are all that have booked sessions. */
export const isBookedBy = async (
  tx: Tx,
  sessionIds: readonly number[],
  bookings: readonly Pick<Reversal, 'id'>[],
): Promise<boolean> => {
  const expected = new Set(bookings.map(({ id }) => id))
  const booked = await listBooked(tx, sessionIds)
  return booked.length === expected.size && booked.every((id) => expected.has(id))
}
