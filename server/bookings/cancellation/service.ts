import type { Booking } from '#contract/bookings.ts'
import { money } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import { date, time } from '#contract/time.ts'
import { bookingsByIds, refundingOf, refundTo, updateOrderTotals } from '#server/bookings/service.ts'
import type { BookingRow } from '#server/bookings/service.ts'
import { cancelling, refundParts, sumOfParts } from '#server/bookings/rules.ts'
import type { RefundPart } from '#server/bookings/rules.ts'
import { refundSpent, grantCredit } from '#server/credits/service.ts'
import { freePlaces } from '#server/holds/service.ts'
import { bookingCalledOff, bookingCancelled } from '#server/bookings/notices/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/bookings.ts'
import { sendNotice } from '#server/notices/service.ts'
import { requireSupervisor, staffOf } from '#server/platform/actor.ts'
import { chargeAccount } from '#server/credits/accounts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { recordRefundPaid } from '#server/tills/service.ts'
import { transact } from '#server/platform/transact.ts'
import { returnUses } from '#server/pricing/service.ts'
import {
  addRefund,
  cancellationContextsOf,
  cancelledOccurrences,
  lockOrdersOf,
  lockRefund,
  markCancelled,
  settleRefund,
} from './queries.ts'

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
    if (booking.status === 'cancelled' || booking.status === 'cancelled_by_venue')
      throw new Refusal('already_cancelled', messages.alreadyCancelled)
    if (!cancelling(booking, now).canBeCancelled) throw new Refusal('past_cutoff', messages.tooLate)
  }
  const undone = await reverseSale(tx, bookings, 'customer', actor, now)
  for (const { booking } of undone) await recordStaffAudit(tx, actor, booking, now)
  const { currencySymbol } = actor.operator
  return ids.map((id) => {
    const one = undone.find(({ booking }) => booking.id === id)
    if (one === undefined) throw notFound()
    const to = refundTo(one.parts, one.booking.isByPackage && cancelling(one.booking, now).givesBackUses)
    return { id, status: 'cancelled', refund: { ...money(sumOfParts(one.parts), currencySymbol), to } }
  })
}

export type AtDesk = {
  /** The amount by the terms, or all that was paid. */
  refund: 'terms' | 'full'
  /** The destination by the terms, or cash for cash tenders. */
  to: 'terms' | 'cash'
  reason?: string | undefined
}

/**
 * Cancels at the desk. A supervisor may refund more than the terms give, refund in cash, and cancel after the start.
 * Amounts paid by card, credit or account always return to their source.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `forbidden`
 */
export const cancelAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  how: AtDesk,
  now: Date,
): Promise<Cancelled & { handOut: Money }> => {
  const isFavour = how.refund === 'full' || how.to === 'cash'
  if (isFavour) requireSupervisor(actor, messages.supervisorRefund)
  await lockOrdersOf(tx, [bookingId])
  const [booking] = await bookingsByIds(tx, [bookingId])
  if (booking === undefined || !mayCancel(booking, actor)) throw notFound()
  if (booking.status === 'cancelled' || booking.status === 'cancelled_by_venue')
    throw new Refusal('already_cancelled', messages.alreadyCancelled)
  const mayYet =
    how.refund === 'full' ? booking.status !== 'attended' : cancelling(booking, now).canBeCancelled
  if (!mayYet) throw new Refusal('past_cutoff', messages.tooLate)
  const [undone] = await reverseSale(tx, [booking], 'customer', actor, now, how)
  const parts = undone?.parts ?? []
  const done = { actorId: staffOf(actor).id, forCustomerId: booking.customerId, act: acts.bookingCancelled }
  const detail = { ...how, parts }
  await recordAudit(tx, { ...done, subject: `booking:${bookingId}`, detail }, now)
  const { currencySymbol: symbol } = actor.operator
  const to = refundTo(parts, booking.isByPackage && cancelling(booking, now).givesBackUses)
  return {
    id: bookingId,
    status: 'cancelled',
    refund: { ...money(sumOfParts(parts), symbol), to },
    handOut: money(how.to === 'cash' ? sumOfParts(parts, 'desk') : 0, symbol),
  }
}

