import { randomUUID } from 'node:crypto'
import { date } from '#contract/time.ts'
import {
  failedCollectionsPaid,
  hasFailed,
  insertCollection,
  lockCollection,
  lockMembership,
  updateCollection,
  updateMembership,
} from '#server/memberships/collection/queries.ts'
import type { CollectionRow, PayingMembershipRow } from '#server/memberships/collection/queries.ts'
import { collectedAt } from '#server/memberships/collection/rules.ts'
import type { FailureReason } from '#server/memberships/collection/rules.ts'
import { periodAfter } from '#server/memberships/periods/rules.ts'
import { statusOn } from '#server/memberships/rules.ts'
import * as messages from '#server/messages/en/memberships.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Run } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'

/**
 * Records a payment that failed before the membership was imported: it is retried on a day, or owed as a
 * penalty.
 */
export const importFailedPayment = async (
  tx: Tx,
  membershipId: number,
  { periodFrom, againOn }: { periodFrom: string; againOn: string | null },
  now: Date,
): Promise<void> => {
  const member = await lockMembership(tx, membershipId)
  const { billingPeriod, price: amount, paymentMethod, timezone } = member
  const inserted = await insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom,
    periodUntil: addDays(periodAfter(periodFrom, billingPeriod), -1),
    amount,
    method: paymentMethod,
    state: 'waiting',
    dueOn: againOn ?? periodFrom,
    createdAt: now,
    nextAttemptAt: instantOf(againOn ?? periodFrom, collectedAt, timezone),
  })
  if (inserted === null) return
  const firstAttempt = { tries: 1, requestedAt: instantOf(periodFrom, collectedAt, timezone) }
  await updateCollection(tx, inserted.id, { ...firstAttempt, reason: 'no_funds' })
  if (againOn === null) await abandon(tx, member, { ...inserted, tries: firstAttempt.tries }, 'no_funds', now)
}

/**
 * The amount becomes a penalty, and the membership is frozen until it is paid. A freeze with dates stays: its months
 * are not collected after the debt is paid either.
 */
export const abandon = async (
  tx: Tx,
  member: PayingMembershipRow,
  { id, amount, periodFrom }: CollectionRow,
  reason: FailureReason,
  now: Date,
): Promise<void> => {
  const { operatorId, payerId: customerId, plan, timezone } = member
  const description = messages.unpaidPayment({ plan, day: date(periodFrom, timezone, now).fullDate })
  const penalty = { operatorId, customerId, description, amount }
  const penaltyId = (await raisePenalty(tx, penalty, now)) ?? failInvariant('a new penalty exists already')
  await updateCollection(tx, id, { state: 'failed', reason, penaltyId, settledAt: now, nextAttemptAt: null })
  if (statusOn(member, dayOf(now, timezone)) !== 'ended')
    await updateMembership(tx, member.id, { status: 'frozen' })
}

/** Unfreezes memberships whose debts are paid, from the next billing day that can still be announced. */
export const settlePaidCollections = async ({ db }: { db: Database }, run: Run, now: Date): Promise<void> => {
  const paidCollections = await failedCollectionsPaid(db, 200)
  await run.process(paidCollections, (paid) => transact(db, (tx) => settlePaidCollection(tx, paid, now)))
}

/** The same at once for penalties paid in the caller's transaction, so that the membership is not seen frozen. */
export const settleCollectionsOfPenalties = async (
  tx: Tx,
  penaltyIds: readonly number[],
  now: Date,
): Promise<void> => {
  for (const paid of await failedCollectionsPaid(tx, 200, penaltyIds))
    await settlePaidCollection(tx, paid, now)
}

const settlePaidCollection = async (
  tx: Tx,
  { id, membershipId }: { id: number; membershipId: number },
  now: Date,
): Promise<void> => {
  const member = await lockMembership(tx, membershipId)
  const { state } = await lockCollection(tx, id)
  if (state !== 'failed') return
  await updateCollection(tx, id, { state: 'settled', settledAt: now })
  if (await hasFailed(tx, membershipId)) return
  const today = dayOf(now, member.timezone)
  let next = member.nextBillingOn
  while (next !== null && next < today) next = periodAfter(next, member.billingPeriod)
  await updateMembership(tx, membershipId, {
    nextBillingOn: next,
    ...(member.status === 'frozen' ? { status: 'active' as const } : {}),
  })
}
