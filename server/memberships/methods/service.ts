import { lockMembershipOfPayer } from '#server/memberships/changes/queries.ts'
import type { LockedMembership } from '#server/memberships/changes/queries.ts'
import { changeableMethod } from '#server/memberships/rules.ts'
import * as messages from '#server/messages/en/memberships.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { dayOf } from '#server/platform/wallclock.ts'

export { lockMembership } from '#server/memberships/collection/queries.ts'

type PaidMembership = { payerId: number; membershipId: number; by: 'card' | 'direct_debit' }

/**
 * Locks a membership whose card or bank account its payer may change.
 * @throws Refusal `not_found` for someone else's; `not_changeable` where nothing more is collected in this way
 */
export const lockPaidMembership = async (
  tx: Tx,
  { payerId, membershipId, by }: PaidMembership,
  now: Date,
): Promise<LockedMembership> => {
  const membership = await lockMembershipOfPayer(tx, membershipId, payerId)
  if (membership === undefined) throw notFound()
  if (changeableMethod(membership, dayOf(now, membership.timezone)) !== by)
    throw new Refusal('not_changeable', messages.notChangeable)
  return membership
}

/** The same without keeping the lock, before a provider is called. */
export const requirePaidMembership = (
  db: Database,
  membership: PaidMembership,
  now: Date,
): Promise<LockedMembership> => transact(db, (tx) => lockPaidMembership(tx, membership, now))
