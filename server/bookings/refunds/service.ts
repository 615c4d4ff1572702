import { updateOrderTotals } from '#server/bookings/orders/queries.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import {
  claimDueRefunds,
  insertCardRefund,
  listCardPayments,
  lockRefundByKey,
  markRefundFailed,
  settleRefund,
} from './queries.ts'
import type { CardRefund } from './queries.ts'

export type RefundServices = { db: Database; cards: CardProvider; log: Log }

/** Providers remember idempotency keys for at least a day; after this the refund is left to staff. */
const givenUpMs = 20 * 3_600_000

/**
 * Refunds through the card provider until it confirms. Each refund has its own idempotency key, so repeated calls
 * refund once.
 * @returns how many refunds were processed; 0 when none is due
 */
export const reconcileRefunds = async (services: RefundServices, now: Date): Promise<number> => {
  let handled = 0
  for (let due = await claimDue(services, now); due.length > 0; due = await claimDue(services, now)) {
    await Promise.all(due.map((refund) => reconcileOne(services, refund, now)))
    handled += due.length
  }
  return handled
}

/** Clocks differ, and a refund may fail before its own answer is stored. */
const toleranceMs = 3_600_000

/**
 * Marks a refund as failed that the card company had taken on: the card's bank has sent the money back. The desk lists it
 * for a supervisor, and the order says what has not come back. A message that is repeated changes nothing, also after
 * staff have settled the refund.
 */
export const failRefund = async (
  { db, log }: Pick<RefundServices, 'db' | 'log'>,
  { refundKey, failedAt }: { refundKey: string; failedAt: Date },
  now: Date,
): Promise<void> => {
  const found = await transact(db, async (tx) => {
    const refund = await lockRefundByKey(tx, refundKey)
    if (refund === undefined) return 'no refund of an order'
    const { id, orderId, destination, status, settledAt } = refund
    const isSettledLater = settledAt !== null && settledAt.getTime() > failedAt.getTime() + toleranceMs
    if (destination !== 'card' || status === 'failed' || isSettledLater) return 'repeated'
    await markRefundFailed(tx, id, now)
    await updateOrderTotals(tx, orderId)
    return 'failed'
  })
  // A payment whose places were lost has no order: its money is found by the log.
  if (found !== 'repeated')
    log.error({ refundKey, found }, 'a refund came back from the card and is left to staff')
}

/** A small batch, because each refund may wait for the provider. */
const claimDue = ({ db }: RefundServices, now: Date): Promise<CardRefund[]> => claimDueRefunds(db, now, 5)

/**
 * Pays back a part of an order in which nothing was booked to the cards it was paid with. The caller decides how much,
 * once.
 */
export const refundOrder = async (
  tx: Tx,
  { orderId, amount }: { orderId: number; amount: number },
  now: Date,
): Promise<void> => {
  let left = amount
  for (const payment of await listCardPayments(tx, orderId)) {
    const part = Math.min(left, payment.amount)
    if (part === 0) continue
    await insertCardRefund(tx, { orderId, paymentId: payment.id, amount: part }, now)
    left -= part
  }
  if (left > 0) throw new Error('More is to be given back than was paid by card.')
  await updateOrderTotals(tx, orderId)
}

const reconcileOne = async (services: RefundServices, refund: CardRefund, now: Date): Promise<void> => {
  try {
    await reconcile(services, refund, now)
  } catch (error) {
    services.log.error(
      { err: error, refundUuid: refund.uuid, attempts: refund.attempts },
      'a refund is stuck',
    )
  }
}

const reconcile = async (services: RefundServices, refund: CardRefund, now: Date): Promise<void> => {
  const { uuid: refundKey, reference, amount } = refund
  const isTooOld = isKeyOld(refund, now)
  // Money that was never captured is not refunded, and a refund without a known provider is left to staff.
  if (reference === null || !refund.isPaid || isTooOld) {
    services.log.error(
      { refundUuid: refundKey, isPaid: refund.isPaid, isTooOld },
      'a refund is left to staff',
    )
    return settle(services, refund, 'failed', now)
  }
  // The capture is in progress; the next poll refunds it.
  if (refund.capturedAt === null) return
  const result = await services.cards.refund({ refundKey, reference, amount })
  if (result.state !== 'refunded') throw new Error(`The card company gives nothing back: ${result.state}.`)
  await settle(services, refund, 'done', now)
}

/**
 * Whether the provider may have forgotten the key of an earlier request. There was none at the first attempt, or before
 * the capture.
 */
const isKeyOld = ({ attempts, createdAt, capturedAt }: CardRefund, now: Date): boolean => {
  if (attempts <= 1 || capturedAt === null) return false
  return now.getTime() - Math.max(createdAt.getTime(), capturedAt.getTime()) > givenUpMs
}

const settle = (
  { db }: RefundServices,
  refund: CardRefund,
  status: 'done' | 'failed',
  now: Date,
): Promise<void> =>
  transact(db, async (tx) => {
    await settleRefund(tx, refund.id, status, now)
    await updateOrderTotals(tx, refund.orderId)
  })
