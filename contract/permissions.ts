/** What a member of staff may do, by the names that calls ask for (`needs`). */
export const permissions = [
  'check_in',
  'sell',
  'customers.view',
  'customers.change',
  'refund.terms',
  'till.own',
  'sessions.message',
  'sessions.move',
  'refund.limit',
  'orders.void',
  'waive',
  'sessions.change',
  'sessions.call_off',
  'close',
  'customers.data',
  'till.all',
  'timetable.draft',
  'hirers',
  'reports.activity',
  'timetable.publish',
  'messages.many',
  'catalogue',
  'rehearse',
  'prices.publish',
  'refund.any',
  'reports.money',
  'invoices',
  'reports.people',
  'staff',
  'settings',
  'connections',
  'audit',
] as const
export type Permission = (typeof permissions)[number]

export const roleIds = [
  'instructor',
  'desk',
  'duty_manager',
  'programme',
  'finance',
  'administrator',
] as const
export type RoleId = (typeof roleIds)[number]

const desk = [
  'check_in',
  'sell',
  'customers.view',
  'customers.change',
  'refund.terms',
  'till.own',
  'sessions.message',
  'sessions.move',
] as const satisfies readonly Permission[]

/**
 * What each role may do. One that may do more of a kind has the less with it: `till.all` comes with `till.own`,
 * `refund.any` with `refund.limit`.
 */
export const permissionsOf: Readonly<Record<RoleId, readonly Permission[]>> = {
  // Of the sessions that they give, and of no others.
  instructor: ['check_in'],
  desk,
  duty_manager: [
    ...desk,
    'refund.limit',
    'orders.void',
    'waive',
    'sessions.change',
    'sessions.call_off',
    'close',
    'customers.data',
    'till.all',
    'timetable.draft',
  ],
  programme: [
    'check_in',
    'timetable.draft',
    'hirers',
    'reports.activity',
    'timetable.publish',
    'messages.many',
    'catalogue',
    'rehearse',
  ],
  finance: [
    'till.own',
    'till.all',
    'reports.activity',
    'prices.publish',
    'refund.limit',
    'refund.any',
    'reports.money',
    'invoices',
    'audit',
  ],
  administrator: permissions,
}

/** Roles that let in nobody without a second factor. */
export const rolesWithSecondFactor: readonly RoleId[] = [
  'duty_manager',
  'programme',
  'finance',
  'administrator',
]

/** What those may refund in a day, in pence, who may refund beyond the terms but not any amount. */
export const refundLimit = 5000

/** What a key of the API may do: read what needs a permission, or read and change it. */
export type ApiScope = `${'read' | 'write'}:${Permission}`
export const apiScopes = permissions.flatMap((permission): ApiScope[] => [
  `read:${permission}`,
  `write:${permission}`,
])

/** The longest that a key of the API works, in years. */
export const longestKeyYears = 2
