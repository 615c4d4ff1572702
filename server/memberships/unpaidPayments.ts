import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { date, daysAfter, localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, notFound } from '#server/platform/errors.ts'
import type { Run } from '#server/platform/processAll.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { lockMembership } from './change.ts'
import { collectedAt, periodAfter, statusOn } from './rules.ts'
import type { FailureReason } from './rules.ts'
import {
  failedCollectionsPaid,
  hasFailed,
  insertCollection,
  lockCollection,
  missedPaymentById,
  missedPayments,
  updateCollection,
  updateMembership,
} from './sql/collections.ts'
import type { CollectionRow, PayingMembershipRow } from './sql/collections.ts'

/** Membership payments that were not collected while nothing ran, and that staff decide about. */
export const listMissedPayments = async (
  tx: Tx,
  actor: Actor,
): Promise<Answer<(typeof memberships)['missed']>> => ({
  payments: (await missedPayments(tx, actor.operator.id, venuesWith(actor.person, 'waive'), most)).map(
    (row) => ({
      id: row.id,
      customerId: row.customerId,
      customer: `${row.firstName} ${row.lastName}`.trim(),
      plan: row.plan,
      dueOn: row.periodFrom,
      amount: money(row.amount, row.currencySymbol),
    }),
  ),
})

/** More than a person goes through at a sitting. */
const most = 200

/**
 * Has the customer owe a missed payment, or lets it go.
 * @throws Refusal `not_found`
 */
export const decideMissedPayment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { decision }: Body<(typeof memberships)['decideMissed']>,
  now: Date,
): Promise<Answer<(typeof memberships)['decideMissed']>> => {
  const found = await missedPaymentById(tx, actor.operator.id, id)
  if (found === undefined) throw notFound()
  await lockMembership(tx, found.membershipId)
  if ((await lockCollection(tx, id)).state !== 'missed') throw notFound()
  const { customerId, plan, periodFrom, timezone, amount } = found
  if (decision === 'owed') {
    const description = operatorMessages().memberships.unpaidPayment({
      plan,
      day: date(periodFrom, timezone, now).fullDate,
    })
    const penalty = { operatorId: actor.operator.id, customerId, description, amount }
    const penaltyId = (await raisePenalty(tx, penalty, now)) ?? failInvariant('a new penalty exists already')
    await updateCollection(tx, id, { state: 'failed', penaltyId, settledAt: now })
  } else await updateCollection(tx, id, { state: 'settled', settledAt: now })
  const act = acts.missedPaymentDecided[decision]
  await recordAudit(
    tx,
    { actorId: staffOf(actor).id, forCustomerId: customerId, act, subject: `collection:${id}` },
    now,
  )
  return { amount: money(amount, found.currencySymbol) }
}

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
    periodUntil: daysAfter(periodAfter(periodFrom, billingPeriod), -1),
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
  const description = operatorMessages().memberships.unpaidPayment({
    plan,
    day: date(periodFrom, timezone, now).fullDate,
  })
  const penalty = { operatorId, customerId, description, amount }
  const penaltyId = (await raisePenalty(tx, penalty, now)) ?? failInvariant('a new penalty exists already')
  await updateCollection(tx, id, { state: 'failed', reason, penaltyId, settledAt: now, nextAttemptAt: null })
  if (statusOn(member, localDay(now, timezone)) !== 'ended')
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
  const today = localDay(now, member.timezone)
  let next = member.nextBillingOn
  while (next !== null && next < today) next = periodAfter(next, member.billingPeriod)
  await updateMembership(tx, membershipId, {
    nextBillingOn: next,
    ...(member.status === 'frozen' ? { status: 'active' as const } : {}),
  })
}
