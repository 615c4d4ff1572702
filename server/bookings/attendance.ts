import { findAddresses } from '#server/linked-people/list.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import { acts } from '#server/platform/acts.ts'
import { chargeMissedPenalty, markRefunded } from '#server/penalties/owed.ts'
import { waiveMissedPenalty } from '#server/penalties/waive.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { followAttendance } from '#server/waivers/inductions.ts'
import { loadBooking, penaltyCharged } from './messages.ts'
import { byTerms, payBack } from './reverseSale.ts'
import type { RefundChoice } from './reverseSale.ts'
import { refundParts, sumOfParts } from './rules.ts'
import type { Refunding } from './rules.ts'
import { saveAttendance } from './sql/bookings.ts'
import type { RefundPart } from './sql/bookings.ts'
import { updateOrderTotals } from './sql/orders.ts'
import { lockPaidPenalty } from './sql/refunds.ts'

/** Marks a booking as attended, not attended or booked, with the member of staff. */
export const setAttendance = async (
  tx: Tx,
  bookingId: number,
  marked: { status: 'booked' | 'attended' | 'not_attended'; at: Date | null; by: number | null },
): Promise<void> => {
  await tx
    .updateTable('booking')
    .set({ status: marked.status, attendanceAt: marked.at, attendanceBy: marked.by })
    .where('id', '=', bookingId)
    .execute()
  await followAttendance(tx, bookingId, marked.status === 'attended')
}

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
  else await chargeAbsence(tx, { operatorId, bookingId }, now)
}

/** Charges the penalty of a missed booking, if its activity has one, and writes to who has booked it. */
export const chargeAbsence = async (
  tx: Tx,
  { operatorId, bookingId }: { operatorId: number; bookingId: number },
  now: Date,
): Promise<void> => {
  const penaltyId = await chargeMissedPenalty(tx, bookingId, now)
  if (penaltyId !== null) await notifyPenalty(tx, { operatorId, bookingId, penaltyId }, now)
}

const notifyPenalty = async (
  tx: Tx,
  { operatorId, ...facts }: { operatorId: number; bookingId: number; penaltyId: number },
  now: Date,
): Promise<void> => {
  const { customerId } = await loadBooking(tx, facts.bookingId)
  const [address] = await findAddresses(tx, customerId === null ? [] : [customerId])
  if (address !== undefined)
    await sendNotice(tx, penaltyCharged, { operatorId, to: address.email }, facts, now)
}

/**
 * Refunds the penalty of a booking that was attended after all, to where it was paid from, as when the venue cancels. The
 * caller holds the lock of the booking.
 * @returns pence; 0 where none was paid, or it has been refunded
 */
export const refundMissedPenalty = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  now: Date,
): Promise<number> =>
  sumOfParts(
    await refundPenalty(
      tx,
      actor,
      bookingId,
      { cardTo: 'card', how: { ...byTerms, reason: operatorMessages().payments.attendedAfterAll } },
      now,
    ),
  )

/**
 * The same for a missed booking that a supervisor refunds in full, the way that the booking is. Before the booking: orders
 * are locked by age, and its own is the older.
 * @returns nothing where none was paid, or it has been refunded
 */
export const refundPenalty = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { cardTo, how }: { cardTo: Refunding['cardTo']; how: RefundChoice },
  now: Date,
): Promise<RefundPart[]> => {
  const penalty = await lockPaidPenalty(tx, bookingId)
  if (penalty === undefined) return []
  const { id: penaltyId, orderId, customerId, operatorId, tenders, amount, isAccountClosed } = penalty
  const parts = refundParts(amount, tenders, { hasAccount: !isAccountClosed, cardTo }, how.to === 'cash')
  const { id: actorId } = staffOf(actor)
  const reason = how.reason ?? operatorMessages().payments.refundedInFull
  const description = operatorMessages().payments.penaltyRefunded({ penalty: penalty.description })
  await payBack(
    tx,
    { id: bookingId, orderId, customerId, operatorId, tenders, penaltyId },
    parts,
    { actor, how: { ...how, reason }, description },
    now,
  )
  await markRefunded(tx, penaltyId, { by: actorId, at: now })
  await updateOrderTotals(tx, orderId)
  await recordAudit(
    tx,
    {
      actorId,
      forCustomerId: customerId,
      act: acts.penaltyRefunded,
      subject: `penalty:${penaltyId}`,
      detail: { bookingId, reason, parts },
    },
    now,
  )
  return parts
}
