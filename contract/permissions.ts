/**
 * What not every member of staff may do, by the names that calls ask for (`needs`). Supervisors hold them all.
 */
export const permissions = [
  'customers.data',
  'sessions.change',
  'sessions.call_off',
  'close',
  'settings',
  'audit',
  'reports.activity',
  'reports.money',
  'reports.people',
] as const
export type Permission = (typeof permissions)[number]
