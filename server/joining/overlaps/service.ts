import type { PlanOverlap } from '#contract/memberships.ts'
import { plansOnSale } from '#server/joining/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { listOverlaps } from './queries.ts'

/** The customer's memberships that cover what a plan covers, so that they know before they pay for both. */
export const listPlanOverlaps = async (
  tx: Tx,
  { operator, customerId }: Actor,
  { venue, planId }: { venue: string; planId: number },
  now: Date,
): Promise<PlanOverlap[]> => {
  if (customerId === null) throw loggedOut()
  const [plan] = await plansOnSale(tx, operator.id, venue, planId)
  if (plan === undefined) throw notFound()
  const { venueId, timezone } = plan
  return listOverlaps(tx, { customerId, planId, venueId, day: dayOf(now, timezone) })
}
