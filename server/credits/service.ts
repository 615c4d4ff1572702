import { formatted } from '#contract/money.ts'
import * as messages from '#server/messages/en/credits.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import {
  addLot,
  addReservation,
  endReservation,
  expiredOf,
  includingExpired,
  lockCreditAccount,
  lockExpired,
  lotsOf,
  partsOfReservation,
  postMovement,
  reservationsEver,
  reservationsOf,
  shrinkReservation,
  spentOn,
} from './queries.ts'
import type { Leg, LotRow, ReservationRow } from './queries.ts'
import { byType, drawFromLots, applicableCredit, refundPartsOf, isValid, sumOf } from './rules.ts'
import type { CreditType, LotPart } from './rules.ts'

export { entriesOf } from './queries.ts'
export type { CreditEntryRow, ReservationRow } from './queries.ts'
export type { CreditType } from './rules.ts'

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
): Promise<Record<CreditType, Credit>> => {
  const lots = await lotsOf(tx, customerId, besideBasketId, now)
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
  /** Shown to the customer: `Cancelled: Yoga, Thu 4 Mar`. */
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

type Wanted = { basketId: number; customerId: number; type: CreditType; amount: number; reservedUntil: Date }

/**
 * Reserves credit for a basket, replacing its reservation of this type; 0 or less only removes that. The caller holds
 * the lock of the basket.
 * @returns pence reserved
 * @throws Refusal `credit_not_applicable` when the balance is too low; the caller must then roll back
 */
export const reserveCredit = async (tx: Tx, wanted: Wanted, now: Date): Promise<number> => {
  const { basketId, customerId, type, amount, reservedUntil } = wanted
  const before = (await reservationsEver(tx, basketId)).filter(
    (one) => one.customerId !== customerId || one.type === type,
  )
  // Includes reservations of a customer whom staff had selected before.
  await lockCreditAccounts(tx, basketId, customerId)
  const ended = [...before, ...(await expiredOf(tx, customerId, now))]
  for (const reservation of ended) await refundEntries(tx, reservation, now)
  if (amount <= 0) return 0

  const lots = await lotsOf(tx, customerId, basketId, now)
  const usable = lots.filter((lot) => lot.type === type && isValid(lot, dayOf(now, lot.timezone)))
  const parts = drawFromLots(usable.map(partOf), amount)
  if (parts === null) throw notApplicable()
  const reservationId = await addReservation(tx, {
    basketId,
    customerId,
    type,
    amount,
    reservedUntil,
    createdAt: now,
  })
  await postMovement(tx, { kind: 'reserve', at: now, description: messages.reserved }, [
    { from: 'available', to: 'reserved', parts, reservationId },
  ])
  return amount
}

const partOf = ({ id, available, expiresOn }: LotRow): LotPart => ({
  lotId: id,
  amount: available,
  expiresOn,
})

export const notApplicable = (): Refusal => new Refusal('credit_not_applicable', messages.notApplicable)

/** Releases reservations. Those released meanwhile are ignored. */
const refundEntries = async (tx: Tx, { id }: ReservationRow, now: Date, pence?: number): Promise<void> => {
  const taken = await partsOfReservation(tx, id)
  const parts = refundPartsOf(taken, pence ?? sumOf(taken))
  await postMovement(tx, { kind: 'give_back', at: now, description: messages.released }, [
    { from: 'reserved', to: 'available', parts, reservationId: id },
  ])
  const left = sumOf(taken) - sumOf(parts)
  if (left === 0) await endReservation(tx, id, 'returned', now)
  else await shrinkReservation(tx, id, left)
}

/** Releases all reservations of a basket. The caller holds its lock. */
export const releaseReservation = (tx: Tx, basketId: number, now: Date): Promise<void> =>
  shrinkReserved(tx, basketId, 0, now)

/** Releases reservations of a basket beyond its total. The caller holds its lock. */
export const shrinkReserved = async (tx: Tx, basketId: number, total: number, now: Date): Promise<void> => {
  if (sumOf(await reservationsEver(tx, basketId)) <= total) return
  await lockCreditAccounts(tx, basketId)
  // Read again under the lock: lapsed reservations may have been released.
  const reserved = await reservationsEver(tx, basketId)
  const room = applicableCredit(byType(reserved), total)
  for (const reservation of reserved) {
    const excess = reservation.amount - room[reservation.type]
    if (excess > 0) await refundEntries(tx, reservation, now, excess)
  }
}

/** A customer's reservations for a basket, including lapsed ones: under the lock they are still valid. */
export const reservedBy = async (tx: Tx, basketId: number, customerId: number): Promise<ReservationRow[]> =>
  (await reservationsEver(tx, basketId)).filter((one) => one.customerId === customerId)

/** A customer's live reservations for a basket, membership credit first. */
export const reservedFor = async (
  tx: Tx,
  basketId: number,
  customerId: number | null,
  now: Date,
): Promise<ReservationRow[]> =>
  customerId === null
    ? []
    : (await reservationsOf(tx, basketId, now)).filter((one) => one.customerId === customerId)

/**
 * Locks the credit accounts that a basket reserves from, and another customer's: before `spendReserved`, and before
 * any occurrence is locked.
 */
export const lockCreditAccounts = async (
  tx: Tx,
  basketId: number,
  customerId: number | null = null,
): Promise<void> => {
  const found = await reservationsEver(tx, basketId)
  const people = new Set(found.map((one) => one.customerId))
  if (customerId !== null) people.add(customerId)
  // In ascending order of id, like all locks of customers.
  for (const id of [...people].toSorted((one, other) => one - other)) await lockCreditAccount(tx, id)
}

/**
 * Spends the reservations of a basket: exactly what the payer agreed to. The rest is released. The caller holds the
 * lock of the basket and has locked the credit accounts.
 * @throws when too little is reserved, which cannot happen while the basket is being paid
 */
export const spendReserved = async (
  tx: Tx,
  spent: {
    basketId: number
    customerId: number | null
    orderId: number
    description: string
    credits: readonly { type: CreditType; amount: number }[]
  },
  now: Date,
): Promise<void> => {
  const { basketId, customerId, orderId, description, credits } = spent
  for (const reservation of await reservationsEver(tx, basketId)) {
    const isTheirs = reservation.customerId === customerId
    const agreed = isTheirs ? sumOf(credits.filter((one) => one.type === reservation.type)) : 0
    if (reservation.amount > agreed) await refundEntries(tx, reservation, now, reservation.amount - agreed)
  }
  for (const { type, amount } of credits) {
    const reservation = (await reservationsEver(tx, basketId)).find((one) => one.type === type)
    if (reservation === undefined || reservation.amount !== amount) {
      throw new Error(`Credit of ${formatted(amount, '£')} is not reserved for basket ${basketId}.`)
    }
    const parts = await partsOfReservation(tx, reservation.id)
    await postMovement(tx, { kind: 'spend', at: now, description, orderId }, [
      { from: 'reserved', to: 'sales', parts, reservationId: reservation.id },
    ])
    await endReservation(tx, reservation.id, 'spent', now)
  }
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
  for (const reservation of await expiredOf(tx, customerId, now)) await refundEntries(tx, reservation, now)
  const parts = (await lotsOf(tx, customerId, null, now)).map(partOf).filter(({ amount }) => amount > 0)
  await postMovement(tx, { kind: 'expire', at: now, description: messages.accountClosed }, [
    { from: 'available', to: 'expired', parts },
  ])
}

/** Releases reservations of lapsed baskets. They were already available to other baskets. */
export const sweepExpiredCredit = async (db: Database, now: Date): Promise<void> => {
  for (const customerId of await includingExpired(db, now, 200)) {
    await transact(db, async (tx) => {
      await lockCreditAccount(tx, customerId)
      for (const reservation of await expiredOf(tx, customerId, now))
        await refundEntries(tx, reservation, now)
    })
  }
}
