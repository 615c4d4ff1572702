import type { bookings } from '#contract/bookings.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import { refundDestinations } from '#contract/tenders.ts'
import { time } from '#contract/time.ts'
import { cancellationContextsOf, markCancelled } from './sql/bookings.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'
import { endMove, listMovesInProgress } from './sql/moves.ts'
import { sellingStaffOf, updateOrderTotals, writeOffDue } from './sql/orders.ts'
import { addRefund } from './sql/refunds.ts'
import { chargeAccount } from '#server/credits/balance.ts'
import { grantCredit, refundSpent } from '#server/credits/grant.ts'
import { freePlaces } from '#server/holds/places.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import { waiveRefundedPenalty } from '#server/penalties/waive.ts'
import { staffOf } from '#server/platform/actor.ts'
import { mayAt } from '#server/platform/rights.ts'
import { findRefundLimit } from './refundLimit.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { returnBoughtUses } from '#server/pricing/uses.ts'
import { recordRefundPaid } from '#server/tills/takings.ts'
import { addFollowUps } from './followUps.ts'
import { mayCancel } from './mayCancel.ts'
import { cancellationMails } from './messages.ts'
import { byDestination, presentRefundPart, refundingOf } from './present.ts'
import { bookingsByIds, lockOrdersOf, orderDetails } from './read.ts'
import { followDispute, recordCashRefund } from './refunds.ts'
import {
  cancelling,
  firstOfParts,
  isCalledOff,
  isCancelled,
  isOwed,
  refundablePartsOf,
  refundParts,
  stillToRefund,
  sumOfParts,
  voidableUntil,
} from './rules.ts'

export type RefundChoice = {
  /** The amount by the terms, or all that was paid. */
  refund: 'terms' | 'full'
  /** The destination by the terms, cash for cash tenders, or each as it was taken: of a sale that was a mistake. */
  to: 'terms' | 'cash' | 'tender'
  reason?: string | undefined
}

export const byTerms: RefundChoice = { refund: 'terms', to: 'terms' }

type By = 'customer' | 'venue'

/** A customer or staff cancel: as the venue, where it has called the session off and the job has yet to refund it. */
export const byWhom = (booking: BookingRow): By => (isCalledOff(booking) ? 'venue' : 'customer')

/** Whether a visit or a benefit that paid for a booking is returned: like money, and with a refund in full. */
export const areUsesReturned = (booking: BookingRow, how: RefundChoice, now: Date): boolean =>
  how.refund === 'full' || cancelling(booking, now).givesBackUses

type Undone = { booking: BookingRow; parts: RefundPart[] }

/**
 * Cancels bookings; every cancellation runs through here. Locks are taken in the usual order: orders (by the caller),
 * credit accounts, occurrences.
 * @param penaltyParts what has come back of the penalty for missing the one booking, which the message says, too
 */
