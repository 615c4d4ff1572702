import { formatted } from '#contract/money.ts'
import { localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { applicableCredit, byType, drawFromLots, isValid, refundPartsOf, sumOf } from './rules.ts'
import type { CreditType, LotPart } from './rules.ts'
import {
  addReservation,
  endReservation,
  expiredOf,
  includingExpired,
  lockCreditAccount,
  lockReserving,
  lotsOf,
  partsOfReservation,
  postMovement,
  reservationsEver,
  reservationsOf,
  shrinkReservation,
} from './sql.ts'
import type { LotRow, ReservationRow } from './sql.ts'

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
  for (const reservation of ended) await releaseEntries(tx, reservation, now)
  if (amount <= 0) return 0

  const lots = await lotsOf(tx, customerId, basketId, now)
  const usable = lots.filter((lot) => lot.type === type && isValid(lot, localDay(now, lot.timezone)))
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
  await postMovement(tx, { kind: 'reserve', at: now, description: operatorMessages().payments.reserved }, [
    { from: 'available', to: 'reserved', parts, reservationId },
  ])
  return amount
}

export const partOf = ({ id, available, expiresOn }: LotRow): LotPart => ({
  lotId: id,
  amount: available,
  expiresOn,
})

export const notApplicable = (): Refusal =>
  new Refusal('credit_not_applicable', (messages) => messages.payments.notApplicable)

/** Releases reservations. Those released meanwhile are ignored. */
export const releaseEntries = async (
  tx: Tx,
  { id }: ReservationRow,
  now: Date,
  pence?: number,
): Promise<void> => {
  const taken = await partsOfReservation(tx, id)
  const parts = refundPartsOf(taken, pence ?? sumOf(taken))
  await postMovement(tx, { kind: 'give_back', at: now, description: operatorMessages().payments.released }, [
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
    if (excess > 0) await releaseEntries(tx, reservation, now, excess)
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
  await lockPeopleOf(tx, [{ basketId, customerId, itemIds: [] }])
}

/**
 * The same for several baskets, and those who take part in their lines.
 * @returns the baskets that reserve credit
 */
export const lockPeopleOf = async (
  tx: Tx,
  baskets: readonly { basketId: number; customerId: number | null; itemIds: readonly number[] }[],
): Promise<ReadonlySet<number>> => {
  const reserving = await lockReserving(tx, {
    basketIds: baskets.map(({ basketId }) => basketId),
    customerIds: baskets.flatMap(({ customerId }) => customerId ?? []),
    itemIds: baskets.flatMap(({ itemIds }) => itemIds),
  })
  return new Set(reserving)
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
    if (reservation.amount > agreed) await releaseEntries(tx, reservation, now, reservation.amount - agreed)
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

/** Releases reservations of lapsed baskets. They were already available to other baskets. */
export const sweepExpiredCredit = async (db: Database, now: Date): Promise<void> => {
  await processAll(await includingExpired(db, now, 200), (customerId) =>
    transact(db, async (tx) => {
      await lockCreditAccount(tx, customerId)
      for (const reservation of await expiredOf(tx, customerId, now))
        await releaseEntries(tx, reservation, now)
    }),
  )
}
