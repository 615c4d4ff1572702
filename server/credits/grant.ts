import { daysAfter, localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { partOf, releaseEntries } from './reserve.ts'
import { applicableCredit, byType, isValid, refundPartsOf } from './rules.ts'
import type { CreditType } from './rules.ts'
import { addLot, expiredOf, lockCreditAccount, lockExpired, lotsOf, postMovement, spentOn } from './sql.ts'
import type { Leg } from './sql.ts'

/** Credit refunded after its expiry date can be used for this many days. */
const graceDays = 30

type Grant = {
  operatorId: number
  customerId: number
  type: CreditType
  /** Pence, more than 0. */
  amount: number
  /** The last day it can be used; null: no expiry. */
  expiresOn: string | null
  /** Displayed to the customer: `Cancelled: Yoga, Thu 4 Mar`. */
  description: string
  /** `refund`: a payment refunded as credit. `grant`: a gift or a correction. */
  from: 'grant' | 'refund'
  orderId?: number | null
  bookingId?: number | null
  actorId?: number | null
  /** Its key in the operator's import files: the same key is granted once. */
  importKey?: string | null
}

/** Gives a customer credit. @returns the lot; null when the import key was granted before */
export const grantCredit = async (tx: Tx, grant: Grant, now: Date): Promise<number | null> => {
  const { operatorId, customerId, type, amount, expiresOn, importKey = null } = grant
  const lotId = await addLot(tx, {
    operatorId,
    customerId,
    type,
    granted: amount,
    expiresOn,
    createdAt: now,
    importKey,
  })
  if (lotId === null) return null
  const { description, orderId = null, bookingId = null, actorId = null } = grant
  const from = grant.from === 'refund' ? 'refunds' : 'grants'
  await postMovement(tx, { kind: 'grant', at: now, description, orderId, bookingId, actorId }, [
    { from, to: 'available', parts: [{ lotId, amount, expiresOn }] },
  ])
  return lotId
}

/**
 * Refunds credit that paid for an order, membership credit first, to the lots it came from. Credit of a lot that has
 * expired since can be used for another 30 days.
 * @returns pence refunded by type; in total less than `amount` when less was paid with credit
 */
export const refundSpent = async (
  tx: Tx,
  refund: {
    orderId: number
    amount: number
    description: string
    bookingId?: number | null
    actorId?: number | null
  },
  now: Date,
): Promise<Record<CreditType, number>> => {
  const { orderId, amount, description, bookingId = null, actorId = null } = refund
  const found = await spentOn(tx, orderId)
  for (const id of new Set(found.map((one) => one.customerId))) await lockCreditAccount(tx, id)
  const spent = await spentOn(tx, orderId)
  const given = applicableCredit(byType(spent), amount)
  const legs: Leg[] = []
  for (const type of ['membership', 'general'] as const) {
    const parts = refundPartsOf(
      spent.filter((one) => one.type === type),
      given[type],
    )
    for (const part of parts) {
      const lot = spent.find((one) => one.lotId === part.lotId)
      if (lot === undefined) continue
      legs.push({ from: 'refunds', to: 'available', parts: [part] })
      const today = localDay(now, lot.timezone)
      if (isValid(lot, today)) continue
      const expiresOn = daysAfter(today, graceDays)
      const { operatorId, customerId } = lot
      const lotId = await addLot(tx, {
        operatorId,
        customerId,
        type,
        granted: part.amount,
        expiresOn,
        createdAt: now,
        importKey: null,
      })
      if (lotId === null) throw new Error('A lot of credit could not be made.')
      legs.push(
        { from: 'available', to: 'expired', parts: [part] },
        { from: 'grants', to: 'available', parts: [{ lotId, amount: part.amount, expiresOn }] },
      )
    }
  }
  await postMovement(tx, { kind: 'refund', at: now, description, orderId, bookingId, actorId }, legs)
  return given
}

/** Books expired lots as expired. They have been unusable since their expiry date. */
export const expireCredit = async (db: Database, now: Date): Promise<void> => {
  for (let some = batchOfExpired; some === batchOfExpired;) {
    some = await transact(db, async (tx) => {
      const parts = await lockExpired(tx, now, batchOfExpired)
      for (const part of parts) {
        await postMovement(
          tx,
          { kind: 'expire', at: now, description: operatorMessages().payments.expired },
          [{ from: 'available', to: 'expired', parts: [part] }],
        )
      }
      return parts.length
    })
  }
}

const batchOfExpired = 200

/**
 * Books the remaining credit of a closed account as expired. The reservations of its baskets have been released
 * before.
 */
export const expireAllCredit = async (tx: Tx, customerId: number, now: Date): Promise<void> => {
  await lockCreditAccount(tx, customerId)
  for (const reservation of await expiredOf(tx, customerId, now)) await releaseEntries(tx, reservation, now)
  const parts = (await lotsOf(tx, customerId, null, now)).map(partOf).filter(({ amount }) => amount > 0)
  await postMovement(
    tx,
    { kind: 'expire', at: now, description: operatorMessages().payments.accountClosed },
    [{ from: 'available', to: 'expired', parts }],
  )
}
