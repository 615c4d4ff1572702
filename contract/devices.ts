import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

/** A browser in which the person is logged in. */
export const loginDevice = z
  .object({
    id: z.string(),
    /** `Firefox on Android`. */
    name: z.string(),
    loggedInAt: instant,
    lastUsedAt: instant,
    /** Whether the call came from it. */
    isThis: z.boolean(),
  })
  .meta({ id: 'LoginDevice' })
export type LoginDevice = z.output<typeof loginDevice>

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/my-account/devices',
    summary: 'Where the person is logged in, this browser first.',
    allow: 'customer',
    returns: z.array(loginDevice),
    reads: ['account'],
  }),
  logOut: endpoint({
    method: 'DELETE',
    path: '/my-account/devices/{deviceId}',
    summary: 'Log out in another browser.',
    allow: 'customer',
    params: z.object({ deviceId: z.string() }),
    returns: z.array(loginDevice),
    changes: ['account'],
  }),
  logOutOthers: endpoint({
    method: 'POST',
    path: '/my-account/devices/log-out-others',
    summary: 'Log out everywhere but here. Unused links to log in end, too.',
    allow: 'customer',
    returns: z.array(loginDevice),
    changes: ['account'],
  }),
}
