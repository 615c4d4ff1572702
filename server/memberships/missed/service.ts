import type { Answer, Body } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { date } from '#contract/time.ts'
import { lockCollection, lockMembership, updateCollection } from '#server/memberships/collection/queries.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/memberships.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, notFound } from '#server/platform/errors.ts'
import { missedPaymentById, missedPayments } from './queries.ts'

/** More than a person goes through at a sitting. */
const most = 200

/** Membership payments that were not collected while nothing ran, and that staff decide about. */
export const listMissedPayments = async (
  tx: Tx,
  { operator }: Actor,
): Promise<Answer<(typeof memberships)['missed']>> => ({
  payments: (await missedPayments(tx, operator.id, most)).map((row) => ({
    id: row.id,
    customerId: row.customerId,
    customer: `${row.firstName} ${row.lastName}`.trim(),
    plan: row.plan,
    dueOn: row.periodFrom,
    amount: money(row.amount, row.currencySymbol),
  })),
})

/**
 * Has the customer owe a missed payment, or lets it go.
 * @throws Refusal `not_found`
 */
export const decideMissedPayment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { decision }: Body<(typeof memberships)['decideMissed']>,
  now: Date,
): Promise<Answer<(typeof memberships)['decideMissed']>> => {
  const found = await missedPaymentById(tx, actor.operator.id, id)
  if (found === undefined) throw notFound()
  await lockMembership(tx, found.membershipId)
  if ((await lockCollection(tx, id)).state !== 'missed') throw notFound()
  const { customerId, plan, periodFrom, timezone, amount } = found
  if (decision === 'owed') {
    const description = messages.unpaidPayment({ plan, day: date(periodFrom, timezone, now).fullDate })
    const penalty = { operatorId: actor.operator.id, customerId, description, amount }
    const penaltyId = (await raisePenalty(tx, penalty, now)) ?? failInvariant('a new penalty exists already')
    await updateCollection(tx, id, { state: 'failed', penaltyId, settledAt: now })
  } else await updateCollection(tx, id, { state: 'settled', settledAt: now })
  const act = acts.missedPaymentDecided[decision]
  await recordAudit(
    tx,
    { actorId: staffOf(actor).id, forCustomerId: customerId, act, subject: `collection:${id}` },
    now,
  )
  return { amount: money(amount, found.currencySymbol) }
}
