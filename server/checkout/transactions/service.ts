import { markPaymentFailed } from '#server/bookings/service.ts'
import { orderedItems } from '#server/checkout/notices/present.ts'
import { paymentFailed, paymentPending, paymentVoided } from '#server/checkout/notices/service.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider, CardState, SavedCard } from '#server/providers/cards/port.ts'
import { recordAuthorised, recordCaptured } from '#server/checkout/transactions/moves/service.ts'
import { insertSavedCard } from '#server/checkout/saved-cards/queries.ts'
import { changeTransaction, lockTransaction, reopenBasket } from './queries.ts'
import type { Transaction } from './queries.ts'
import { isMove, isUndecided, planNextAttempt } from './rules.ts'

export type { Transaction } from './queries.ts'
export { removeSavedCard } from '#server/checkout/saved-cards/queries.ts'
export { pollNow, transactionBy } from './queries.ts'

export type CheckoutServices = { db: Database; cards: CardProvider; log: Log }

/** Provider name of a transaction in which the card pays nothing; no provider is called. */
export const noProvider = 'none'

/**
 * Records the provider's result of a pending payment. A transaction that has left the pending states meanwhile does
 * not change.
 * @returns the transaction afterwards
 */
export const settleTransaction = async (
  { db }: Pick<CheckoutServices, 'db'>,
  transaction: Transaction,
  result: CardState,
  now: Date,
): Promise<Transaction> => {
  const isMerelyAuthorised = result.state === 'authorised' && result.savedCard === null
  if (isMerelyAuthorised && (await recordAuthorised(db, transaction.id, now)))
    return { ...transaction, status: 'authorised', authorisedAt: now }
  return settleLocked(db, transaction, result, now)
}

const settleLocked = (
  db: Database,
  transaction: Transaction,
  result: CardState,
  now: Date,
): Promise<Transaction> =>
  transact(db, async (tx) => {
    const current = await lockTransaction(tx, transaction)
    if (!isUndecided(current.status)) return current
    switch (result.state) {
      case 'authorised':
      case 'captured':
        if (result.state === 'authorised') await saveCard(tx, current, result.savedCard, now)
        return moveTo(tx, current, { status: 'authorised', authorisedAt: now }, now)
      case 'challenge':
        return moveTo(tx, current, { status: 'challenge' }, now)
      case 'pending':
        return moveTo(tx, current, { status: 'pending' }, now)
      case 'declined':
        await reopenBasket(tx, current.basketId, now)
        if (current.status === 'pending') await notifyFailure(tx, current, 'declined', now)
        return moveTo(tx, current, { status: 'failed' }, now)
      case 'voided':
      case 'refunded':
        // Ended on the provider's side, automatically or by its staff.
        await reopenBasket(tx, current.basketId, now)
        if (current.status === 'pending') await notifyFailure(tx, current, 'declined', now)
        return moveTo(tx, current, { status: 'aborted' }, now)
      case 'opened':
        return current
    }
  })

/** Writes to a buyer who was told to wait for the bank: its page may be closed. */
export const notifyFailure = (
  tx: Tx,
  transaction: Transaction,
  reason: 'declined' | 'unanswered',
  now: Date,
): Promise<void> => notifyBuyer(tx, transaction, paymentFailed, { ...factsOf(transaction), reason }, now)

/** Writes once to a buyer whose bank takes its time. */
export const notifyPending = (tx: Tx, transaction: Transaction, now: Date): Promise<void> =>
  notifyBuyer(tx, transaction, paymentPending, factsOf(transaction), now)

const factsOf = (transaction: Transaction) => {
  const { uuid: transactionUuid, amount, agreement } = transaction
  return {
    transactionUuid,
    amount,
    items: agreement.sale.items.map(({ name }) => name),
    ordered: orderedItems(agreement.sale.items),
    isJoining: agreement.source === 'online-joining',
    ...moveOf(transaction),
  }
}

/** For messages about the payment of a move. */
const moveOf = (transaction: Transaction): { move?: { isVisitors: boolean } } =>
  isMove(transaction) ? { move: { isVisitors: transaction.customerId === null } } : {}

const notifyBuyer = async <Facts extends object>(
  tx: Tx,
  { operatorId, agreement: { email: to } }: Transaction,
  kind: NoticeKind<Facts>,
  facts: Facts,
  now: Date,
): Promise<void> => {
  if (to !== null && to !== '') await sendNotice(tx, kind, { operatorId, to }, facts, now)
}

type Move = { status: Transaction['status']; authorisedAt?: Date }

const moveTo = async (tx: Tx, transaction: Transaction, move: Move, now: Date): Promise<Transaction> => {
  const nextAttemptAt = planNextAttempt(move.status, now)
  await changeTransaction(tx, transaction.id, { ...move, nextAttemptAt, attempts: 0 }, now)
  return { ...transaction, ...move }
}

