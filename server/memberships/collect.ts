import { randomUUID } from 'node:crypto'
import { daysAfter, localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import { paymentCurrencyOf } from '#server/operator/rules.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { createRun } from '#server/platform/processAll.ts'
import type { Run } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import type { DebitProvider } from '#server/providers/direct-debit/port.ts'
import { endMandateAtProvider, markMandateEnded } from './paymentMethods.ts'
import { lockMembership } from './change.ts'
import { membershipPaid, membershipPaymentFailed, paymentAnnounced } from './messages.ts'
import {
  collectedAt,
  isLate,
  isMissed,
  noticeDaysFor,
  pendingMs,
  periodAfter,
  priceFrom,
  statusOn,
  triedAgainOn,
} from './rules.ts'
import type { FailureReason } from './rules.ts'
import {
  announceableMemberships,
  claimDueCollections,
  insertCollection,
  lockCollection,
  mandateById,
  savedCardById,
  updateCollection,
  updateMembership,
} from './sql/collections.ts'
import type { CollectionRow, PayingMembershipRow } from './sql/collections.ts'
import { abandon, settlePaidCollections } from './unpaidPayments.ts'

/*
 * Collects recurring membership payments. Announcing a payment writes its collection; the database allows
 * one a period. Requests carry the collection's own key, so repeats are idempotent, and a run that died is
 * resumed.
 */

export type CollectingServices = { db: Database; debits: DebitProvider; cards: CardProvider }

/**
 * Announces upcoming payments, collects due ones and settles failed ones that were paid otherwise.
 * Idempotent, and safe on several nodes at once.
 * @throws AggregateError of those that failed, after the last
 */
export const collectMemberships = async (services: CollectingServices, now: Date): Promise<void> => {
  const run = createRun()
  await settlePaidCollections(services, run, now)
  // After months of downtime, this goes through one period at a time; the last one alone is collected.
  while ((await announce(services, run, now)) + (await collectDue(services, run, now)) > 0);
  run.finish()
}

/** As with payments and refunds: each may wait for the provider, who limits how many may be requested at once. */
const requestsAtOnce = 5

/** @returns number of collections that were due */
const collectDue = async (services: CollectingServices, run: Run, now: Date): Promise<number> => {
  let total = 0
  for (;;) {
    const due = await claimDueCollections(services.db, now, 20)
    if (due.length === 0) return total
    total += due.length
    await run.process(due, (collection) => collectOne(services, collection, now), requestsAtOnce)
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
  const today = localDay(now, member.timezone)
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
  if (isMissed(collection, member, today)) {
    await updateCollection(tx, id, { state: 'missed', nextAttemptAt: null })
    return null
  }
  if (isLate(dueOn, today)) {
    await announceAgain(tx, member, collection, now)
    return null
  }
  // What it is requested from stays with the attempt, whatever the payer changes meanwhile.
  const { paymentMethod: method, savedCardId, mandateId } = member
  const from = {
    method,
    savedCardId: method === 'card' ? savedCardId : null,
    mandateId: method === 'card' ? null : mandateId,
  }
  const change = { state: 'requested' as const, tries: tries + 1, requestedAt: now, ...from }
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
  // Requests of before carry neither.
  const mandateId = collection.mandateId ?? member.mandateId
  const savedCardId = collection.savedCardId ?? member.savedCardId
  const key = `${collection.key}:${collection.tries}`
  const description = operatorMessages().memberships.membership(member)
  if (method === 'direct_debit') {
    const mandate = mandateId === null ? undefined : await mandateById(db, mandateId)
    if (mandate === undefined || mandate.state === 'ended') {
      return { state: 'failed', reason: 'mandate_cancelled' }
    }
    return debits.collect({ key, mandateKey: mandate.key, amount, description })
  }
  const card = savedCardId === null ? null : await savedCardById(db, savedCardId)
  if (card === null || card.provider !== cards.name) return { state: 'failed', reason: 'no_card' }
  const { externalIdentifier, payerReference } = card
  const result = await cards.charge({
    key,
    amount,
    currency: paymentCurrencyOf(member),
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
  if (result.state !== 'pending') await endReplacedMandate(tx, member, current.mandateId)
  switch (result.state) {
    case 'collected':
      await updateCollection(tx, current.id, { state: 'collected', settledAt: now, nextAttemptAt: null })
      return sendReceipt(tx, member, current, now)
    case 'pending':
      return updateCollection(tx, current.id, { nextAttemptAt: new Date(now.getTime() + pendingMs) })
    case 'failed':
      return recordFailure(tx, member, current, result.reason, now)
  }
}

const sendReceipt = async (
  tx: Tx,
  { operatorId, email: to, firstName, plan, timezone }: PayingMembershipRow,
  { id: collectionId, amount, method }: CollectionRow,
  now: Date,
): Promise<void> => {
  if (to === '') return
  const facts = { collectionId, firstName, plan, amount, method, on: localDay(now, timezone) }
  await sendNotice(tx, membershipPaid, { operatorId, to }, facts, now)
}

/** A bank account that was changed while its bank had yet to answer has nothing more to pay. */
const endReplacedMandate = async (
  tx: Tx,
  { mandateId, paymentMethod }: PayingMembershipRow,
  requestedFrom: number | null,
): Promise<void> => {
  const isReplaced = mandateId !== requestedFrom || paymentMethod !== 'direct_debit'
  if (requestedFrom !== null && isReplaced) await endMandateAtProvider(tx, requestedFrom)
}

const recordFailure = async (
  tx: Tx,
  member: PayingMembershipRow,
  collection: CollectionRow,
  reason: FailureReason,
  now: Date,
): Promise<void> => {
  const { id, tries, amount, dueOn } = collection
  const { operatorId, email: to, firstName, plan, timezone, paymentMethod: method } = member
  const mandateId = collection.mandateId ?? member.mandateId
  const today = localDay(now, timezone)
  const againOn = triedAgainOn({ tries, reason, today }, member)
  if (reason === 'mandate_cancelled' && mandateId !== null) await markMandateEnded(tx, mandateId, now)
  if (againOn !== null) {
    const nextAttemptAt = instantOf(againOn, collectedAt, timezone)
    await updateCollection(tx, id, { state: 'waiting', method, dueOn: againOn, reason, nextAttemptAt })
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

/** @returns number of announced payments */
const announce = async ({ db }: { db: Database }, run: Run, now: Date): Promise<number> => {
  // The latest time zone is UTC+14, so no venue is more than a day ahead.
  const by = daysAfter(now.toISOString().slice(0, 10), 1)
  let announced = 0
  let after = 0
  for (;;) {
    const ids = await announceableMemberships(db, by, after, 200)
    await run.process(ids, async (id) => {
      if (await transact(db, (tx) => announceOne(tx, id, now))) announced += 1
    })
    after = ids.at(-1) ?? 0
    if (ids.length < 200) return announced
  }
}

const announceOne = async (tx: Tx, membershipId: number, now: Date): Promise<boolean> => {
  const member = await lockMembership(tx, membershipId)
  const { nextBillingOn: on, billingPeriod, paymentMethod, timezone } = member
  const today = localDay(now, timezone)
  const noticeDays = noticeDaysFor(member, member.collectionNoticeDays, on !== null && isLate(on, today))
  if (on === null || daysAfter(on, -noticeDays) > today) return false
  // Nothing is collected while an earlier payment is owed; collection resumes once that is settled.
  if (member.status === 'frozen') return false
  if (member.endsOn !== null && on > member.endsOn) {
    await updateMembership(tx, membershipId, { nextBillingOn: null })
    return false
  }
  // A freeze skips its payments. They are not announced, and recorded only on their day: until then it may end.
  const isFrozen = statusOn(member, on) === 'frozen'
  if (isFrozen && on > today) return false
  const isForStaff = !isFrozen && isMissed({ periodFrom: on, dueOn: on }, member, today)
  // A late announcement postpones the payment, so that the whole notice is given.
  const earliest = daysAfter(today, noticeDays)
  const dueOn = noticeDays > 0 && earliest > on && !isFrozen && !isForStaff ? earliest : on
  const inserted = await insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom: on,
    periodUntil: daysAfter(periodAfter(on, billingPeriod), -1),
    amount: priceFrom(member, on),
    method: paymentMethod,
    state: isForStaff ? 'missed' : 'waiting',
    dueOn,
    createdAt: now,
    nextAttemptAt: isForStaff ? null : instantOf(dueOn, collectedAt, timezone),
  })
  if (inserted === null) return false
  if (isForStaff) await updateMembership(tx, membershipId, { nextBillingOn: periodAfter(on, billingPeriod) })
  else if (noticeDays > 0 && !isFrozen) await sendAnnouncement(tx, member, inserted, dueOn, now)
  return true
}

/** Announces a payment whose day has passed while nothing ran for another day, the whole notice ahead. */
const announceAgain = async (
  tx: Tx,
  member: PayingMembershipRow,
  collection: CollectionRow,
  now: Date,
): Promise<void> => {
  const dueOn = daysAfter(localDay(now, member.timezone), member.collectionNoticeDays)
  const nextAttemptAt = instantOf(dueOn, collectedAt, member.timezone)
  await updateCollection(tx, collection.id, { dueOn, nextAttemptAt })
  await sendAnnouncement(tx, member, collection, dueOn, now)
}

const sendAnnouncement = async (
  tx: Tx,
  { operatorId, email: to, firstName, plan, paymentMethod }: PayingMembershipRow,
  { id: collectionId, amount, tries }: CollectionRow,
  on: string,
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
      isRetry: tries > 0,
    },
    now,
  )
}
