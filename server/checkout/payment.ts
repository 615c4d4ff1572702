import { sql } from 'kysely'
import type { TransactionState } from '#contract/transactions.ts'
import { markPaymentFailed, orderReference } from '#server/bookings/read.ts'
import { revokeInvoicePayment } from '#server/hirers/cardPayments.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider, CardState, SavedCard } from '#server/providers/cards/port.ts'
import { notifyFailure, notifyVoided } from './messages.ts'
import { endReason, isInvoice, isUndecided, planNextAttempt, publicStatus } from './rules.ts'
import { insertSavedCard } from './savedCards.ts'
import { lockTransaction, planAttempt, reopenBasket, transactionBy } from './sql.ts'
import type { Status } from './rules.ts'
import type { Transaction } from './sql.ts'

export type CheckoutServices = { db: Database; cards: CardProvider; log: Log }

/** The state of a payment. The uuid is the only credential, because a banking app may return to another browser. */
export const readPaymentTransaction = async (
  { db }: Pick<CheckoutServices, 'db'>,
  uuid: string,
): Promise<TransactionState> => {
  const transaction = await transactionBy(db, uuid)
  if (transaction === undefined) throw notFound()
  return {
    transactionUuid: transaction.uuid,
    transactionStatus: publicStatus(transaction.status, transaction.voidReason),
    endReason: endReason(transaction),
    completeOrderId: transaction.orderId,
    reference: transaction.orderId === null ? null : await orderReference(db, transaction.orderId),
  }
}

/** A payment that is to be in another state. */
export type Move = {
  id: number
  to: Status
  at: Date
  nextAttemptAt: Date | null
} & Partial<Pick<Transaction, 'voidReason' | 'lostItems' | 'orderId' | 'authorisedAt' | 'capturedAt'>>

/**
 * Moves payments to other states. One that may not follow its present state leaves the payment as it is. The caller holds
 * the lock of the basket where that changes, too.
 * @returns the payments that have moved
 */
