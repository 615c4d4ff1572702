import { randomUUID } from 'node:crypto'
import { date } from '#contract/time.ts'
import { periodAfter } from '#server/memberships/periods/rules.ts'
import { mandateById, markMandateEnded } from '#server/memberships/mandates/service.ts'
import { membershipPaymentFailed, paymentAnnounced } from '#server/memberships/messages/service.ts'
import { statusOn } from '#server/memberships/rules.ts'
import { sendNotice } from '#server/notices/service.ts'
import { raisePenalty } from '#server/penalties/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import type { DebitProvider } from '#server/providers/direct-debit/port.ts'
import * as rows from './queries.ts'
import type { CollectionRow, PayingMembershipRow } from './queries.ts'
import { collectedAt, noticeDaysFor, pendingMs, triedAgainOn } from './rules.ts'
import type { FailureReason } from './rules.ts'

export type { CollectedRow } from './queries.ts'
export { collectionsOf } from './queries.ts'

/*
 * What members pay month by month. A collection is written down when it is announced, one a period: the database
 * holds to that. It is asked for on its day with a key of its own, so that asking twice is asking once, and
 * whatever dies on the way is taken up where it stood.
 */

export type CollectingServices = { db: Database; debits: DebitProvider; cards: CardProvider; log: Log }

/**
 * Announces what is due soon, collects what is due, and settles what was paid otherwise. Safe to run as often as
 * one likes, on several nodes at once.
 */
export const collectMemberships = async (services: CollectingServices, now: Date): Promise<void> => {
  await settlePaidCollections(services, now)
  // A job that has been down for months catches up a period at a time.
  let before
  do {
    before = await announce(services, now)
    await collectDue(services, now)
  } while (before > 0)
}

/** One thing that will not do must not keep the others from being done. */
const each = async <T>(
  { log }: Pick<CollectingServices, 'log'>,
  items: readonly T[],
  what: (item: T) => Promise<unknown>,
): Promise<number> => {
  let done = 0
  for (const item of items) {
    try {
      if ((await what(item)) === true) done += 1
    } catch (error) {
      log.error({ err: error, item }, 'a collection is stuck')
    }
  }
  return done
}

/** @returns how many were announced */
const announce = async (services: CollectingServices, now: Date): Promise<number> => {
  // Nowhere is it later than a day from now.
  const by = addDays(now.toISOString().slice(0, 10), 1)
  let announced = 0
  let after = 0
  for (;;) {
    const ids = await rows.announceableMemberships(services.db, by, after, 200)
    announced += await each(services, ids, (id) => transact(services.db, (tx) => announceOne(tx, id, now)))
    after = ids.at(-1) ?? 0
    if (ids.length < 200) return announced
  }
}

const announceOne = async (tx: Tx, membershipId: number, now: Date): Promise<boolean> => {
  const member = await rows.lockMembership(tx, membershipId)
  const { nextBillingOn: on, price, billingPeriod, paymentMethod, timezone } = member
  const today = dayOf(now, timezone)
  const noticeDays = noticeDaysFor(member, member.collectionNoticeDays)
  if (on === null || addDays(on, -noticeDays) > today) return false
  // Nothing is asked for while an earlier payment is owed; it goes on once that is settled.
  if (member.status === 'frozen') return false
  if (member.endsOn !== null && on > member.endsOn) {
    await rows.updateMembership(tx, membershipId, { nextBillingOn: null })
    return false
  }
  // What is told late is collected late.
  const noticeDay = addDays(today, Math.min(noticeDays, minimumNoticeDays))
  const dueOn = noticeDays > 0 && noticeDay > on ? noticeDay : on
  const made = await rows.insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom: on,
    periodUntil: addDays(periodAfter(on, billingPeriod), -1),
    amount: price,
    method: paymentMethod,
    state: 'waiting',
    dueOn,
    createdAt: now,
    lookAt: instantOf(dueOn, collectedAt, timezone),
  })
  if (made === null) return false
  if (noticeDays > 0) await sendAnnouncement(tx, member, made, dueOn, false, now)
  return true
}

/** Days that a notice is ahead of its payment even where the job was late. */
const minimumNoticeDays = 3

const sendAnnouncement = async (
  tx: Tx,
  { operatorId, email: to, firstName, plan, paymentMethod }: PayingMembershipRow,
  { id: collectionId, amount }: CollectionRow,
  on: string,
  isAgain: boolean,
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
      isRetry: isAgain,
    },
    now,
  )
}