/**
 * Pays out a refund from the till to a buyer without an account.
 * @throws Refusal `not_found`, `already_settled`
 */
export const handOut = async (
  tx: Tx,
  actor: Actor,
  refundId: number,
  now: Date,
): Promise<{ id: number; amount: Money }> => {
  const refund = await lockRefund(tx, actor.operator.id, refundId)
  if (refund === undefined || refund.destination !== 'desk') throw notFound()
  if (refund.status !== 'due') throw new Refusal('already_settled', messages.refundPaidOut)
  await settleRefund(tx, refundId, now)
  const { orderId, bookingId, amount } = refund
  await recordCashRefund(tx, actor, { orderId, bookingId, amount }, messages.cancelled, now)
  const subject = `refund:${refundId}`
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.refundPaidOut,
      subject,
      detail: { amount },
    },
    now,
  )
  return { id: refundId, amount: money(amount, actor.operator.currencySymbol) }
}

const recordCashRefund = (
  tx: Tx,
  actor: Actor,
  cash: { orderId: number; bookingId: number; amount: number },
  reason: string,
  now: Date,
): Promise<void> =>
  recordRefundPaid(tx, actor, { ...cash, tenderType: 'cash', creditType: null, reason }, now)

const mayCancel = (booking: BookingRow, { operator, person, isStaff }: Actor): boolean =>
  booking.operatorId === operator.id &&
  person !== null &&
  (isStaff || booking.customerId === person.id || booking.personId === person.id)

const recordStaffAudit = async (tx: Tx, { person, isStaff }: Actor, booking: BookingRow, now: Date) => {
  const { customerId, id } = booking
  if (person === null || !isStaff || customerId === null || customerId === person.id) return
  const subject = `booking:${id}`
  await recordAudit(
    tx,
    { actorId: person.id, forCustomerId: customerId, act: acts.bookingCancelled, subject },
    now,
  )
}

const byTerms: AtDesk = { refund: 'terms', to: 'terms' }

type By = 'customer' | 'venue'
type Undone = { booking: BookingRow; parts: RefundPart[] }

/**
 * Cancels bookings; every cancellation runs through here. Locks are taken in the usual order: orders (by the caller),
 * credit accounts, occurrences.
 */
const reverseSale = async (
  tx: Tx,
  bookings: readonly BookingRow[],
  by: By,
  actor: Actor | null,
  now: Date,
  how: AtDesk = byTerms,
): Promise<Undone[]> => {
  const grounds = await cancellationContextsOf(
    tx,
    bookings.map(({ id }) => id),
  )
  const undone: Undone[] = []
  for (const booking of bookings)
    undone.push({ booking, parts: await refundToCard(tx, booking, by, actor, how, now) })

  for (const { id } of bookings) {
    await markCancelled(tx, id, by === 'venue' ? 'cancelled_by_venue' : 'cancelled', now)
  }
  for (const orderId of new Set(bookings.map((booking) => booking.orderId)))
    await updateOrderTotals(tx, orderId)
  await freePlaces(
    tx,
    grounds.map(({ holdId }) => holdId),
    now,
  )
  const usesBack = bookings.filter((booking) => by === 'venue' || cancelling(booking, now).givesBackUses)
  await returnUses(
    tx,
    grounds
      .filter(({ id }) => usesBack.some((booking) => booking.id === id))
      .map(({ basketItemId }) => basketItemId),
    now,
  )
  for (const { booking, parts } of undone) {
    const to = grounds.find(({ id }) => id === booking.id)?.orderEmail ?? null
    if (to !== null && to !== '') await notifyCancellation(tx, booking, parts, by, to, now)
  }
  for (const venueId of new Set(grounds.map((ground) => ground.venueId))) tx.invalidate(venueId)
  return undone
}

