import type { memberships } from '#contract/memberships.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { listMemberships } from './service.ts'

/** The memberships somebody has; joining is server/joining. */
export const membershipsRoutes = (): Pick<Routes<typeof memberships>, 'mine'> => ({
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return listMemberships(tx, actor.customerId, now)
  },
})
