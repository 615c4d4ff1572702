// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const devices = {
  list: {
    method: 'GET',
    path: '/my-account/devices',
    reads: ['account'],
  },
  logOut: {
    method: 'DELETE',
    path: '/my-account/devices/{deviceId}',
    changes: ['account'],
  },
  logOutOthers: {
    method: 'POST',
    path: '/my-account/devices/log-out-others',
    changes: ['account'],
  },
} as unknown as CallsOf<'devices'>
