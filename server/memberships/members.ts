import { sql } from 'kysely'
import type { Membership } from '#contract/memberships.ts'
import { localDay } from '#contract/time.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import { acts } from '#server/platform/acts.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { lockMembershipOfPayer } from './change.ts'
import { listMemberships } from './list.ts'
import { membersChanged } from './messages.ts'
import { statusOn, whyNotMembers } from './rules.ts'
import type { MemberLimits } from './rules.ts'
import { addMembers, findMembers, listNamesWithPlan, removeMembers } from './sql/memberships.ts'

/**
 * The people a membership is to be for: the customer, and people of their household.
 * @param existingIds people who belong to it already, whoever they are linked to now
 * @throws Refusal `invalid`, `already_member`
 */
export const requireMembers = async (
  tx: Tx,
  customerId: number,
  memberIds: readonly number[],
  plan: MemberLimits & { id: number },
  {
    day,
    membershipId = null,
    existingIds = [],
  }: { day: string; membershipId?: number | null; existingIds?: readonly number[] },
): Promise<MemberToBe[]> => {
  const allowed = [customerId, ...existingIds, ...(await listLinkedIds(tx, customerId))]
  if (!memberIds.every((id) => allowed.includes(id)))
    throw invalid({ member_ids: [(messages) => messages.memberships.notInFamily] })
  const people = await listPeople(tx, memberIds)
  const why = whyNotMembers(plan, people, day)
  if (why !== null) throw invalid({ member_ids: [why] })
  const [name] = await listNamesWithPlan(
    tx,
    memberIds.filter((id) => id !== customerId && !existingIds.includes(id)),
    { planId: plan.id, day, exceptId: membershipId },
  )
  if (name !== undefined)
    throw new Refusal('already_member', (messages) => messages.memberships.memberAlready({ name }))
  return people
}

/**
 * Sets who belongs to a membership that is for several people.
 * @throws Refusal `not_changeable`, `already_member`, `invalid`
 */
export const changeMembers = async (
  tx: Tx,
  actor: Actor,
  id: number,
  memberIds: readonly number[],
  now: Date,
): Promise<Membership> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, id, customerId)
  if (membership === undefined) throw notFound()
  const today = localDay(now, membership.timezone)
  const { planId, memberIds: existingIds, ...limits } = await findMembers(tx, id)
  const status = statusOn(membership, today)
  if (limits.maxMembers === 1 || status === 'ended' || status === 'awaiting_payment')
    throw new Refusal('not_changeable', (messages) => messages.memberships.notChangeable)
  const wanted = [...new Set(memberIds)]
  const people = await requireMembers(
    tx,
    customerId,
    wanted,
    { id: planId, ...limits },
    {
      day: today,
      membershipId: id,
      existingIds,
    },
  )
  const added = wanted.filter((one) => !existingIds.includes(one))
  const removed = existingIds.filter((one) => !wanted.includes(one))
  await removeMembers(tx, id, removed, now)
  await addMembers(tx, id, added)
  if (added.length + removed.length > 0) {
    const { operatorId, reference, email, firstName, plan } = membership
    const done = { act: acts.membersChanged, subject: `membership:${reference}`, detail: { added, removed } }
    await auditForSelected(tx, actor, done, now)
    const members = actor.messages.format.listAll(people.map((one) => `${one.firstName} ${one.lastName}`))
    const facts = { membershipId: id, firstName, plan, members, at: now.toISOString() }
    if (email !== '') await sendNotice(tx, membersChanged, { operatorId, to: email }, facts, now)
  }
  const memberships = await listMemberships(tx, customerId, now)
  return memberships.find((one) => one.id === id) ?? failInvariant('a changed membership is missing')
}

export type MemberToBe = { id: number; firstName: string; lastName: string; dateOfBirth: string | null }

/** People by id, in order of id. */
export const listPeople = (tx: Tx, ids: readonly number[]): Promise<MemberToBe[]> =>
  tx
    .selectFrom('customer')
    .select(['id', 'firstName', 'lastName', 'dateOfBirth'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .orderBy('id')
    .execute()
