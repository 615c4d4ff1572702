import { date } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import * as rows from './queries.ts'

export type { PenaltyLine, PenaltyRow } from './queries.ts'
export { addLines, linesOf, lockOutstanding, penaltiesOf, removeLines, settlePenalties } from './queries.ts'

export type RaisedPenalty = {
  operatorId: number
  customerId: number
  /** Pence, more than 0. */
  amount: number
  /** As the customer reads it: `Missed: Yoga, Thu 4 Mar`. */
  description: string
  bookingId?: number | null
  /** Its name in the operator's files: the same is raised once. */
  importKey?: string | null
}

/** Makes a customer owe a penalty. @returns its id; null when the booking, or the files' name, has one already */
export const raisePenalty = (
  tx: Tx,
  { operatorId, customerId, amount, description, bookingId = null, importKey = null }: RaisedPenalty,
  now: Date,
): Promise<number | null> =>
  rows.addPenalty(tx, { operatorId, customerId, amount, description, bookingId, importKey, createdAt: now })

/**
 * Raises what missing a booking costs, if it costs anything and somebody known bought it. Once a booking, however
 * often it is marked.
 */
export const chargeMissedPenalty = async (tx: Tx, bookingId: number, now: Date): Promise<number | null> => {
  const missed = await rows.missedBooking(tx, bookingId)
  if (missed?.customerId == null || missed.noShowPenalty === null) return null
  const day = date(missed.localDate, missed.timezone, now)
  return raisePenalty(
    tx,
    {
      operatorId: missed.operatorId,
      customerId: missed.customerId,
      amount: missed.noShowPenalty,
      description: `Missed: ${missed.name}, ${day.dayPretty} ${day.datePretty}`,
      bookingId,
    },
    now,
  )
}

/** They were there after all: what they owe for not coming is waived. What they have paid is for people to settle. */
export const waiveMissedPenalty = (tx: Tx, bookingId: number, actorId: number, now: Date): Promise<void> =>
  rows.waiveOfBooking(tx, bookingId, {
    waivedBy: actorId,
    waivedBecause: 'Attended after all',
    settledAt: now,
  })

/**
 * Waives a penalty, by a member of staff and for a reason.
 * @returns whose it was
 * @throws Refusal `not_found` when it is not outstanding, or another operator's
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
  const waiver = { waivedBy: actorId, waivedBecause: because, settledAt: now }
  const waived = await rows.waivePenalty(tx, operatorId, penaltyId, waiver)
  if (waived === undefined) throw notFound()
  return waived.customerId
}

/** What a customer owes. */
export const outstandingOf = async (tx: Tx, customerId: number): Promise<rows.PenaltyRow[]> =>
  (await rows.penaltiesOf(tx, customerId)).filter(({ status }) => status === 'outstanding')

/**
 * Refuses a booking of somebody who owes a penalty, where the operator takes none of theirs, unless it is being paid
 * along with it.
 * @throws Refusal `penalty_outstanding`
 */
export const refuseWhileOwing = async (
  tx: Tx,
  customerId: number | null,
  beingPaid: readonly number[],
  errors?: Record<string, string[]>,
): Promise<void> => {
  if (customerId === null) return
  const blocking = await rows.blockingPenaltiesOf(tx, customerId)
  if (blocking.every((id) => beingPaid.includes(id))) return
  throw new Refusal('penalty_outstanding', penaltyOwedMessage, errors === undefined ? {} : { errors })
}

export const penaltyOwedMessage =
  'There is a penalty to pay first. Put it into your basket to pay it with your booking.'
