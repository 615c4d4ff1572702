import { expiredOf } from '#server/credits/reservations/queries.ts'
import type { ReservationRow } from '#server/credits/reservations/queries.ts'
import { partOf, releaseEntries, reservedFor } from '#server/credits/reservations/service.ts'
import * as messages from '#server/messages/en/credits.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import { addLot, lockCreditAccount, lockExpired, lotsOf, postMovement, spentOn } from './queries.ts'
import type { Leg, LotRow } from './queries.ts'
import { byType, applicableCredit, refundPartsOf, isValid } from './rules.ts'
import type { CreditType } from './rules.ts'

export { entriesOf } from './queries.ts'
export type { CreditEntryRow } from './queries.ts'

/** A customer's credit of one type, in pence: the balance, and the part a basket can use. */
export type Credit = { balance: number; free: number }

/** Credit refunded after its expiry date can be used for this many days. */
const graceDays = 30

/**
 * A customer's credit by type at this moment, without expired credit. Credit reserved for a lapsed basket is
 * available.
 * @param besideBasketId credit reserved by this basket counts as available
 */
export const creditOf = async (
  tx: Tx,
  customerId: number,
  now: Date,
  besideBasketId: number | null = null,
): Promise<Record<CreditType, Credit>> => sumLots(await lotsOf(tx, customerId, besideBasketId, now), now)

const sumLots = (lots: readonly LotRow[], now: Date): Record<CreditType, Credit> => {
  const of = (type: CreditType): Credit => {
    const credit = { balance: 0, free: 0 }
    for (const lot of lots.filter((one) => one.type === type)) {
      const isUsable = isValid(lot, dayOf(now, lot.timezone))
      // Reserved credit is valid until it is spent or released, even after its expiry date.
      credit.balance += isUsable ? lot.available + lot.reserved : lot.reserved - lot.lapsed
      credit.free += isUsable ? lot.available + lot.lapsed + lot.mine : lot.mine
    }
    return credit
  }
  return { general: of('general'), membership: of('membership') }
}

/**
 * The credit that a basket could use, and what it has reserved, membership credit first. Pence.
 * What is reserved is read only where a lot has some.
 */
export const basketCreditOf = async (
  tx: Tx,
  { customerId, basketId }: { customerId: number; basketId: number },
  now: Date,
): Promise<{ free: Record<CreditType, number>; reserved: ReservationRow[] }> => {
  const lots = await lotsOf(tx, customerId, basketId, now)
  const { general, membership } = sumLots(lots, now)
  const reserved = lots.some(({ mine }) => mine > 0) ? await reservedFor(tx, basketId, customerId, now) : []
  return { free: { general: general.free, membership: membership.free }, reserved }
}

/** Remaining credit that can be used up to and including a day. */
export type Expiring = { type: CreditType; amount: number; expiresOn: string }

/** A customer's expiring credit, earliest first. */
export const expiringOf = async (tx: Tx, customerId: number, now: Date): Promise<Expiring[]> => {
  const ends = new Map<string, Expiring>()
  for (const lot of await lotsOf(tx, customerId, null, now)) {
    const { type, expiresOn, available, reserved } = lot
    if (expiresOn === null || !isValid(lot, dayOf(now, lot.timezone))) continue
    const before = ends.get(`${expiresOn} ${type}`)?.amount ?? 0
    ends.set(`${expiresOn} ${type}`, { type, expiresOn, amount: before + available + reserved })
  }
  return [...ends.values()].toSorted((one, other) => one.expiresOn.localeCompare(other.expiresOn))
}

export type Grant = {
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
      const today = dayOf(now, lot.timezone)
      if (isValid(lot, today)) continue
      const expiresOn = addDays(today, graceDays)
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
        await postMovement(tx, { kind: 'expire', at: now, description: messages.expired }, [
          { from: 'available', to: 'expired', parts: [part] },
        ])
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
  await postMovement(tx, { kind: 'expire', at: now, description: messages.accountClosed }, [
    { from: 'available', to: 'expired', parts },
  ])
}
