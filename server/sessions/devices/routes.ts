import type { devices } from '#contract/devices.ts'
import type { Person } from '#server/platform/actor.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { endOtherSessions, endSessionElsewhere, listDevices } from './service.ts'

export const devicesRoutes = (): Routes<typeof devices> => ({
  list: ({ tx, actor, now }) => listDevices(tx, own(actor), now),
  logOut: ({ tx, actor, params, now }) => endSessionElsewhere(tx, own(actor), params.deviceId, now),
  logOutOthers: ({ tx, actor, now }) => endOtherSessions(tx, own(actor), now),
})

/** These endpoints are about the logged-in person, not the customer whom staff have selected. */
const own = ({ person }: { person: Person | null }): Person => {
  if (person === null) throw loggedOut()
  return person
}
