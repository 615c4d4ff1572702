// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const staff = {
  list: {
    method: 'GET',
    path: '/foh/staff',
    reads: ['account'],
  },
  options: {
    method: 'GET',
    path: '/foh/staff-options',
    reads: ['account', 'catalogue'],
  },
  add: {
    method: 'POST',
    path: '/foh/staff',
    changes: ['account'],
  },
  rename: {
    method: 'PUT',
    path: '/foh/staff/{customerId}',
    changes: ['account', 'session'],
  },
  changeRoles: {
    method: 'PUT',
    path: '/foh/staff/{customerId}/roles',
    changes: ['account', 'session'],
  },
  remove: {
    method: 'DELETE',
    path: '/foh/staff/{customerId}',
    changes: ['account', 'session'],
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/foh/staff/{customerId}/second-factor-reset',
    changes: ['account'],
  },
} as unknown as CallsOf<'staff'>
