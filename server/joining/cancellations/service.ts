import type { Membership } from '#contract/memberships.ts'
import { abandonJoining } from '#server/joining/service.ts'
import { keepMembership } from '#server/memberships/changes/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { planOf } from './queries.ts'

/**
 * Withdraws the cancellation of a membership. A joining of the same plan that is not paid for is given up, so that one
 * person does not pay for the plan twice.
 * @throws Refusal `busy` while the joining is being paid for; `already_member`, `not_changeable` of the membership
 */
export const withdrawCancellation = async (
  tx: Tx,
  actor: Actor,
  membershipId: number,
  now: Date,
): Promise<Membership> => {
  const planId = await planOf(tx, membershipId)
  if (actor.customerId !== null && planId !== undefined)
    await abandonJoining(tx, actor.customerId, now, planId)
  return keepMembership(tx, actor, membershipId, now)
}
