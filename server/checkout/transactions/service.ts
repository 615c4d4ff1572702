import { markPaymentFailed } from '#server/bookings/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider, CardState, KeptCard } from '#server/providers/cards/port.ts'
import * as rows from './queries.ts'
import type { Transaction } from './queries.ts'
import { isUndecided, nextLook } from './rules.ts'

export type { SavedCardRow, Transaction } from './queries.ts'
export {
  insertTransaction,
  keepPayer,
  lockTransaction,
  lookNow,
  markProcessing,
  nameAtCompany,
  payerAt,
  savedCardsOf,
  takeDue,
  transactionBy,
  underWay,
  changeTransaction,
} from './queries.ts'

export type CheckoutServices = { db: Database; cards: CardProvider; log: Log }

/** What pays when the card's share is nothing: no company is asked. */
export const noCompany = 'none'

/**
 * Writes down what the company says of a payment on which nothing was decided yet. What has been settled
 * otherwise meanwhile stays as it is.
 * @returns the transaction as it stands afterwards
 */
export const settle = (
  { db }: Pick<CheckoutServices, 'db'>,
  transaction: Transaction,
  said: CardState,
  now: Date,
): Promise<Transaction> =>
  transact(db, async (tx) => {
    const standing = await rows.lockTransaction(tx, transaction)
    if (!isUndecided(standing.status)) return standing
    switch (said.state) {
      case 'authorised':
      case 'captured':
        if (said.state === 'authorised') await keepCard(tx, standing, said.keptCard, now)
        return moveTo(tx, standing, { status: 'authorised', authorisedAt: now }, now)
      case 'challenge':
      case 'pending':
        return moveTo(tx, standing, { status: said.state }, now)
      case 'declined':
        await rows.reopenBasket(tx, standing.basketId, now)
        return moveTo(tx, standing, { status: 'failed' }, now)
      case 'voided':
      case 'refunded':
        // Ended at the company, by its own hand or its staff's.
        await rows.reopenBasket(tx, standing.basketId, now)
        return moveTo(tx, standing, { status: 'aborted' }, now)
      case 'opened':
        return standing
    }
  })

type Move = { status: Transaction['status']; authorisedAt?: Date }

const moveTo = async (tx: Tx, transaction: Transaction, move: Move, now: Date): Promise<Transaction> => {
  const lookAt = nextLook(move.status, now)
  await rows.changeTransaction(tx, transaction.id, { ...move, lookAt, looks: 0 }, now)
  return { ...transaction, ...move }
}

const keepCard = async (
  tx: Tx,
  transaction: Transaction,
  card: KeptCard | null,
  now: Date,
): Promise<void> => {
  const { id: transactionId, customerId, provider, saveCard } = transaction
  if (card === null || customerId === null || !saveCard) return
  await rows.keepCard(tx, { ...card, customerId, provider, transactionId, createdAt: now })
}

/** Asks the company where a payment stands, and writes it down. */
export const askCompany = async (
  services: Pick<CheckoutServices, 'db' | 'cards'>,
  transaction: Transaction,
  now: Date,
): Promise<Transaction> => {
  const { providerReference: reference, site } = transaction
  if (reference === null || !isUndecided(transaction.status)) return transaction
  return settle(services, transaction, await services.cards.status({ reference, site }), now)
}

/**
 * Gives a payment up on which nothing was decided yet: the basket is open again, and whatever the company may
 * have set aside will be let go.
 */
export const giveUp = async (tx: Tx, transaction: Transaction, now: Date): Promise<Transaction> => {
  const standing = await rows.lockTransaction(tx, transaction)
  if (!isUndecided(standing.status)) return standing
  await rows.reopenBasket(tx, standing.basketId, now)
  await rows.changeTransaction(
    tx,
    standing.id,
    { status: 'voiding', ending: 'abandoned', lookAt: now, looks: 0 },
    now,
  )
  return { ...standing, status: 'voiding', ending: 'abandoned' }
}

/** The card is authorised and its places are gone: the basket is open again, the money will be let go. */
export const loseIt = async (tx: Tx, transaction: Transaction, lost: string[], now: Date): Promise<void> => {
  const standing = await rows.lockTransaction(tx, transaction)
  if (standing.status !== 'authorised') return
  await rows.reopenBasket(tx, standing.basketId, now)
  await rows.changeTransaction(
    tx,
    standing.id,
    { status: 'voiding', ending: 'place_lost', lost, lookAt: now, looks: 0 },
    now,
  )
}

/**
 * Lets go at the company of what is to be let go, and tells the person where they had reason to think that they
 * were booked. Asked again it changes nothing.
 * @throws CardsUnavailable when the company cannot be reached; the driver tries again
 */
export const letGo = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const { uuid: transactionUuid, providerReference: reference, amount } = transaction
  let said: CardState = { state: 'voided' }
  if (reference !== null) {
    said = await services.cards.void({ transactionUuid, reference })
    // It should not have been taken. It is given back.
    if (said.state === 'captured')
      said = await services.cards.refund({ refundKey: transactionUuid, reference, amount })
  }
  if (said.state !== 'voided' && said.state !== 'declined' && said.state !== 'refunded') {
    throw new Error(`The card company would not let go of a payment that stands at ${said.state}.`)
  }
  const isRefunded = said.state === 'refunded'
  await transact(services.db, async (tx) => {
    const standing = await rows.lockTransaction(tx, transaction)
    if (standing.status !== 'voiding') return
    const status = isRefunded ? 'refunded' : standing.ending === 'place_lost' ? 'voided' : 'aborted'
    await moveTo(tx, standing, { status }, now)
    const to = standing.agreed.email
    if (standing.ending !== 'place_lost' || to === null) return
    await sendNotice(
      tx,
      {
        kind: 'payment_voided',
        operatorId: standing.operatorId,
        to,
        transactionUuid,
        amount,
        items: standing.lost,
        reason: isRefunded ? 'refunded' : 'place_lost',
      },
      now,
    )
  })
}

/**
 * Takes the money of an order. Asked again it changes nothing.
 * @throws CardsUnavailable when the company cannot be reached; the driver tries again
 */
export const takeMoney = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<void> => {
  const { uuid: transactionUuid, providerReference: reference, amount } = transaction
  if (reference === null) throw new Error('An order was made of a payment that the company does not know.')
  const said = await services.cards.capture({ transactionUuid, reference, amount })
  if (said.state === 'authorised')
    throw new Error('The card company has not taken the money it was asked to take.')
  const isTaken = said.state === 'captured'
  await transact(services.db, async (tx) => {
    const standing = await rows.lockTransaction(tx, transaction)
    if (standing.status !== 'completed' || standing.capturedAt !== null) return
    await rows.changeTransaction(
      tx,
      standing.id,
      { lookAt: null, ...(isTaken ? { capturedAt: now } : {}) },
      now,
    )
    // The bank has let go of it first. The booking stands; that it is not paid stands beside it, for staff.
    if (!isTaken) await markPaymentFailed(tx, standing.id)
  })
  if (!isTaken) services.log.error({ transactionUuid, state: said.state }, 'an order could not be charged')
}

/** Puts the next look at a payment to where its status wants it. */
export const lookAgain = (
  db: Database,
  transaction: Transaction,
  lookAt: Date | null,
  now: Date,
): Promise<void> =>
  transact(db, async (tx) => {
    const standing = await rows.lockTransaction(tx, transaction)
    if (standing.status === transaction.status) {
      await rows.changeTransaction(tx, standing.id, { lookAt, looks: 0 }, now)
    }
  })
