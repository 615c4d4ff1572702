import { findOrder } from '#server/bookings/orders/queries.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/bookings.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { recordDuePaid } from '#server/tills/takings.ts'
import { lockDue, saveCollected } from './queries.ts'

export { venueTender } from './queries.ts'

/**
 * Takes at the desk what an order pays at the venue, for its places that are not cancelled: in the order, in the till
 * and in the audit log.
 * @returns pence taken
 * @throws Refusal `not_found`, `already_settled`, `nothing_due`
 */
export const collectDue = async (
  tx: Tx,
  actor: Actor,
  { orderId, tenderType }: { orderId: number; tenderType: 'cash' | 'card_terminal' },
  now: Date,
): Promise<number> => {
  const { id: actorId } = staffOf(actor)
  const payment = await lockDue(tx, { orderId, operatorId: actor.operator.id })
  if (payment === undefined) {
    const order = await findOrder(tx, orderId)
    if (order?.operatorId !== actor.operator.id) throw notFound()
    throw new Refusal('nothing_due', messages.nothingDue)
  }
  if (payment.collectedAt !== null) throw new Refusal('already_settled', messages.duePaid)
  const { id: paymentId, due: amount } = payment
  if (amount === 0) throw new Refusal('nothing_due', messages.nothingDue)
  await saveCollected(tx, paymentId, { tenderType, amount, at: now, by: actorId })
  await recordDuePaid(tx, actor, { orderId, paymentId, tenderType, amount }, now)
  const detail = { tenderType, amount }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.duePaid, subject: `order:${orderId}`, detail },
    now,
  )
  return amount
}
