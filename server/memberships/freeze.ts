import type { Membership } from '#contract/memberships.ts'
import { acts } from '#server/platform/acts.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { makeChange, notChangeable } from './change.ts'
import { freezeEnded, freezeWithdrawn, membershipFrozen } from './messages.ts'
import { freezeStarts, monthsAfter, unfreezeOn } from './rules.ts'

/** Freezes a membership for some months from a billing day. @throws Refusal `not_changeable` */
export const freezeMembership = (
  tx: Tx,
  actor: Actor,
  id: number,
  { from, months }: { from: string; months: number },
  now: Date,
): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
    if (!freezeStarts(membership, today).includes(from) || months > membership.freezeMonths)
      throw notChangeable()
    const until = monthsAfter(from, months)
    const to = { frozenFrom: from, frozenUntil: until }
    return { to, act: acts.membershipFrozen, notice: membershipFrozen, from, until }
  })

/** Ends a freeze with the present month, or withdraws one that has not begun. @throws Refusal `not_changeable` */
export const unfreezeMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
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
