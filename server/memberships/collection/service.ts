import { randomUUID } from 'node:crypto'
import { date } from '#contract/time.ts'
import { periodAfter } from '#server/memberships/periods/rules.ts'
import { mandateById, markMandateEnded } from '#server/memberships/mandates/service.ts'
import { membershipPaymentFailed, paymentAnnounced } from '#server/memberships/notices/service.ts'
import { statusOn } from '#server/memberships/rules.ts'
import * as messages from '#server/messages/en/memberships.ts'
import { sendNotice } from '#server/notices/service.ts'
import { raisePenalty } from '#server/penalties/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import type { DebitProvider } from '#server/providers/direct-debit/port.ts'
import {
  announceableMemberships,
  claimDueCollections,
  failedCollectionsPaid,
  hasFailed,
  insertCollection,
  lockCollection,
  lockMembership,
  membershipsToUpdate,
  savedCardById,
  setMembershipStatus,
  updateCollection,
  updateMembership,
} from './queries.ts'
import type { CollectionRow, PayingMembershipRow } from './queries.ts'
import { collectedAt, noticeDaysFor, pendingMs, triedAgainOn } from './rules.ts'
import type { FailureReason } from './rules.ts'

export type { CollectedRow } from './queries.ts'
export { collectionsOf } from './queries.ts'

/**
 * Collects recurring membership payments. Announcing a payment writes its collection; the database allows
 * one a period. Requests carry the collection's own key, so repeats are idempotent, and a run that died is
 * resumed.
 */

export type CollectingServices = { db: Database; debits: DebitProvider; cards: CardProvider; log: Log }

/**
 * Announces upcoming payments, collects due ones and settles failed ones that were paid otherwise.
 * Idempotent, and safe on several nodes at once.
 */
export const collectMemberships = async (services: CollectingServices, now: Date): Promise<void> => {
  await settlePaidCollections(services, now)
  // After months of downtime, this catches up one period at a time.
  let announced
  do {
    announced = await announce(services, now)
    await collectDue(services, now)
  } while (announced > 0)
}

/** One failing item must not stop the others. */
const processEach = async <T>(
  { log }: Pick<CollectingServices, 'log'>,
  items: readonly T[],
  process: (item: T) => Promise<unknown>,
): Promise<number> => {
  let count = 0
  for (const item of items) {
    try {
      if ((await process(item)) === true) count += 1
    } catch (error) {
      log.error({ err: error, item }, 'a collection is stuck')
    }
  }
  return count
}

/** @returns number of announced payments */
const announce = async (services: CollectingServices, now: Date): Promise<number> => {
  // The latest time zone is UTC+14, so no venue is more than a day ahead.
  const by = addDays(now.toISOString().slice(0, 10), 1)
  let announced = 0
  let after = 0
  for (;;) {
    const ids = await announceableMemberships(services.db, by, after, 200)
    announced += await processEach(services, ids, (id) =>
      transact(services.db, (tx) => announceOne(tx, id, now)),
    )
    after = ids.at(-1) ?? 0
    if (ids.length < 200) return announced
  }
}

const announceOne = async (tx: Tx, membershipId: number, now: Date): Promise<boolean> => {
  const member = await lockMembership(tx, membershipId)
  const { nextBillingOn: on, price, billingPeriod, paymentMethod, timezone } = member
  const today = dayOf(now, timezone)
  const noticeDays = noticeDaysFor(member, member.collectionNoticeDays)
  if (on === null || addDays(on, -noticeDays) > today) return false
  // Nothing is collected while an earlier payment is owed; collection resumes once that is settled.
  if (member.status === 'frozen') return false
  if (member.endsOn !== null && on > member.endsOn) {
    await updateMembership(tx, membershipId, { nextBillingOn: null })
    return false
  }
  // A late announcement postpones the payment.
  const noticeDay = addDays(today, Math.min(noticeDays, minimumNoticeDays))
  const dueOn = noticeDays > 0 && noticeDay > on ? noticeDay : on
  const inserted = await insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom: on,
    periodUntil: addDays(periodAfter(on, billingPeriod), -1),
    amount: price,
    method: paymentMethod,
    state: 'waiting',
    dueOn,
    createdAt: now,
    nextAttemptAt: instantOf(dueOn, collectedAt, timezone),
  })
  if (inserted === null) return false
  if (noticeDays > 0) await sendAnnouncement(tx, member, inserted, dueOn, false, now)
  return true
}

