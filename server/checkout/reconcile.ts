import { transact } from '#server/platform/transact.ts'
import { finish } from './finish.ts'
import { notifyFailure, notifyPending } from './messages.ts'
import {
  abandonPayment,
  capturePayment,
  refreshFromProvider,
  scheduleNextAttempt,
  settleTransaction,
  voidPayment,
} from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { bankMs, clientMs, isUndecided, planNextAttempt } from './rules.ts'
import { claimDueTransactions } from './sql.ts'
import type { Transaction } from './sql.ts'

/**
 * Finishes every interrupted payment: confirmed once and captured, or voided and the buyer notified. Idempotent, and
 * safe on several nodes at once.
 * @returns how many payments were processed; 0 when none is due
 */
export const reconcilePayments = async (services: CheckoutServices, now: Date): Promise<number> => {
  let handled = 0
  for (let due = await claimDue(services, now); due.length > 0; due = await claimDue(services, now)) {
    await Promise.all(due.map((transaction) => reconcileOne(services, transaction, now)))
    handled += due.length
  }
  return handled
}

/** A small batch, because each payment may wait for the provider, and no other node may process it meanwhile. */
const claimDue = ({ db }: CheckoutServices, now: Date): Promise<Transaction[]> =>
  claimDueTransactions(db, now, 5)

const reconcileOne = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  try {
    await reconcile(services, transaction, now)
  } catch (error) {
    // Its next poll is already postponed, so the others of the batch continue.
    services.log.error(
      { err: error, transactionUuid: transaction.uuid, attempts: transaction.attempts },
      'a payment is stuck',
    )
  }
}

const reconcile = async (services: CheckoutServices, transaction: Transaction, now: Date): Promise<void> => {
  switch (transaction.status) {
    case 'started':
      return reconcileStarted(services, transaction, now)
    case 'challenge':
    case 'pending':
      return reconcileUndecided(services, transaction, now)
    case 'authorised':
      return reconcileAuthorised(services, transaction, now)
    case 'completed':
      return transaction.capturedAt === null ? capturePayment(services, transaction, now) : undefined
    case 'voiding':
      return voidPayment(services, transaction, now)
    case 'voided':
    case 'aborted':
    case 'failed':
    case 'refunded':
      return
  }
}

/** The process that called the provider never recorded the result. A bank's challenge can no longer be displayed. */
const reconcileStarted = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const { providerReference: reference, site } = transaction
  const result = reference === null ? null : await services.cards.status({ reference, site })
  if (result === null || result.state === 'opened' || result.state === 'challenge') {
    await transact(services.db, (tx) => abandonPayment(tx, transaction, now))
    return
  }
  await settleTransaction(services, transaction, result, now)
}

/** After this long a buyer whose bank has not answered is written to. */
const patienceMs = 60_000

/** The bank has half an hour; after that the payment is voided. */
const reconcileUndecided = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const settled = await refreshFromProvider(services, transaction, now)
  if (!isUndecided(settled.status)) return
  const waitedMs = now.getTime() - transaction.createdAt.getTime()
  if (waitedMs < bankMs) {
    if (settled.status === 'pending' && waitedMs >= patienceMs)
      await transact(services.db, (tx) => notifyPending(tx, settled, now))
    return
  }
  await transact(services.db, async (tx) => {
    const reason = settled.status === 'pending' ? 'unanswered' : 'abandoned'
    const { status } = await abandonPayment(tx, settled, now, reason)
    if (status === 'voiding' && settled.status === 'pending')
      await notifyFailure(tx, settled, 'unanswered', now)
  })
}

/** The client has a minute to complete its order; after that the order is made from what the payer agreed to. */
const reconcileAuthorised = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const since = transaction.authorisedAt ?? transaction.createdAt
  if (now.getTime() - since.getTime() >= clientMs) {
    await finish(services, transaction, now)
    return
  }
  await scheduleNextAttempt(services.db, transaction, planNextAttempt('authorised', since), now)
}
