import type { Membership } from '#contract/memberships.ts'
import { acts } from '#server/platform/acts.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { makeChange, notChangeable } from './change.ts'
import type { LockedMembership } from './change.ts'
import { membershipCancelled, membershipContinued } from './messages.ts'
import { canKeep, lastDayIfCancelled, paymentsUntil, resumedBillingDay } from './rules.ts'

/** Cancels a membership: it ends with the paid period in which the notice ends. @throws Refusal `not_changeable` */
export const cancelMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
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
  makeChange(tx, actor, id, now, (membership, today) => {
    if (membership.hasSuccessor)
      throw new Refusal('already_member', (messages) => messages.memberships.joinedAgain)
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