const collectDue = async (services: CollectingServices, now: Date): Promise<void> => {
  for (;;) {
    const due = await rows.claimDueCollections(services.db, now, 20)
    if (due.length === 0) return
    await each(services, due, (collection) => collectOne(services, collection, now))
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

/** Writes down that the company is about to be asked. null: there is nothing to ask. */
const startAttempt = async (
  tx: Tx,
  id: number,
  membershipId: number,
  now: Date,
): Promise<CollectionAttempt | null> => {
  const member = await rows.lockMembership(tx, membershipId)
  const collection = await rows.lockCollection(tx, id)
  const { state, dueOn, periodFrom, tries } = collection
  // The same try again, with the same key: whoever asked before never wrote down what was said.
  if (state === 'requested') return { member, collection }
  if (state !== 'waiting') return null
  const today = dayOf(now, member.timezone)
  if (dueOn > today) {
    await rows.updateCollection(tx, id, { lookAt: instantOf(dueOn, collectedAt, member.timezone) })
    return null
  }
  if (tries === 0) {
    await rows.updateMembership(tx, membershipId, {
      nextBillingOn: nextBillingDay(member, periodFrom),
    })
    // Whether anything is due is a question of the day it is due on, however late it is asked.
    const current = statusOn(member, periodFrom)
    if (current === 'ended' || current === 'frozen') {
      await rows.updateCollection(tx, id, { state: 'skipped', settledAt: now, lookAt: null })
      return null
    }
  }
  const change = { state: 'requested' as const, tries: tries + 1, requestedAt: now }
  await rows.updateCollection(tx, id, change)
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

/** Asks the company that holds the mandate or the card. Throws where it cannot be reached: it is asked again. */
const requestPayment = async (
  { db, debits, cards }: CollectingServices,
  { collection, member }: CollectionAttempt,
): Promise<CollectionResult> => {
  const { amount, method } = collection
  const key = `${collection.key}:${collection.tries}`
  const description = `${member.plan} membership`
  if (method === 'direct_debit') {
    const mandate = member.mandateId === null ? undefined : await mandateById(db, member.mandateId)
    if (mandate === undefined || mandate.state === 'ended') {
      return { state: 'failed', reason: 'mandate_cancelled' }
    }
    return debits.collect({ key, mandateKey: mandate.key, amount, description })
  }
  const card = member.savedCardId === null ? null : await rows.savedCardById(db, member.savedCardId)
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

/** Writes down what the company said of a try. What has been settled meanwhile stays as it is. */
const recordResult = async (
  tx: Tx,
  attempt: CollectionAttempt,
  result: CollectionResult,
  now: Date,
): Promise<void> => {
  const member = await rows.lockMembership(tx, attempt.member.id)
  const current = await rows.lockCollection(tx, attempt.collection.id)
  if (current.state !== 'requested' || current.tries !== attempt.collection.tries) return
  switch (result.state) {
    case 'collected':
      return rows.updateCollection(tx, current.id, { state: 'collected', settledAt: now, lookAt: null })
    case 'pending':
      return rows.updateCollection(tx, current.id, { lookAt: new Date(now.getTime() + pendingMs) })
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
    const lookAt = instantOf(againOn, collectedAt, timezone)
    await rows.updateCollection(tx, id, { state: 'waiting', dueOn: againOn, reason, lookAt })
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
 * Notes a payment of a membership that was not collected before the membership came here: it is tried again on a day,
 * or owed like any that failed for good.
 */
export const importFailedPayment = async (
  tx: Tx,
  membershipId: number,
  { periodFrom, againOn }: { periodFrom: string; againOn: string | null },
  now: Date,
): Promise<void> => {
  const member = await rows.lockMembership(tx, membershipId)
  const { billingPeriod, price: amount, paymentMethod, timezone } = member
  const made = await rows.insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom,
    periodUntil: addDays(periodAfter(periodFrom, billingPeriod), -1),
    amount,
    method: paymentMethod,
    state: 'waiting',
    dueOn: againOn ?? periodFrom,
    createdAt: now,
    lookAt: instantOf(againOn ?? periodFrom, collectedAt, timezone),
  })
  if (made === null) return
  const attempted = { tries: 1, requestedAt: instantOf(periodFrom, collectedAt, timezone) }
  await rows.updateCollection(tx, made.id, { ...attempted, reason: 'no_funds' })
  if (againOn === null) await abandon(tx, member, { ...made, tries: attempted.tries }, 'no_funds', now)
}

/** What will not be collected is owed like a penalty, and the membership is frozen until it is paid. */
const abandon = async (
  tx: Tx,
  member: PayingMembershipRow,
  { id, amount, periodFrom }: CollectionRow,
  reason: FailureReason,
  now: Date,
): Promise<void> => {
  const { operatorId, payerId: customerId, plan, timezone } = member
  const description = `${plan} membership, payment of ${date(periodFrom, timezone, now).fullDate}`
  const penalty = { operatorId, customerId, description, amount }
  const penaltyId = (await raisePenalty(tx, penalty, now)) ?? failInvariant('a new penalty exists already')
  await rows.updateCollection(tx, id, { state: 'failed', reason, penaltyId, settledAt: now, lookAt: null })
  if (statusOn(member, dayOf(now, timezone)) !== 'ended')
    await rows.updateMembership(tx, member.id, { status: 'frozen' })
}

/** A membership whose debts are paid goes on, from the next billing day there is time to announce. */
const settlePaidCollections = async (services: CollectingServices, now: Date): Promise<void> => {
  const settled = await rows.failedCollectionsPaid(services.db, 200)
  await each(services, settled, ({ id, membershipId }) =>
    transact(services.db, async (tx) => {
      const member = await rows.lockMembership(tx, membershipId)
      const { state } = await rows.lockCollection(tx, id)
      if (state !== 'failed') return
      await rows.updateCollection(tx, id, { state: 'settled', settledAt: now })
      if (await rows.hasFailed(tx, membershipId)) return
      const today = dayOf(now, member.timezone)
      let next = member.nextBillingOn
      while (next !== null && next < today) next = periodAfter(next, member.billingPeriod)
      await rows.updateMembership(tx, membershipId, {
        nextBillingOn: next,
        ...(member.status === 'frozen' ? { status: 'active' as const } : {}),
      })
    }),
  )
}

/**
 * Writes down what the calendar has made of memberships: begun, or over. Whoever asks is told so anyway; this is
 * for those who count.
 */
export const updateMembershipStatuses = async (db: Database, now: Date): Promise<void> => {
  const by = addDays(now.toISOString().slice(0, 10), 1)
  for (const member of await rows.membershipsToUpdate(db, by, 500)) {
    const status = statusOn(member, dayOf(now, member.timezone))
    if (status !== member.status && (status === 'active' || status === 'ended')) {
      await rows.setMembershipStatus(db, member.id, member.status, status)
    }
  }
}
