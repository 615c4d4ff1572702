import type { bookings } from '#contract/bookings.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { acts } from '#server/platform/acts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { byDestination, presentRefundPart, refundingOf } from './present.ts'
import { bookingsByIds, lockOrdersOf } from './read.ts'
import { payBack, shortDateTime } from './reverseSale.ts'
import { firstOfParts, mayCancel, refundablePartsOf, sumOfParts } from './rules.ts'
import { updateOrderTotals } from './sql/orders.ts'

/**
 * Refunds a part or the whole of a booking, which stays as it is, by the rules of what a cancellation refunds: each
 * payment goes back where it came from, and no more than is left of it.
 * @throws Refusal `not_found`, `already_refunded`, `over_paid`
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
  const { currencySymbol } = actor.operator
  const refundable = refundablePartsOf(booking, refundingOf(booking), to === 'cash')
  const left = sumOfParts(refundable)
  if (left === 0) throw new Refusal('already_refunded', (messages) => messages.bookings.alreadyRefunded)
  if (amount > left)
    throw new Refusal('over_paid', (messages) =>
      messages.bookings.overPaid({ left: formatted(left, currencySymbol) }),
    )
  const parts = firstOfParts(refundable, amount)
  const description = operatorMessages().bookings.refundedEntry({
    name: booking.name,
    when: shortDateTime(booking, now),
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
