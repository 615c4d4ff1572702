import { sql } from 'kysely'
import type { Membership } from '#contract/memberships.ts'
import { ageInYears, localDay } from '#contract/time.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import { addMembers, findMembers, listNamesWithPlan, removeMembers } from './sql/memberships.ts'
import type { Text } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import { clearCode } from '#server/platform/clearCode.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { lockMembershipOfPayer } from './change.ts'
import { listMemberships } from './list.ts'
import { membersChanged } from './messages.ts'
import { statusOn } from './rules.ts'

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
    const members = people.map((one) => `${one.firstName} ${one.lastName}`)
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

/** Creates a membership for these people, with a new reference. */
export const addMembership = async (
  tx: Tx,
  membership: Omit<NewMembership, 'reference'>,
  memberIds: readonly number[],
): Promise<{ id: number; reference: string }> => {
  for (let tries = 0; tries < 10; tries += 1) {
    const reference = `M-${clearCode(6)}`
    const id = await insertMembership(tx, { ...membership, reference })
    if (id === null) continue
    await addMembers(tx, id, memberIds)
    return { id, reference }
  }
  return failInvariant('ten references in a row are taken')
}

/** How many people a membership is for. */
export type MemberLimits = {
  maxMembers: number
  /** How many of them may be adults; null: all. */
  maxAdults: number | null
}

const adultAge = 18

/** Why a membership cannot be for these people together, or null. A person of unknown age counts as an adult. */
export const whyNotMembers = (
  { maxMembers, maxAdults }: MemberLimits,
  people: readonly { dateOfBirth: string | null }[],
  day: string,
): Text | null => {
  if (people.length === 0) return (messages) => messages.memberships.membersNeeded
  if (people.length > maxMembers) return (messages) => messages.memberships.tooManyMembers({ maxMembers })
  const adults = people.filter(
    ({ dateOfBirth }) => dateOfBirth === null || ageInYears(dateOfBirth, day) >= adultAge,
  )
  return maxAdults !== null && adults.length > maxAdults
    ? (messages) => messages.memberships.tooManyAdults({ maxAdults })
    : null
}

export type NewMembership = {
  operatorId: number
  reference: string
  planId: number
  venueId: number
  payerId: number
  status: 'pending' | 'active'
  startsOn: string
  endsOn: string | null
  price: number
  billingPeriod: 'month' | 'year' | 'once'
  paymentMethod: 'direct_debit' | 'card'
  billingDay: number | null
  nextBillingOn: string | null
  mandateId: number | null
  savedCardId: number | null
  minimumUntil: string | null
  collectedHere: boolean
  createdAt: Date
}

/** null: the reference is taken. */
export const insertMembership = async (tx: Tx, membership: NewMembership): Promise<number | null> => {
  const row = await tx
    .insertInto('membership')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['operatorId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
