import type { memberships } from '#contract/memberships.ts'
import type { MandateServices } from '#server/memberships/mandates/service.ts'
import type { Routes } from '#server/platform/http.ts'
import { withdrawCancellation } from './cancellations/service.ts'
import { listPlans } from './plans/service.ts'
import { startJoining, readJoining, listUnfinishedJoinings } from './service.ts'

export const joiningRoutes = (
  services: MandateServices,
): Pick<Routes<typeof memberships>, 'plans' | 'join' | 'joining' | 'unfinished' | 'keep'> => ({
  plans: ({ tx, actor, params, query, now }) => listPlans(tx, actor.operator.id, params.venue, query, now),
  join: ({ actor, body, now }) => startJoining(services, actor, body, now),
  joining: ({ tx, actor, params, now }) => readJoining(tx, actor, params.id, now),
  unfinished: ({ tx, actor, now }) => listUnfinishedJoinings(tx, actor, now),
  keep: ({ tx, actor, params, now }) => withdrawCancellation(tx, actor, params.membershipId, now),
})