/** A cancellation by the venue refunds everything to its source; one by the customer follows the terms. */
const refundToCard = async (
  tx: Tx,
  { id }: BookingRow,
  by: By,
  actor: Actor | null,
  how: AtDesk,
  now: Date,
): Promise<RefundPart[]> => {
  // Read again: refunds of other bookings of the order in this transaction count.
  const [booking] = await bookingsByIds(tx, [id])
  if (booking === undefined) throw notFound()
  const amount = how.refund === 'full' ? booking.price : cancelling(booking, now).refund
  const parts =
    by === 'venue'
      ? refundParts(booking.price, booking.tenders, { ...refundingOf(booking), cardTo: 'card' })
      : refundParts(amount, booking.tenders, refundingOf(booking), how.to === 'cash')
  const { orderId, customerId } = booking
  for (const part of parts)
    await addRefund(tx, { ...part, orderId, bookingId: id, isHandedOut: how.to === 'cash' }, now)
  if (actor?.isStaff === true) await recordRefundParts(tx, actor, booking, parts, how, now)
  if (customerId === null) return parts

  const description = messages.cancelledEntry({ name: booking.name, when: shortDateTime(booking, now) })
  const isSpentCredit = ({ paymentId }: RefundPart) =>
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
  }
  const owed = sumOfParts(parts, 'account')
  if (owed > 0) await chargeAccount(tx, { customerId, amount: -owed, description, orderId, at: now })
  return parts
}

/** Refunds by staff are entered in the desk's books at once; those still due at the desk, when they are paid out. */
const recordRefundParts = async (
  tx: Tx,
  actor: Actor,
  booking: BookingRow,
  parts: readonly RefundPart[],
  how: AtDesk,
  now: Date,
): Promise<void> => {
  const { orderId, id: bookingId, customerId } = booking
  if (customerId === actor.person?.id) return
  const reason = how.reason ?? messages.cancelled
  for (const { paymentId, destination, amount } of parts) {
    const given = { orderId, bookingId, amount }
    if (destination === 'desk') {
      if (how.to === 'cash') await recordCashRefund(tx, actor, given, reason, now)
      continue
    }
    const paid = booking.tenders.find((tender) => tender.id === paymentId)
    const creditType = destination === 'credit' ? (paid?.creditType ?? 'general') : null
    const tenderType = destination === 'account' ? 'customer_account_online' : destination
    await recordRefundPaid(tx, actor, { ...given, tenderType, creditType, reason }, now)
  }
}

const shortDateTime = ({ localDate, startsAt, timezone }: BookingRow, now: Date): string => {
  const { dayPretty, datePretty } = date(localDate, timezone, now)
  return `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
}

const notifyCancellation = (
  tx: Tx,
  booking: BookingRow,
  parts: readonly RefundPart[],
  by: By,
  to: string,
  now: Date,
) =>
  sendNotice(
    tx,
    by === 'venue' ? bookingCalledOff : bookingCancelled,
    { operatorId: booking.operatorId, to },
    {
      bookingId: booking.id,
      refunds: parts.map(({ destination, amount }) => ({ destination, amount })),
    },
    now,
  )

const ordersAtATime = 50

/**
 * Cancels the bookings of sessions that the venue has cancelled, refunds them in full and notifies the buyers.
 * Idempotent, and safe on several nodes at once.
 * @returns how many bookings were cancelled
 */
export const cancelBookingsOfCancelledOccurrences = async (db: Database, now: Date): Promise<number> => {
  let cancelled = 0
  for (const { ids } of await cancelledOccurrences(db, ordersAtATime)) {
    cancelled += await transact(db, async (tx) => {
      await lockOrdersOf(tx, ids)
      const current = (await bookingsByIds(tx, ids)).filter(({ status }) => status === 'booked')
      await reverseSale(tx, current, 'venue', null, now)
      return current.length
    })
  }
  return cancelled
}
