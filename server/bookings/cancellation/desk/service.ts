import { money } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import { lockOrdersOf, lockRefund, settleRefund } from '#server/bookings/cancellation/queries.ts'
import {
  areUsesReturned,
  byWhom,
  recordCashRefund,
  reverseSale,
} from '#server/bookings/cancellation/reversal/service.ts'
import type { RefundChoice } from '#server/bookings/cancellation/reversal/service.ts'
import { mayCancel, cancelling, isCancelled, sumOfParts } from '#server/bookings/rules.ts'
import type { Cancelled } from '#server/bookings/cancellation/service.ts'
import { updateOrderTotals } from '#server/bookings/orders/queries.ts'
import { bookingsByIds } from '#server/bookings/service.ts'
import { refundingOf, refundTo } from '#server/bookings/present.ts'
import { refundPenalty } from '#server/bookings/penalty-refunds/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/bookings.ts'
import { requireSupervisor, staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'

/**
 * Cancels at the desk. A supervisor may refund more than the terms give, refund in cash, and cancel after the start.
 * A refund in full returns the visit or benefit that paid, and the penalty for missing it, which is waived or refunded.
 * Amounts paid by card, credit or account always return to their source.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `forbidden`
 */
export const cancelAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  how: RefundChoice,
  now: Date,
): Promise<Cancelled & { penaltyRefund: Money | null; handOut: Money }> => {
  const isFavour = how.refund === 'full' || how.to === 'cash'
  if (isFavour) requireSupervisor(actor, messages.supervisorRefund)
  await lockOrdersOf(tx, [bookingId])
  const [booking] = await bookingsByIds(tx, [bookingId])
  if (booking === undefined || !mayCancel(booking, actor)) throw notFound()
  if (isCancelled(booking)) throw new Refusal('already_cancelled', messages.alreadyCancelled)
  const mayYet =
    how.refund === 'full' ? booking.status !== 'attended' : cancelling(booking, now).canBeCancelled
  if (!mayYet) throw new Refusal('past_cutoff', messages.tooLate)
  const { cardTo } = refundingOf(booking)
  const penaltyParts =
    how.refund === 'full' ? await refundPenalty(tx, actor, bookingId, { cardTo, how }, now) : []
  const [undone] = await reverseSale(tx, [booking], byWhom, actor, now, how, penaltyParts)
  const parts = undone?.parts ?? []
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

/**
 * Pays out a refund from the till: to a buyer without an account, or one that the card company has not paid back.
 * @param by `card`: the company has paid it back after all, and the till stays as it is
 * @throws Refusal `not_found`, `already_settled`
 */
export const handOut = async (
  tx: Tx,
  actor: Actor,
  refundId: number,
  by: 'cash' | 'card',
  now: Date,
): Promise<{ id: number; amount: Money }> => {
  const refund = await lockRefund(tx, actor.operator.id, refundId)
  if (refund === undefined) throw notFound()
  const { destination, status } = refund
  const isDue = destination === 'desk' && status === 'due' && by === 'cash'
  const isFailed = destination === 'card' && status === 'failed' && refund.isPaid
  if (!isDue && !isFailed)
    throw status === 'done' ? new Refusal('already_settled', messages.refundPaidOut) : notFound()
  await settleRefund(tx, refundId, by === 'cash' ? 'desk' : 'card', now)
  // One that the card company has not paid did not count before.
  await updateOrderTotals(tx, refund.orderId)
  const { orderId, bookingId, amount } = refund
  if (by === 'cash')
    await recordCashRefund(tx, actor, { orderId, bookingId, amount }, messages.cancelled, now)
  const subject = `refund:${refundId}`
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.refundPaidOut,
      subject,
      detail: { amount, by },
    },
    now,
  )
  return { id: refundId, amount: money(amount, actor.operator.currencySymbol) }
}
