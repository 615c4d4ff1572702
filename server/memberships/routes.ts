import type { memberships } from '#contract/memberships.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { listMemberships } from './service.ts'

/** A customer's memberships; joining is in server/joining. */
export const membershipsRoutes = (): Pick<Routes<typeof memberships>, 'mine'> => ({
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return listMemberships(tx, actor.customerId, now)
  },
})