export const reverseSale = async (
  tx: Tx,
  bookings: readonly BookingRow[],
  by: By | ((booking: BookingRow) => By),
  actor: Actor | null,
  now: Date,
  how: RefundChoice = byTerms,
  penaltyParts: readonly RefundPart[] = [],
): Promise<Undone[]> => {
  const grounds = await cancellationContextsOf(
    tx,
    bookings.map(({ id }) => id),
  )
  const byOf = typeof by === 'function' ? by : () => by
  const undone: Undone[] = []
  for (const booking of bookings)
    undone.push({ booking, parts: await refundBooking(tx, booking, byOf(booking), actor, how, now) })

  for (const booking of bookings) {
    const status = byOf(booking) === 'venue' ? 'cancelled_by_venue' : 'cancelled'
    await markCancelled(tx, booking.id, status, now)
  }
  for (const orderId of new Set(bookings.map((booking) => booking.orderId)))
    await updateOrderTotals(tx, orderId)
  const due = bookings.filter(isOwed)
  if (due.length > 0)
    await writeOffDue(
      tx,
      due.map(({ id }) => id),
    )
  // What is held for a move of a cancelled booking is free. A payment of it that is under way is let go.
  const moves = await listMovesInProgress(
    tx,
    bookings.map(({ id }) => id),
  )
  await freePlaces(
    tx,
    [...grounds, ...moves].map(({ holdId }) => holdId),
    now,
  )
  for (const { id } of moves) await endMove(tx, id, 'ended', now)
  const usesBack = bookings.filter(
    (booking) => byOf(booking) === 'venue' || areUsesReturned(booking, how, now),
  )
  await returnBoughtUses(
    tx,
    grounds
      .filter(({ id }) => usesBack.some((booking) => booking.id === id))
      .map(({ basketItemId }) => basketItemId),
    now,
  )
  for (const { to, kind, canceller: by, cancelled } of cancellationMails(undone, grounds, byOf, actor)) {
    const [first, ...others] = cancelled
    if (first === undefined) continue
    const facts = {
      bookingId: first.booking.id,
      others: others.map(({ booking }) => booking.id),
      refunds: describedParts(
        cancelled.flatMap(({ parts }) => parts),
        how,
      ),
      penaltyRefunds: describedParts(penaltyParts, how),
      by,
    }
    await sendNotice(tx, kind, { operatorId: first.booking.operatorId, to }, facts, now)
  }
  const isByDesk = (booking: BookingRow) =>
    actor?.isStaff === true &&
    actor.person?.id !== booking.customerId &&
    actor.person?.id !== booking.personId
  for (const reason of ['called_off', 'cancelled'] as const) {
    const affected = bookings.filter((booking) =>
      byOf(booking) === 'venue' ? reason === 'called_off' : reason === 'cancelled' && isByDesk(booking),
    )
    await addFollowUps(
      tx,
      affected.map(({ id }) => id),
      { reason, message: '' },
      now,
    )
  }
  for (const venueId of new Set(grounds.map((ground) => ground.venueId))) tx.invalidate(venueId)
  return undone
}

/** A cancellation by the venue refunds everything to its source; one by the customer follows the terms. */
const refundBooking = async (
  tx: Tx,
  { id }: BookingRow,
  by: By,
  actor: Actor | null,
  how: RefundChoice,
  now: Date,
): Promise<RefundPart[]> => {
  // Read again: refunds of other bookings of the order in this transaction count.
  const [booking] = await bookingsByIds(tx, [id])
  if (booking === undefined) throw notFound()
  const isWhole = by === 'venue' || how.refund === 'full'
  const amount = stillToRefund(booking, isWhole ? booking.price : cancelling(booking, now).refund)
  const refunding = refundingOf(booking)
  const parts = refundParts(
    amount,
    booking.tenders,
    by === 'venue' ? { ...refunding, cardTo: 'card' } : refunding,
    how.to !== 'terms',
  )
  const description = operatorMessages().bookings.cancelledEntry({
    name: booking.name,
    when: shortDateTime(operatorMessages(), booking),
  })
  await payBack(tx, booking, parts, { actor, how, description }, now)
  // Penalties are locked after customers and before places.
  if (how.refund === 'full') {
    const waiver = { actorId: actor?.person?.id ?? null, reason: how.reason }
    await waiveRefundedPenalty(tx, booking.id, waiver, now)
  }
  return parts
}

/** What is refunded: a booking, or the penalty for missing it, which another order may have paid. */
type Refunded = Pick<BookingRow, 'id' | 'orderId' | 'customerId' | 'operatorId' | 'tenders'> & {
  penaltyId?: number
}

/**
 * Pays parts of a refund back to where each goes. The caller holds the locks of the order and, where it takes places
 * first, of the customer.
 */
