import { randomUUID } from 'node:crypto'
import {
  announceableMemberships,
  insertCollection,
  lockMembership,
  updateCollection,
  updateMembership,
} from '#server/memberships/collection/queries.ts'
import type { CollectionRow, PayingMembershipRow } from '#server/memberships/collection/queries.ts'
import { collectedAt, isLate, isMissed, noticeDaysFor } from '#server/memberships/collection/rules.ts'
import { paymentAnnounced } from '#server/memberships/notices/service.ts'
import { priceFrom } from '#server/memberships/plan-changes/rules.ts'
import { periodAfter } from '#server/memberships/periods/rules.ts'
import { statusOn } from '#server/memberships/rules.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Run } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'

/** @returns number of announced payments */
export const announce = async ({ db }: { db: Database }, run: Run, now: Date): Promise<number> => {
  // The latest time zone is UTC+14, so no venue is more than a day ahead.
  const by = addDays(now.toISOString().slice(0, 10), 1)
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
  const today = dayOf(now, timezone)
  const noticeDays = noticeDaysFor(member, member.collectionNoticeDays, on !== null && isLate(on, today))
  if (on === null || addDays(on, -noticeDays) > today) return false
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
  const earliest = addDays(today, noticeDays)
  const dueOn = noticeDays > 0 && earliest > on && !isFrozen && !isForStaff ? earliest : on
  const inserted = await insertCollection(tx, {
    key: randomUUID(),
    membershipId,
    periodFrom: on,
    periodUntil: addDays(periodAfter(on, billingPeriod), -1),
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
export const announceAgain = async (
  tx: Tx,
  member: PayingMembershipRow,
  collection: CollectionRow,
  now: Date,
): Promise<void> => {
  const dueOn = addDays(dayOf(now, member.timezone), member.collectionNoticeDays)
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