export const movePayments = async (tx: Tx, moves: readonly Move[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from move_payments(${JSON.stringify(moves)}::jsonb) id`.execute(tx)
  return rows.map(({ id }) => id)
}

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
        return moveTo(tx, current, { to: 'authorised', authorisedAt: now }, now)
      case 'challenge':
        return moveTo(tx, current, { to: 'challenge' }, now)
      case 'pending':
        return moveTo(tx, current, { to: 'pending' }, now)
      case 'declined':
        await reopenBasket(tx, current.basketId, now)
        if (current.status === 'pending') await notifyFailure(tx, current, 'declined', now)
        return moveTo(tx, current, { to: 'failed' }, now)
      case 'voided':
      case 'refunded':
        // Ended on the provider's side, automatically or by its staff.
        await reopenBasket(tx, current.basketId, now)
        if (current.status === 'pending') await notifyFailure(tx, current, 'declined', now)
        return moveTo(tx, current, { to: 'aborted' }, now)
      case 'opened':
        return current
    }
  })

/** Moves a payment whose lock the caller holds. */
export const moveTo = async (
  tx: Tx,
  transaction: Transaction,
  change: Omit<Move, 'id' | 'at' | 'nextAttemptAt'> & Partial<Pick<Move, 'nextAttemptAt'>>,
  now: Date,
): Promise<Transaction> => {
  const { to: status, nextAttemptAt = planNextAttempt(status, now), ...more } = change
  const move = { id: transaction.id, to: status, at: now, nextAttemptAt, ...more }
  const [moved] = await movePayments(tx, [move])
  if (moved === undefined) throw new Error(`A payment that is ${transaction.status} cannot be ${status}.`)
  return { ...transaction, ...more, status }
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
  return moveTo(tx, current, { to: 'voiding', voidReason }, now)
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
  await moveTo(tx, current, { to: 'voiding', voidReason: 'place_lost', lostItems }, now)
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
    const to = isRefunded ? 'refunded' : current.voidReason === 'place_lost' ? 'voided' : 'aborted'
    await moveTo(tx, current, { to }, now)
    if (current.voidReason === 'place_lost')
      await notifyVoided(tx, current, isRefunded ? 'refunded' : 'place_lost', now)
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
    await planAttempt(tx, current.id, { nextAttemptAt: null }, now)
    // The bank released the authorisation first. The booking remains valid, and staff see that it is unpaid.
    if (isInvoice(current)) await revokeInvoicePayment(tx, current, now)
    else await markPaymentFailed(tx, current.id)
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
      await planAttempt(tx, current.id, { nextAttemptAt, attempts: 0 }, now)
    }
  })

/** Makes a transaction due at once: the provider has reported a change. */
export const pollNow = async (tx: Tx, reference: string, now: Date): Promise<void> => {
  await tx
    .updateTable('paymentTransaction')
    .set({ nextAttemptAt: now, attempts: 0 })
    .where('providerReference', '=', reference)
    .where(sql<boolean>`status in ('started', 'challenge', 'pending')`)
    .execute()
}

/**
 * What each payment goes through, written for concurrent payments together: a statement and a commit cost more than
 * the rows they write. What happens seldom (a decline, a saved card) is written one by one, above.
 */

const batches = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

const authorised = createBatchers(async (db, moves: Move[]) => {
  const moved = await transact(db, (tx) => movePayments(tx, moves))
  return moves.map(({ id }) => moved.includes(id))
}, batches('payments_authorised'))

/** Records that the card was authorised. false: the payment was decided before. */
const recordAuthorised = (db: Database, id: number, now: Date): Promise<boolean> =>
  authorised(db, {
    id,
    to: 'authorised',
    at: now,
    authorisedAt: now,
    nextAttemptAt: planNextAttempt('authorised', now),
  })

const captured = createBatchers(async (db, captures: Capture[]) => {
  await transact(db, (tx) => markCaptured(tx, captures))
  return captures.map(() => undefined)
}, batches('payments_captured'))

/** Records that the money of an order was taken. */
const recordCaptured = (db: Database, id: number, now: Date): Promise<void> => captured(db, { id, at: now })

const references = createBatchers(async (db, named: Reference[]) => {
  const saved = await saveReferences(db, named)
  return named.map(({ id }) => saved.includes(id))
}, batches('payment_references'))

/**
 * Stores the provider's reference. false: the payment has been voided meanwhile, and the provider must not be called.
 */
export const recordReference = (db: Database, id: number, reference: string, now: Date): Promise<boolean> =>
  references(db, { id, reference, at: now })

/** The money of an order, taken at an instant. */
type Capture = { id: number; at: Date }

/** Records that the money of orders was taken, once. */
const markCaptured = async (tx: Tx, captures: readonly Capture[]): Promise<void> => {
  await sql`
    with taken as (
      select distinct on (c.id) c.id, c.at
      from unnest(${captures.map(({ id }) => id)}::int[], ${captures.map(({ at }) => at)}::timestamptz[]) c(id, at)
      order by c.id, c.at
    ), locked as materialized (
      select t.id from payment_transaction t where t.id in (select c.id from taken c) order by t.id for no key update
    )
    update payment_transaction t set captured_at = c.at, next_attempt_at = null, updated_at = c.at
    from locked join taken c on c.id = locked.id
    where t.id = c.id and t.status = 'completed' and t.captured_at is null`.execute(tx)
}

/** The provider's name of a payment. */
type Reference = { id: number; reference: string; at: Date }

/**
 * Stores the provider's references.
 * @returns the payments that have one now; the others have been voided meanwhile, and the provider must not be called
 */
const saveReferences = async (tx: Tx, references: readonly Reference[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with named as (
      select * from unnest(${references.map(({ id }) => id)}::int[],
        ${references.map(({ reference }) => reference)}::text[], ${references.map(({ at }) => at)}::timestamptz[])
        as n(id, reference, at)
    ), locked as materialized (
      select t.id from payment_transaction t where t.id in (select n.id from named n) order by t.id for no key update
    )
    update payment_transaction t set provider_reference = n.reference, updated_at = n.at
    from locked join named n on n.id = locked.id
    where t.id = n.id and t.status = 'started'
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}
