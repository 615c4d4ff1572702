import { freezeRefunded, unfreeze, writeOffFrozen } from '#server/credits/freeze.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { disputeOf, lockOrderOfPayment, saveDispute } from './queries.ts'
import type { DisputeStatus } from './queries.ts'

/*
 * Chargebacks: a cardholder disputes a payment with the bank, which takes the money back at once and decides later. Credit
 * that the payment was refunded as is frozen meanwhile, so that the money is not spent twice.
 */

type Reported = {
  disputeReference: string
  paymentReference: string
  amount: number
  status: DisputeStatus
  at: Date
}

/** Records what the card company reports of a dispute. A report that is repeated changes nothing. */
export const recordDispute = async (
  { db, log }: { db: Database; log: Log },
  { disputeReference: reference, paymentReference, amount, status, at }: Reported,
  now: Date,
): Promise<void> => {
  const isFound = await transact(db, async (tx) => {
    const orderId = await lockOrderOfPayment(tx, paymentReference)
    if (orderId === null) return false
    if (await saveDispute(tx, { reference, orderId, amount, status, at }))
      await followDispute(tx, orderId, now)
    return true
  })
  // A collection of a membership, or a payment whose places were lost, has no order.
  if (!isFound) log.error({ reference, paymentReference, status }, 'a disputed payment is left to staff')
}

/** Freezes, returns or writes off the credit that an order was refunded as. The caller holds the lock of the order. */
export const followDispute = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  const status = await disputeOf(tx, orderId)
  if (status === 'won') await unfreeze(tx, orderId, now)
  if (status === 'open' || status === 'lost') await freezeRefunded(tx, orderId, now)
  if (status === 'lost') await writeOffFrozen(tx, orderId, now)
}
