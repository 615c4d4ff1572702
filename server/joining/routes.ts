import type { memberships } from '#contract/memberships.ts'
import type { MandateServices } from '#server/memberships/paymentMethods.ts'
import type { Routes } from '#server/platform/http.ts'
import { changePlan, keepPlan, listPlanChanges } from './changePlan.ts'
import { joinMembership, listUnfinishedJoinings, readJoining } from './join.ts'
import { keepCancelledMembership, withdrawFromMembership } from './membership.ts'
import { listPlanOverlaps, listPlans } from './plans.ts'

export const joiningRoutes = (
  services: MandateServices,
): Pick<
  Routes<typeof memberships>,
  | 'plans'
  | 'overlaps'
  | 'join'
  | 'joining'
  | 'unfinished'
  | 'keep'
  | 'withdraw'
  | 'planChanges'
  | 'changePlan'
  | 'keepPlan'
> => ({
  plans: ({ tx, actor, params, query, now }) => listPlans(tx, actor.operator.id, params.venue, query, now),
  overlaps: ({ tx, actor, params, now }) => listPlanOverlaps(tx, actor, params, now),
  join: ({ actor, body, now }) => joinMembership(services, actor, body, now),
  joining: ({ tx, actor, params, now }) => readJoining(tx, actor, params.id, now),
  unfinished: ({ tx, actor, now }) => listUnfinishedJoinings(tx, actor, now),
  planChanges: ({ tx, actor, params, now }) => listPlanChanges(tx, actor, params.membershipId, now),
  changePlan: ({ tx, actor, params, body, now }) => changePlan(tx, actor, params.membershipId, body, now),
  keepPlan: ({ tx, actor, params, now }) => keepPlan(tx, actor, params.membershipId, now),
  withdraw: ({ tx, actor, params, now }) => withdrawFromMembership(tx, actor, params.membershipId, now),
  keep: ({ tx, actor, params, now }) => keepCancelledMembership(tx, actor, params.membershipId, now),
})
