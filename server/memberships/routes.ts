import type { memberships } from '#contract/memberships.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { join, readJoining, listPlans, listUnfinishedJoinings } from '#server/memberships/joining/service.ts'
import type { MandateServices } from '#server/memberships/mandates/service.ts'
import { listMemberships } from './service.ts'

export const membershipsRoutes = (services: MandateServices): Routes<typeof memberships> => ({
  plans: ({ tx, actor, params, query, now }) => listPlans(tx, actor.operator.id, params.venue, query, now),
  join: ({ actor, body, now }) => join(services, actor, body, now),
  joining: ({ tx, actor, params, now }) => readJoining(tx, actor, params.id, now),
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return listMemberships(tx, actor.customerId, now)
  },
  unfinished: ({ tx, actor, now }) => listUnfinishedJoinings(tx, actor, now),
})