/** Minimum days between announcement and payment when the job ran late. */
const minimumNoticeDays = 3

const sendAnnouncement = async (
  tx: Tx,
  { operatorId, email: to, firstName, plan, paymentMethod }: PayingMembershipRow,
  { id: collectionId, amount }: CollectionRow,
  on: string,
  isRetry: boolean,
  now: Date,
): Promise<void> => {
  if (to === '') return
  await sendNotice(
    tx,
    paymentAnnounced,
    { operatorId, to },
    {
      collectionId,
      firstName,
      plan,
      amount,
      on,
      paymentMethod,
      isRetry,
    },
    now,
  )
}

const collectDue = async (services: CollectingServices, now: Date): Promise<void> => {
  for (;;) {
    const due = await claimDueCollections(services.db, now, 20)
    if (due.length === 0) return
    await processEach(services, due, (collection) => collectOne(services, collection, now))
  }
}

const collectOne = async (
  services: CollectingServices,
  { id, membershipId }: CollectionRow,
  now: Date,
): Promise<void> => {
  const attempt = await transact(services.db, (tx) => startAttempt(tx, id, membershipId, now))
  if (attempt === null) return
  const result = await requestPayment(services, attempt)
  await transact(services.db, (tx) => recordResult(tx, attempt, result, now))
}

type CollectionAttempt = { collection: CollectionRow; member: PayingMembershipRow }

/** Records the attempt before the provider is called. null: nothing to collect. */
const startAttempt = async (
  tx: Tx,
  id: number,
  membershipId: number,
  now: Date,
): Promise<CollectionAttempt | null> => {
  const member = await lockMembership(tx, membershipId)
  const collection = await lockCollection(tx, id)
  const { state, dueOn, periodFrom, tries } = collection
  // The same attempt with the same key: an earlier run died before it recorded the result.
  if (state === 'requested') return { member, collection }
  if (state !== 'waiting') return null
  const today = dayOf(now, member.timezone)
  if (dueOn > today) {
    await updateCollection(tx, id, { nextAttemptAt: instantOf(dueOn, collectedAt, member.timezone) })
    return null
  }
  if (tries === 0) {
    await updateMembership(tx, membershipId, {
      nextBillingOn: nextBillingDay(member, periodFrom),
    })
    // The status on the due day decides, however late the collection runs.
    const current = statusOn(member, periodFrom)
    if (current === 'ended' || current === 'frozen') {
      await updateCollection(tx, id, { state: 'skipped', settledAt: now, nextAttemptAt: null })
      return null
    }
  }
  const change = { state: 'requested' as const, tries: tries + 1, requestedAt: now }
  await updateCollection(tx, id, change)
  return { member, collection: { ...collection, ...change } }
}

const nextBillingDay = (
  { billingPeriod, endsOn }: PayingMembershipRow,
  periodFrom: string,
): string | null => {
  const next = periodAfter(periodFrom, billingPeriod)
  return endsOn !== null && next > endsOn ? null : next
}

type CollectionResult =
  | { state: 'collected' }
  | { state: 'pending' }
  | { state: 'failed'; reason: FailureReason }

/**
 * Requests the payment from the provider of the mandate or card. Throws when it cannot be reached; a later
 * run retries.
 */
