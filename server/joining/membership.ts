import type { Membership } from '#contract/memberships.ts'
import { localDay } from '#contract/time.ts'
import { refundOrder } from '#server/bookings/refunds.ts'
import { endMandateAtProvider } from '#server/memberships/paymentMethods.ts'
import { changeMembership, keepMembership, lockMembershipOfPayer } from '#server/memberships/change.ts'
import { listMemberships } from '#server/memberships/list.ts'
import { membershipWithdrawn } from '#server/memberships/messages.ts'
import { findJoined, withdrawalOn } from '#server/memberships/withdrawal.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { abandonJoining } from './join.ts'
import { planOf } from './sql.ts'

/**
 * Withdraws from a membership that was bought at a distance: it ends at once, its Direct Debit with it, and what was
 * paid on joining goes back to the card.
 * @throws Refusal `not_changeable`
 */
export const withdrawFromMembership = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Membership> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, id, customerId)
  if (membership === undefined) throw notFound()
  const { operatorId, reference, plan, email, firstName, timezone, startsOn, mandateId } = membership
  const today = localDay(now, timezone)
  const joined = await findJoined(tx, id)
  const withdrawal = withdrawalOn({ joined, startsOn, status: membership.status }, today)
  if (joined === null || withdrawal === null)
    throw new Refusal('not_changeable', (messages) => messages.memberships.notWithdrawable)
  const endsOn = today < startsOn ? startsOn : today
  await changeMembership(tx, id, {
    status: 'ended',
    endsOn,
    cancelledAt: now,
    nextBillingOn: null,
    frozenFrom: null,
    frozenUntil: null,
  })
  if (mandateId !== null) await endMandateAtProvider(tx, mandateId)
  await refundOrder(tx, { orderId: joined.orderId, amount: withdrawal.refund }, now)
  const done = {
    act: acts.membershipWithdrawn,
    subject: `membership:${reference}`,
    detail: { ...withdrawal },
  }
  await auditForSelected(tx, actor, done, now)
  if (email !== '') {
    const { refund, usageCharge } = withdrawal
    const facts = { membershipId: id, firstName, plan, refund, usageCharge, at: now.toISOString() }
    await sendNotice(tx, membershipWithdrawn, { operatorId, to: email }, facts, now)
  }
  const memberships = await listMemberships(tx, customerId, now)
  return memberships.find((one) => one.id === id) ?? failInvariant('a changed membership is missing')
}

/**
 * Withdraws the cancellation of a membership. A joining of the same plan that is not paid for is given up, so that one
 * person does not pay for the plan twice.
 * @throws Refusal `busy` while the joining is being paid for; `already_member`, `not_changeable` of the membership
 */
export const keepCancelledMembership = async (
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
