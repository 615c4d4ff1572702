import type { memberships } from '#contract/memberships.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { shownMemberships } from './service.ts'

export const membershipsRoutes = (): Routes<typeof memberships> => ({
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return shownMemberships(tx, actor.customerId, now)
  },
})