export const payBack = async (
  tx: Tx,
  booking: Refunded,
  parts: readonly RefundPart[],
  { actor, how, description }: { actor: Actor | null; how: RefundChoice; description: string },
  now: Date,
): Promise<void> => {
  const { orderId, customerId, id, penaltyId = null } = booking
  for (const part of parts)
    await addRefund(tx, { ...part, orderId, bookingId: id, penaltyId, isHandedOut: how.to !== 'terms' }, now)
  if (actor?.isStaff === true) await recordRefundParts(tx, actor, booking, parts, how, now)
  if (customerId === null) return

  const isSpentCredit = ({ paymentId, destination }: RefundPart) =>
    destination === 'credit' &&
    booking.tenders.find((tender) => tender.id === paymentId)?.tenderType === 'credit'
  const spent = sumOfParts(parts.filter(isSpentCredit))
  const actorId = actor?.person?.id ?? null
  if (spent > 0) {
    await refundSpent(tx, { orderId, amount: spent, description, bookingId: id, actorId }, now)
  }
  const granted = sumOfParts(
    parts.filter((part) => !isSpentCredit(part)),
    'credit',
  )
  if (granted > 0) {
    const { operatorId } = booking
    const grant = { operatorId, customerId, type: 'general' as const, amount: granted, expiresOn: null }
    await grantCredit(tx, { ...grant, description, from: 'refund', orderId, bookingId: id, actorId }, now)
    await followDispute(tx, orderId, now)
  }
  const owed = sumOfParts(parts, 'account')
  if (owed > 0) await chargeAccount(tx, { customerId, amount: -owed, description, orderId, at: now })
}

/** Refunds by staff are entered in the desk's books at once; those still due at the desk, when they are paid out. */
const recordRefundParts = async (
  tx: Tx,
  actor: Actor,
  booking: Refunded,
  parts: readonly RefundPart[],
  how: RefundChoice,
  now: Date,
): Promise<void> => {
  const { orderId, id: bookingId, customerId } = booking
  const reason = how.reason ?? operatorMessages().bookings.cancelled
  for (const { paymentId, destination, amount } of parts) {
    const given = { orderId, bookingId, amount }
    if (destination === 'desk') {
      if (how.to === 'cash') await recordCashRefund(tx, actor, given, reason, now)
      if (how.to === 'tender') {
        const { tenderType: taken } = booking.tenders.find(({ id }) => id === paymentId) ?? {
          tenderType: 'cash',
        }
        await recordRefundPaid(tx, actor, { ...given, tenderType: taken, creditType: null, reason }, now)
      }
      continue
    }
    const tenderType = refundDestinations[destination].entered
    // Staff who cancel for themselves are customers; cash comes out of the till all the same.
    if (tenderType === null || customerId === actor.person?.id) continue
    const paid = booking.tenders.find((tender) => tender.id === paymentId)
    const creditType = destination === 'credit' ? (paid?.creditType ?? 'general') : null
    await recordRefundPaid(tx, actor, { ...given, tenderType, creditType, reason }, now)
  }
}

export const shortDateTime = ({ format }: Messages, { localDate, startsAt, timezone }: BookingRow): string =>
  format.dayAndTime({ day: localDate, time: time(startsAt, timezone).format24Hour })

/** For a message. What the desk hands out now, no one is to ask for again. */
const describedParts = (parts: readonly RefundPart[], how: RefundChoice) =>
  parts.map(({ destination, amount }) => ({
    destination: destination === 'desk' && how.to !== 'terms' ? ('cash' as const) : destination,
    amount,
  }))

/**
 * Takes back a sale of the desk that was a mistake: its bookings are cancelled, and each payment goes back as it was
 * taken.
 * @throws Refusal `not_found`, `forbidden` for a colleague's sale, `already_cancelled`, `not_reversible`, `too_late`
 */