const saveCard = async (
  tx: Tx,
  transaction: Transaction,
  card: SavedCard | null,
  now: Date,
): Promise<void> => {
  const { id: transactionId, customerId, provider, saveCard } = transaction
  if (card === null || customerId === null || !saveCard) return
  await insertSavedCard(tx, { ...card, customerId, provider, transactionId, createdAt: now })
}

/** Reads the state of a payment from the provider and records it. */
export const refreshFromProvider = async (
  services: Pick<CheckoutServices, 'db' | 'cards'>,
  transaction: Transaction,
  now: Date,
): Promise<Transaction> => {
  const { providerReference: reference, site } = transaction
  if (reference === null || !isUndecided(transaction.status)) return transaction
  return settleTransaction(services, transaction, await services.cards.status({ reference, site }), now)
}

/**
 * Voids a pending payment: the basket can be changed again, and any authorisation at the provider is released.
 * @param voidReason whether the payer turned away, or the bank did not answer
 */
export const abandonPayment = async (
  tx: Tx,
  transaction: Transaction,
  now: Date,
  voidReason: 'abandoned' | 'unanswered' = 'abandoned',
): Promise<Transaction> => {
  const current = await lockTransaction(tx, transaction)
  if (!isUndecided(current.status)) return current
  await reopenBasket(tx, current.basketId, now)
  await changeTransaction(
    tx,
    current.id,
    { status: 'voiding', voidReason, nextAttemptAt: now, attempts: 0 },
    now,
  )
  return { ...current, status: 'voiding', voidReason }
}

/**
 * Voids an authorised payment whose places are lost: the basket can be changed again, and the authorisation is
 * released.
 */
export const markPlaceLost = async (
  tx: Tx,
  transaction: Transaction,
  lostItems: string[],
  now: Date,
): Promise<void> => {
  const current = await lockTransaction(tx, transaction)
  if (current.status !== 'authorised') return
  await reopenBasket(tx, current.basketId, now)
  await changeTransaction(
    tx,
    current.id,
    { status: 'voiding', voidReason: 'place_lost', lostItems, nextAttemptAt: now, attempts: 0 },
    now,
  )
}

/**
 * Releases the authorisation at the provider, and notifies the buyer if they had reason to believe that they were
 * booked. Idempotent.
 * @throws CardsUnavailable when the provider cannot be reached; reconciliation tries again
 */
export const voidPayment = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const { uuid: transactionUuid, providerReference: reference, amount } = transaction
  let result: CardState = { state: 'voided' }
  if (reference !== null) {
    result = await services.cards.void({ transactionUuid, reference })
    // Captured by mistake: refund it.
    if (result.state === 'captured')
      result = await services.cards.refund({ refundKey: transactionUuid, reference, amount })
  }
  if (result.state !== 'voided' && result.state !== 'declined' && result.state !== 'refunded') {
    throw new Error(`The card company would not let go of a payment that stands at ${result.state}.`)
  }
  const isRefunded = result.state === 'refunded'
  await transact(services.db, async (tx) => {
    const current = await lockTransaction(tx, transaction)
    if (current.status !== 'voiding') return
    const status = isRefunded ? 'refunded' : current.voidReason === 'place_lost' ? 'voided' : 'aborted'
    await moveTo(tx, current, { status }, now)
    const to = current.agreement.email
    if (current.voidReason !== 'place_lost' || to === null) return
    await sendNotice(
      tx,
      paymentVoided,
      { operatorId: current.operatorId, to },
      {
        transactionUuid,
        amount,
        items: current.lostItems,
        ordered: orderedItems(current.agreement.sale.items),
        reason: isRefunded ? 'refunded' : 'place_lost',
        ...moveOf(current),
      },
      now,
    )
  })
}

/**
 * Captures the money of an order. Idempotent.
 * @throws CardsUnavailable when the provider cannot be reached; reconciliation tries again
 */
export const capturePayment = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const { uuid: transactionUuid, providerReference: reference, amount } = transaction
  if (reference === null) throw new Error('An order was made of a payment that the company does not know.')
  const result = await services.cards.capture({ transactionUuid, reference, amount })
  if (result.state === 'authorised')
    throw new Error('The card company has not taken the money it was asked to take.')
  if (result.state === 'captured') return recordCaptured(services.db, transaction.id, now)
  await transact(services.db, async (tx) => {
    const current = await lockTransaction(tx, transaction)
    if (current.status !== 'completed' || current.capturedAt !== null) return
    await changeTransaction(tx, current.id, { nextAttemptAt: null }, now)
    // The bank released the authorisation first. The booking remains valid, and staff see that it is unpaid.
    await markPaymentFailed(tx, current.id)
  })
  services.log.error({ transactionUuid, state: result.state }, 'an order could not be charged')
}

/** Schedules the next poll of a payment by its status. */
export const scheduleNextAttempt = (
  db: Database,
  transaction: Transaction,
  nextAttemptAt: Date | null,
  now: Date,
): Promise<void> =>
  transact(db, async (tx) => {
    const current = await lockTransaction(tx, transaction)
    if (current.status === transaction.status) {
      await changeTransaction(tx, current.id, { nextAttemptAt, attempts: 0 }, now)
    }
  })
