import { sql } from 'kysely'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'

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
    throw new Refusal('already_settled', (messages) => messages.payments.alreadySettled)
  throw notFound()
}

/** Waives the penalty of a booking that was attended after all. One that is already paid is refunded. */
export const waiveMissedPenalty = (tx: Tx, bookingId: number, actorId: number, now: Date): Promise<void> =>
  waiveOfBooking(tx, bookingId, {
    waivedBy: actorId,
    waiveReason: operatorMessages().payments.attendedAfterAll,
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
    waiveReason: reason ?? operatorMessages().payments.refundedInFull,
    settledAt: now,
  })

type Waiver = { waivedBy: number | null; waiveReason: string; settledAt: Date }

const waive = (tx: Tx, { waivedBy, waiveReason, settledAt }: Waiver) =>
  tx
    .updateTable('penalty')
    .set({ status: 'waived', settledAt, waivedBy, waiveReason })
    .where('status', '=', sql.lit('outstanding'))

/** @returns whether it was outstanding until now */
const markWaived = async (
  tx: Tx,
  operatorId: number,
  id: number,
  waiver: Waiver,
): Promise<{ customerId: number } | undefined> =>
  waive(tx, waiver)
    .where('id', '=', id)
    // It would stay on the account.
    .where('isAccountDebt', '=', sql.lit(false))
    .where('operatorId', '=', operatorId)
    .returning('customerId')
    .executeTakeFirst()

/** Whether a penalty has been paid or waived. */
const isSettled = async (tx: Tx, operatorId: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('penalty')
    .select('id')
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .where('status', '<>', 'outstanding')
    .executeTakeFirst()) !== undefined

const waiveOfBooking = async (tx: Tx, bookingId: number, waiver: Waiver): Promise<void> => {
  await waive(tx, waiver).where('bookingId', '=', bookingId).execute()
}
