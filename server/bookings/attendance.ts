import { formatted } from '#contract/money.ts'
import type { RefundPlace } from '#contract/tenders.ts'
import { outstandingPenalty } from './sql/bookings.ts'
import type { RefundPart } from './sql/bookings.ts'
import { updateOrderTotals } from './sql/orders.ts'
import { lockPaidPenalty } from './sql/refunds.ts'
import { findAddresses } from '#server/linked-people/list.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import { chargeMissedPenalty, markRefunded } from '#server/penalties/owed.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { followAttendance } from '#server/waivers/inductions.ts'
import { describeBooking, describeFirst, loadBooking, namesAttendees, venueOf } from './messages.ts'
import { byTerms, payBack } from './reverseSale.ts'
import type { RefundChoice } from './reverseSale.ts'
import { describeRefunds, refundParts, sumOfParts } from './rules.ts'
import type { Refunding } from './rules.ts'

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
): Promise<number> => {
  const how = { ...byTerms, reason: operatorMessages().payments.attendedAfterAll }
  const { penaltyId, parts } = await refundPaidPenalty(tx, actor, bookingId, { cardTo: 'card', how }, now)
  if (penaltyId !== null) await notifyPenaltyRefunded(tx, { bookingId, penaltyId, parts }, now)
  return sumOfParts(parts)
}

const notifyPenaltyRefunded = async (
  tx: Tx,
  { bookingId, penaltyId, parts }: { bookingId: number; penaltyId: number; parts: readonly RefundPart[] },
  now: Date,
): Promise<void> => {
  const { operatorId, customerId } = await loadBooking(tx, bookingId)
  const [address] = await findAddresses(tx, customerId === null ? [] : [customerId])
  if (address === undefined) return
  const refunds = parts.map(({ destination, amount }) => ({ destination, amount }))
  const facts = { bookingId, penaltyId, refunds }
  await sendNotice(tx, penaltyRefunded, { operatorId, to: address.email }, facts, now)
}

/**
 * The same for a missed booking that a supervisor refunds in full, the way that the booking is. Before the booking: orders
 * are locked by age, and its own is the older.
 * @returns nothing where none was paid, or it has been refunded
 */
export const refundPenalty = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  to: PenaltyRefund,
  now: Date,
): Promise<RefundPart[]> => (await refundPaidPenalty(tx, actor, bookingId, to, now)).parts

type PenaltyRefund = { cardTo: Refunding['cardTo']; how: RefundChoice }

const refundPaidPenalty = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { cardTo, how }: PenaltyRefund,
  now: Date,
): Promise<{ penaltyId: number | null; parts: RefundPart[] }> => {
  const penalty = await lockPaidPenalty(tx, bookingId)
  if (penalty === undefined) return { penaltyId: null, parts: [] }
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
  return { penaltyId, parts }
}

/** What missing a booking costs. Nothing more is said of it once it is paid, or waived as a mistake. */
export const penaltyCharged: NoticeKind<{ bookingId: number; penaltyId: number }> = {
  kind: 'penalty_charged',
  about: ({ penaltyId }) => `penalty:${penaltyId}`,
  isOutdated: async ({ penaltyId }, { tx }) => (await outstandingPenalty(tx, penaltyId)) === undefined,
  write: async ({ bookingId, penaltyId }, { messages, tx, seller, sites }) => {
    const booking = await loadBooking(tx, bookingId)
    const amount = formatted((await outstandingPenalty(tx, penaltyId)) ?? 0, seller.currencySymbol)
    return {
      subject: messages.bookings.mail.penaltySubject({
        amount,
        booking: describeFirst(messages, [booking]),
      }),
      heading: messages.bookings.mail.penaltyHeading({ amount }),
      blocks: [
        { type: 'text', text: messages.bookings.mail.penaltyText },
        { type: 'list', items: [describeBooking(messages, booking, namesAttendees([booking]))] },
        { type: 'link', label: messages.bookings.mail.payPenalty, href: `${sites.account}/payments` },
      ],
      ...venueOf([booking]),
    }
  },
}

/** A penalty that was paid is refunded: the booking was attended after all. */
export const penaltyRefunded: NoticeKind<{
  bookingId: number
  penaltyId: number
  refunds: readonly { destination: RefundPlace; amount: number }[]
}> = {
  kind: 'penalty_refunded',
  about: ({ bookingId, penaltyId }) => `booking:${bookingId} penalty:${penaltyId}`,
  write: async ({ bookingId, refunds }, { messages, tx, seller, sites }) => {
    const booking = await loadBooking(tx, bookingId)
    const pence = refunds.reduce((sum, { amount }) => sum + amount, 0)
    const amount = formatted(pence, seller.currencySymbol)
    return {
      subject: messages.bookings.mail.penaltyRefundedSubject({
        amount,
        booking: describeFirst(messages, [booking]),
      }),
      heading: messages.bookings.mail.penaltyRefundedHeading({ amount }),
      blocks: [
        { type: 'text', text: messages.bookings.mail.penaltyRefundedText },
        { type: 'list', items: [describeBooking(messages, booking, namesAttendees([booking]))] },
        { type: 'text', text: describeRefunds(messages, refunds, seller.currencySymbol) },
        { type: 'link', label: messages.memberships.seePayments, href: `${sites.account}/payments` },
      ],
      ...venueOf([booking]),
    }
  },
}
