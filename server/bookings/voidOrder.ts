import type { bookings } from '#contract/bookings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { acts } from '#server/platform/acts.ts'
import { isSupervisor, staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { lockOrdersOf, orderDetails } from './read.ts'
import { reverseSale } from './reverseSale.ts'
import { isCancelled, sumOfParts, voidableUntil } from './rules.ts'
import { sellingStaffOf } from './sql/orders.ts'

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
  if (sellerId !== actorId && !isSupervisor(actor))
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
