import { date } from '#contract/time.ts'
import * as messages from '#server/messages/en/penalties.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import {
  addPenalty,
  blockingPenaltiesOf,
  isSettled,
  markWaived,
  missedBooking,
  penaltiesOf,
  reinstateOfBooking,
  waiveOfBooking,
} from './queries.ts'
import type { PenaltyRow } from './queries.ts'

export type { PenaltyLine, PenaltyRow } from './queries.ts'
export {
  addLines,
  linesOf,
  markRefunded,
  lockOutstanding,
  payableIdsOf,
  penaltiesOf,
  removeLines,
  saveAccountDebt,
  settlePenalties,
} from './queries.ts'

export type RaisedPenalty = {
  operatorId: number
  customerId: number
  /** Pence, more than 0. */
  amount: number
  /** Displayed to the customer: `Missed: Yoga, Thu 4 Mar`. */
  description: string
  bookingId?: number | null
  /** Its key in the operator's import files: the same key is raised once. */
  importKey?: string | null
}

/** Raises a penalty. @returns its id; null when the booking or the import key already has one */
export const raisePenalty = (
  tx: Tx,
  { operatorId, customerId, amount, description, bookingId = null, importKey = null }: RaisedPenalty,
  now: Date,
): Promise<number | null> =>
  addPenalty(tx, { operatorId, customerId, amount, description, bookingId, importKey, createdAt: now })

/**
 * Raises the activity's penalty for a missed booking, if it has one and the buyer has an account; again, if it was waived
 * because the person was marked as present by mistake. Idempotent.
 */
export const chargeMissedPenalty = async (tx: Tx, bookingId: number, now: Date): Promise<number | null> => {
  const missed = await missedBooking(tx, bookingId)
  if (missed?.customerId == null || missed.noShowPenalty === null) return null
  const day = date(missed.localDate, missed.timezone, now)
  const raised = await raisePenalty(
    tx,
    {
      operatorId: missed.operatorId,
      customerId: missed.customerId,
      amount: missed.noShowPenalty,
      description: messages.missed({ name: missed.name, day: `${day.dayPretty} ${day.datePretty}` }),
      bookingId,
    },
    now,
  )
  return raised ?? reinstateOfBooking(tx, bookingId, messages.attendedAfterAll)
}

/** Waives the penalty of a booking that was attended after all. One that is already paid is refunded. */
export const waiveMissedPenalty = (tx: Tx, bookingId: number, actorId: number, now: Date): Promise<void> =>
  waiveOfBooking(tx, bookingId, {
    waivedBy: actorId,
    waiveReason: messages.attendedAfterAll,
    settledAt: now,
  })

/** The same for a missed booking that staff refund in full. */
export const waiveRefundedPenalty = (
  tx: Tx,
  bookingId: number,
  { actorId, reason }: { actorId: number | null; reason: string | undefined },
  now: Date,
): Promise<void> =>
  waiveOfBooking(tx, bookingId, {
    waivedBy: actorId,
    waiveReason: reason ?? messages.refundedInFull,
    settledAt: now,
  })

/**
 * Waives a penalty, with the member of staff and the reason.
 * @returns its customer
 * @throws Refusal `already_settled` when it is not outstanding; `not_found` for another operator's
 */
export const waivePenalty = async (
  tx: Tx,
  {
    operatorId,
    penaltyId,
    actorId,
    because,
  }: { operatorId: number; penaltyId: number; actorId: number; because: string },
  now: Date,
): Promise<number> => {
  const waiver = { waivedBy: actorId, waiveReason: because, settledAt: now }
  const waived = await markWaived(tx, operatorId, penaltyId, waiver)
  if (waived !== undefined) return waived.customerId
  if (await isSettled(tx, operatorId, penaltyId))
    throw new Refusal('already_settled', messages.alreadySettled)
  throw notFound()
}

/** The penalties of a customer. */
export const outstandingOf = async (tx: Tx, customerId: number): Promise<PenaltyRow[]> =>
  (await penaltiesOf(tx, customerId)).filter(({ status }) => status === 'outstanding')

/**
 * Refuses a purchase by a customer with an unpaid penalty, where the operator blocks them, unless the purchase pays
 * it.
 * @param beingPaid the penalties it pays, or how to read them, which is seldom needed
 * @throws Refusal `penalty_outstanding`
 */
export const refuseWhileOwing = async (
  tx: Tx,
  customerId: number | null,
  beingPaid: readonly number[] | (() => Promise<readonly number[]>),
  errors?: Record<string, string[]>,
): Promise<void> => {
  if (customerId === null) return
  const blocking = await blockingPenaltiesOf(tx, customerId)
  if (blocking.length === 0) return
  const paid = typeof beingPaid === 'function' ? await beingPaid() : beingPaid
  if (blocking.every((id) => paid.includes(id))) return
  throw new Refusal('penalty_outstanding', messages.unpaid, errors === undefined ? {} : { errors })
}