const requestPayment = async (
  { db, debits, cards }: CollectingServices,
  { collection, member }: CollectionAttempt,
): Promise<CollectionResult> => {
  const { amount, method } = collection
  const key = `${collection.key}:${collection.tries}`
  const description = messages.membership(member)
  if (method === 'direct_debit') {
    const mandate = member.mandateId === null ? undefined : await mandateById(db, member.mandateId)
    if (mandate === undefined || mandate.state === 'ended') {
      return { state: 'failed', reason: 'mandate_cancelled' }
    }
    return debits.collect({ key, mandateKey: mandate.key, amount, description })
  }
  const card = member.savedCardId === null ? null : await savedCardById(db, member.savedCardId)
  if (card === null || card.provider !== cards.name) return { state: 'failed', reason: 'no_card' }
  const { externalIdentifier, payerReference } = card
  const result = await cards.charge({
    key,
    amount,
    currency: 'gbp',
    payerReference,
    card: externalIdentifier,
    description,
  })
  return result.state === 'declined' ? { state: 'failed', reason: 'card_declined' } : result
}

/** Records the result of an attempt, unless the collection has been settled meanwhile. */
const recordResult = async (
  tx: Tx,
  attempt: CollectionAttempt,
  result: CollectionResult,
  now: Date,
): Promise<void> => {
  const member = await lockMembership(tx, attempt.member.id)
  const current = await lockCollection(tx, attempt.collection.id)
  if (current.state !== 'requested' || current.tries !== attempt.collection.tries) return
  switch (result.state) {
    case 'collected':
      return updateCollection(tx, current.id, { state: 'collected', settledAt: now, nextAttemptAt: null })
    case 'pending':
      return updateCollection(tx, current.id, { nextAttemptAt: new Date(now.getTime() + pendingMs) })
    case 'failed':
      return recordFailure(tx, member, current, result.reason, now)
  }
}

const recordFailure = async (
  tx: Tx,
  member: PayingMembershipRow,
  collection: CollectionRow,
  reason: FailureReason,
  now: Date,
): Promise<void> => {
  const { id, tries, amount, dueOn } = collection
  const { operatorId, email: to, firstName, plan, timezone, mandateId } = member
  const today = dayOf(now, timezone)
  const againOn = triedAgainOn({ tries, reason, today }, member)
  if (reason === 'mandate_cancelled' && mandateId !== null) await markMandateEnded(tx, mandateId, now)
  if (againOn !== null) {
    const nextAttemptAt = instantOf(againOn, collectedAt, timezone)
    await updateCollection(tx, id, { state: 'waiting', dueOn: againOn, reason, nextAttemptAt })
  } else {
    await abandon(tx, member, collection, reason, now)
  }
  if (to === '') return
  await sendNotice(
    tx,
    membershipPaymentFailed,
    { operatorId, to },
    {
      collectionId: id,
      tries,
      firstName,
      plan,
      amount,
      on: dueOn,
      reason,
      againOn,
    },
    now,
  )
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

/** The amount becomes a penalty, and the membership is frozen until it is paid. */
const abandon = async (
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
const settlePaidCollections = async (services: CollectingServices, now: Date): Promise<void> => {
  const paidCollections = await failedCollectionsPaid(services.db, 200)
  await processEach(services, paidCollections, (paid) =>
    transact(services.db, (tx) => settlePaidCollection(tx, paid, now)),
  )
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

/**
 * Stores the status that follows from the calendar (active or ended). Reads compute it themselves;
 * statistics read the stored one.
 */
export const updateMembershipStatuses = async (db: Database, now: Date): Promise<void> => {
  const by = addDays(now.toISOString().slice(0, 10), 1)
  for (const member of await membershipsToUpdate(db, by, 500)) {
    const status = statusOn(member, dayOf(now, member.timezone))
    if (status !== member.status && (status === 'active' || status === 'ended')) {
      await setMembershipStatus(db, member.id, member.status, status)
    }
  }
}
