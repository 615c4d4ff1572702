import type { Membership } from '#contract/memberships.ts'
import { listMemberships } from '#server/memberships/service.ts'
import {
  freezeEnded,
  freezeWithdrawn,
  membershipCancelled,
  membershipFrozen,
  membershipContinued,
} from '#server/memberships/notices/service.ts'
import type { ChangedFacts } from '#server/memberships/notices/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/memberships.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { changeMembership, lockMembershipOfPayer } from './queries.ts'
import type { LockedMembership } from './queries.ts'
import {
  canKeep,
  freezeStarts,
  frozenUntilFor,
  lastDayIfCancelled,
  paymentsUntil,
  resumedBillingDay,
  unfreezeOn,
} from './rules.ts'

export { changeMembership, lockMembershipOfPayer } from './queries.ts'
export type { LockedMembership } from './queries.ts'

/** What a change does: to the row, in the audit log of staff, and in the mail that confirms it. */
type Change = {
  to: Parameters<typeof changeMembership>[2]
  act: string
  notice: NoticeKind<ChangedFacts>
  /** The days that the mail names. */
  from: string | null
  until: string | null
  /** What else its mail says. */
  more?: Pick<ChangedFacts, 'payments' | 'minimumUntil'>
}

/** Cancels a membership: it ends with the paid period in which the notice ends. @throws Refusal `not_changeable` */
export const cancelMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  change(tx, actor, id, now, (membership, today) => {
    const endsOn = lastDayIfCancelled(membership, today)
    if (endsOn === null) throw notChangeable()
    const to = { endsOn, cancelledAt: now, ...withoutFreezeAfter(membership, today) }
    const { minimumUntil } = membership
    return {
      to,
      act: acts.membershipCancelled,
      notice: membershipCancelled,
      from: null,
      until: endsOn,
      more: {
        payments: paymentsUntil({ ...membership, ...to }, endsOn),
        minimumUntil: minimumUntil !== null && minimumUntil >= today ? minimumUntil : null,
      },
    }
  })

/** A freeze that has not begun is dropped: it would only delay an end that is fixed. */
const withoutFreezeAfter = ({ frozenFrom }: LockedMembership, today: string) =>
  frozenFrom !== null && frozenFrom > today ? { frozenFrom: null, frozenUntil: null } : {}

/**
 * Withdraws a cancellation.
 * @throws Refusal `already_member` where the member has joined again; `not_changeable`
 */
export const keepMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  change(tx, actor, id, now, (membership, today) => {
    if (membership.hasSuccessor) throw new Refusal('already_member', messages.joinedAgain)
    if (!canKeep(membership, today)) throw notChangeable()
    const nextBillingOn = resumedBillingDay(membership)
    const to = { endsOn: null, cancelledAt: null, nextBillingOn }
    return {
      to,
      act: acts.membershipContinued,
      notice: membershipContinued,
      from: nextBillingOn,
      until: null,
    }
  })

/** Freezes a membership for some months from a billing day. @throws Refusal `not_changeable` */
export const freezeMembership = (
  tx: Tx,
  actor: Actor,
  id: number,
  { from, months }: { from: string; months: number },
  now: Date,
): Promise<Membership> =>
  change(tx, actor, id, now, (membership, today) => {
    if (!freezeStarts(membership, today).includes(from) || months > membership.freezeMonths)
      throw notChangeable()
    const until = frozenUntilFor(from, months)
    const to = { frozenFrom: from, frozenUntil: until }
    return { to, act: acts.membershipFrozen, notice: membershipFrozen, from, until }
  })

/** Ends a freeze with the present month, or withdraws one that has not begun. @throws Refusal `not_changeable` */
export const unfreezeMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  change(tx, actor, id, now, (membership, today) => {
    const from = unfreezeOn(membership, today)
    if (from === null) throw notChangeable()
    const isPlanned = membership.frozenFrom !== null && membership.frozenFrom > today
    return isPlanned
      ? {
          to: { frozenFrom: null, frozenUntil: null },
          act: acts.freezeWithdrawn,
          notice: freezeWithdrawn,
          from: membership.frozenFrom,
          until: null,
        }
      : {
          to: { frozenUntil: from },
          act: acts.freezeEnded,
          notice: freezeEnded,
          from,
          until: null,
        }
  })

const change = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
  decide: (membership: LockedMembership, today: string) => Change,
): Promise<Membership> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, id, customerId)
  if (membership === undefined) throw notFound()
  const { operatorId, reference, plan, email, firstName, timezone } = membership
  const { to, act, notice, from, until, more = {} } = decide(membership, dayOf(now, timezone))
  await changeMembership(tx, id, to)
  const done = { act, subject: `membership:${reference}`, detail: { from, until } }
  await auditForSelected(tx, actor, done, now)
  if (email !== '') {
    const facts = { membershipId: id, firstName, plan, from, until, at: now.toISOString(), ...more }
    await sendNotice(tx, notice, { operatorId, to: email }, facts, now)
  }
  const memberships = await listMemberships(tx, customerId, now)
  return memberships.find((one) => one.id === id) ?? failInvariant('a changed membership is missing')
}

const notChangeable = (): Refusal => new Refusal('not_changeable', messages.notChangeable)