export const voidOrder = async (
  tx: Tx,
  actor: Actor,
  orderId: number,
  reason: string,
  now: Date,
): Promise<Answer<(typeof bookings)['voidOrder']>> => {
  const { id: actorId } = staffOf(actor)
  const before = await orderDetails(tx, orderId)
  if (before?.order.operatorId !== actor.operator.id) throw notFound()
  await lockOrdersOf(
    tx,
    before.bookings.map(({ id }) => id),
  )
  const { order, bookings: booked } = (await orderDetails(tx, orderId)) ?? before
  const sellerId = await sellingStaffOf(tx, orderId)
  if (sellerId !== actorId && !booked.every(({ venueId }) => mayAt(actor, 'orders.void', venueId)))
    throw forbidden((messages) => messages.bookings.voidOwnOnly)
  const current = booked.filter((booking) => !isCancelled(booking))
  if (current.length === 0)
    throw new Refusal('already_cancelled', (messages) => messages.bookings.alreadyCancelled)
  // A penalty stays paid, and who has come has had what was sold.
  const isPlain = order.items.every(({ type }) => type !== 'penalty' && type !== 'membership')
  if (sellerId === null || !isPlain || booked.some(({ status }) => status !== 'booked'))
    throw new Refusal('not_reversible', (messages) => messages.bookings.notVoidable)
  if (now > voidableUntil(order.placedAt))
    throw new Refusal('too_late', (messages) => messages.bookings.voidTooLate)
  const how = { refund: 'full', to: 'tender', reason } as const
  const undone = await reverseSale(tx, current, 'customer', actor, now, how)
  const parts = undone.flatMap((one) => one.parts)
  const done = {
    actorId,
    forCustomerId: order.customerId,
    act: acts.orderVoided,
    subject: `order:${orderId}`,
  }
  await recordAudit(tx, { ...done, detail: { reason, parts } }, now)
  const { currencySymbol } = actor.operator
  return {
    refund: money(sumOfParts(parts), currencySymbol),
    handOut: money(sumOfParts(parts, 'desk'), currencySymbol),
  }
}

/**
 * Refunds a part or the whole of a booking, which stays as it is, by the rules of what a cancellation refunds: each
 * payment goes back where it came from, and no more than is left of it.
 * @throws Refusal `not_found`, `already_refunded`, `over_paid`, `over_limit`
 */
export const refundAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { amount, to, reason }: Body<(typeof bookings)['refundAtDesk']>,
  now: Date,
): Promise<Answer<(typeof bookings)['refundAtDesk']>> => {
  await lockOrdersOf(tx, [bookingId])
  const [booking] = await bookingsByIds(tx, [bookingId])
  if (booking === undefined || !mayCancel(booking, actor)) throw notFound()
  const refundLimit = await findRefundLimit(tx, actor, booking.venueId, now)
  const { currencySymbol } = actor.operator
  const refundable = refundablePartsOf(booking, refundingOf(booking), to === 'cash')
  const left = sumOfParts(refundable)
  if (left === 0) throw new Refusal('already_refunded', (messages) => messages.bookings.alreadyRefunded)
  if (amount > left)
    throw new Refusal('over_paid', (messages) =>
      messages.bookings.overPaid({ left: formatted(left, currencySymbol) }),
    )
  refundLimit.require(amount)
  const parts = firstOfParts(refundable, amount)
  const description = operatorMessages().bookings.refundedEntry({
    name: booking.name,
    when: shortDateTime(operatorMessages(), booking),
  })
  await payBack(tx, booking, parts, { actor, how: { refund: 'full', to, reason }, description }, now)
  await updateOrderTotals(tx, booking.orderId)
  const done = { actorId: staffOf(actor).id, forCustomerId: booking.customerId, act: acts.bookingRefunded }
  await recordAudit(
    tx,
    { ...done, subject: `booking:${bookingId}`, detail: { amount, to, reason, parts } },
    now,
  )
  return {
    id: bookingId,
    refund: {
      ...money(amount, currencySymbol),
      parts: byDestination(parts).map(presentRefundPart(currencySymbol)),
    },
    handOut: money(to === 'cash' ? sumOfParts(parts, 'desk') : 0, currencySymbol),
  }
}
