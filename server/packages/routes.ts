import type { packages } from '#contract/packages.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { listPackages } from './list.ts'

export const packagesRoutes = (): Routes<typeof packages> => ({
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return listPackages(tx, actor.customerId, now)
  },
})
